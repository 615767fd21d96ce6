// Runs in the page: clicks what is offered until `most` moves were confirmed, and measures each from the click that confirms it to the
// frame that shows the result, painted. `around` is told before and after each what is confirmed, where the page has it.
export async function confirmed(most) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)));
  const painted = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(undefined);
      port2.postMessage(undefined);
    });
  const visible = (selector) =>
    [...document.querySelectorAll(selector)].filter(
      (e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled,
    );
  const moves = () => document.querySelector('[data-moves]')?.getAttribute('data-moves');
  const around = globalThis.around ?? (() => undefined);
  const taken = [];
  for (let i = 0; i < 12000 && taken.length < most; ++i) {
    if (document.querySelector('[data-over]')) break;
    const confirm = visible('[data-confirm]')[0];
    if (confirm) {
      await new Promise((resolve) => setTimeout(resolve, 100)); // nobody is quicker, and what was shown last is kept by then
      if (!confirm.isConnected) continue;
      const before = moves();
      const what = confirm.innerText.replace(/\s+/g, ' ').trim();
      await around(true, what);
      const start = performance.now();
      confirm.click();
      while (moves() === before && performance.now() - start < 5000) await frame();
      if (moves() === before) continue; // it was another button's confirmation
      await painted();
      taken.push(performance.now() - start);
      await around(false, what);
      continue;
    }
    const offers = visible('[data-offer], g.can[data-hex], g.can[data-field], g.can[data-link], button.act');
    if (offers.length)
      offers[Math.floor(Math.random() * offers.length)].dispatchEvent(new MouseEvent('click', { bubbles: true }));
    else await new Promise((resolve) => setTimeout(resolve, 5));
    await frame();
  }
  return taken;
}
