// The one explanation that is open now: what a number is made of, beside the number.
export interface Tip {
  text: string;
  at: DOMRect;
}

class Tips {
  now = $state.raw<Tip | null>(null);
  show(text: string, element: HTMLElement): void {
    this.now = { text, at: element.getBoundingClientRect() };
  }
  hide(): void {
    this.now = null;
  }
}

export const tips = new Tips();
