// The size of the window, for layouts that differ in more than measures.
class Viewport {
  width = $state(typeof innerWidth === 'number' ? innerWidth : 1440);
  height = $state(typeof innerHeight === 'number' ? innerHeight : 900);
  constructor() {
    globalThis.addEventListener?.('resize', () => {
      this.width = innerWidth;
      this.height = innerHeight;
    });
  }
}

export const viewport = new Viewport();
