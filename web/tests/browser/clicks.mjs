// Runs in the page: clicks what is offered until `most` moves were confirmed, and measures each from the click that confirms it to the
// frame that shows the result, painted. `around` is told before and after each what is confirmed, where the page has it; the
// marks 'click' and 'drawn' are exact.
export async function confirmed(most) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)));
  // Before anything else that waits: a message or a timer would come after what the page itself puts off until a frame is drawn.
  const painted = () => scheduler.postTask(() => undefined, { priority: 'user-blocking' });
  const visible = (selector) =>
    [...document.querySelectorAll(selector)].filter(
      (e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled,
    );
  const moves = () => document.querySelector('[data-moves]')?.getAttribute('data-moves');
  // Told by the browser: who asks in every frame has it draw frames that nobody else wants.
  const changed = (before) =>
    new Promise((resolve) => {
      const seen = new MutationObserver(() => moves() !== before && end());
      const late = setTimeout(() => end(), 5000);
      const end = () => {
        clearTimeout(late);
        seen.disconnect();
        resolve(undefined);
      };
      seen.observe(document.body, { attributes: true, attributeFilter: ['data-moves'], subtree: true });
    });
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
      performance.mark('click');
      const start = performance.now();
      confirm.click();
      await changed(before);
      if (moves() === before) continue; // it was another button's confirmation
      await frame();
      await painted();
      taken.push(performance.now() - start);
      performance.mark('drawn');
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
