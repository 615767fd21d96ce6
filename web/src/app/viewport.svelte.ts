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

  // The steps of the layout: one column behind tabs, the board with tabs below, panels beside the board, three columns.
  get phone(): boolean {
    return this.width < 640;
  }
  get wide(): boolean {
    return this.width >= 1024;
  }
  get roomy(): boolean {
    return this.width >= 1280;
  }
}

export const viewport = new Viewport();
