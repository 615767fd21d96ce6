// A short explanation beside something: after a moment under the pointer, with the keyboard's focus, or after a long press.
let box: HTMLElement | null = null;
let owner: Element | null = null;

function show(node: Element, text: string): void {
  box ??= document.createElement('div');
  box.className = 'tip';
  box.role = 'tooltip';
  box.textContent = text;
  document.body.append(box);
  owner = node;
  const at = node.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const x = Math.max(8, Math.min(innerWidth - width - 8, at.left + at.width / 2 - width / 2));
  const above = at.top - height - 8;
  box.style.left = `${x}px`;
  box.style.top = `${above >= 8 ? above : Math.min(innerHeight - height - 8, at.bottom + 8)}px`;
}

function hide(node?: Element): void {
  if (node && node !== owner) return;
  box?.remove();
  owner = null;
}

export const tipDelay = 300;

export function tip(node: HTMLElement, text: string | undefined) {
  let now = text;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (ms: number) => {
    clearTimeout(timer);
    if (now) timer = setTimeout(() => now && show(node, now), ms);
  };
  const enter = (event: PointerEvent) => event.pointerType !== 'touch' && wait(tipDelay);
  const down = (event: PointerEvent) => (event.pointerType === 'touch' ? wait(500) : leave());
  const focus = () => node.matches(':focus-visible') && wait(tipDelay);
  const leave = () => {
    clearTimeout(timer);
    hide(node);
  };
  const keydown = (event: KeyboardEvent) => event.key === 'Escape' && leave();
  node.addEventListener('pointerenter', enter);
  node.addEventListener('pointerdown', down);
  node.addEventListener('pointerleave', leave);
  node.addEventListener('pointercancel', leave);
  node.addEventListener('focus', focus);
  node.addEventListener('blur', leave);
  node.addEventListener('keydown', keydown);
  return {
    update(next: string | undefined) {
      now = next;
      if (owner === node && box && next) box.textContent = next;
    },
    destroy() {
      leave();
      node.removeEventListener('pointerenter', enter);
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointerleave', leave);
      node.removeEventListener('pointercancel', leave);
      node.removeEventListener('focus', focus);
      node.removeEventListener('blur', leave);
      node.removeEventListener('keydown', keydown);
    },
  };
}
