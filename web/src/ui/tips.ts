import { tick } from 'svelte';

// A short explanation beside whatever is not a word: after a moment under the pointer, with the keyboard's focus, or after a long press.
// What is said is `data-tip` of an element; of a picture or control without words its name; on a drawing what its `tipsOf` answers.
export interface Told {
  node: Element;
  text: string;
}
type Source = (at: Element) => Told | null;
const sources = new WeakMap<Element, Source>();

// For drawings of many parts: told which part is pointed at, the source says what it is.
export function tipsOf(node: Element, source: Source) {
  sources.set(node, source);
  return {
    update: (next: Source) => void sources.set(node, next),
    destroy: () => void sources.delete(node),
  };
}

// What a source answers about parts that carry `data-NAME`.
export const told =
  (name: string, say: (value: string) => string): Source =>
  (at) => {
    const node = at.closest(`[data-${name}]`);
    const text = node ? say(node.getAttribute(`data-${name}`) ?? '') : '';
    return node && text ? { node, text } : null;
  };

const control = 'button, a, summary, input, select, svg, [role=img], [role=tab], [role=button], [role=separator]';
const wordless = (node: Element) => !/\p{L}{2}/u.test(node.textContent ?? '');

export function tipAt(target: Element): Told | null {
  for (let node: Element | null = target; node; node = node.parentElement) {
    const own = node.getAttribute('data-tip');
    if (own) return { node, text: own };
    const drawn = sources.get(node)?.(target);
    if (drawn) return drawn;
    const label = node.getAttribute('aria-label');
    if (label && node.matches(control) && wordless(node)) return { node, text: label };
  }
  return null;
}

export const tipDelay = 300;
const boardDelay = 600; // over a board one mostly looks for a place
const pressDelay = 500;
const warm = 500; // so long after one explanation the next one comes at once

let box: HTMLElement | null = null;
let owner: Element | null = null; // of the one shown, or waited for
let timer: ReturnType<typeof setTimeout> | undefined;
let watch: ReturnType<typeof setInterval> | undefined;
let hidden = -Infinity;

function place(node: Element): void {
  if (!box) return;
  const at = node.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const x = Math.max(8, Math.min(innerWidth - width - 8, at.left + at.width / 2 - width / 2));
  const above = at.top - height - 8;
  box.style.left = `${x}px`;
  box.style.top = `${above >= 8 ? above : Math.max(8, Math.min(innerHeight - height - 8, at.bottom + 8))}px`;
}

export function showTip({ node, text }: Told): void {
  clearTimeout(timer);
  clearInterval(watch);
  if (owner !== node) undescribe();
  owner = node;
  box ??= Object.assign(document.createElement('div'), { className: 'tip', role: 'tooltip', id: 'tip' });
  box.textContent = text;
  (node.closest('dialog[open]') ?? document.body).append(box); // what lies under a dialog is not seen
  if (text !== node.getAttribute('aria-label')) node.setAttribute('aria-describedby', 'tip');
  place(node);
  watch = setInterval(again, 250);
}

// What is said changes with the position and the language while it is shown.
function again(): void {
  if (!owner || !box?.isConnected) return;
  if (!owner.isConnected) return hideTip();
  const now = tipAt(owner);
  if (now?.node !== owner || box.textContent === now.text) return;
  box.textContent = now.text;
  place(owner);
}

const undescribe = () => {
  if (owner?.getAttribute('aria-describedby') === 'tip') owner.removeAttribute('aria-describedby');
};

export function hideTip(): void {
  clearTimeout(timer);
  clearInterval(watch);
  if (box?.isConnected) {
    hidden = performance.now();
    box.remove();
  }
  undescribe();
  owner = null;
}

// What was waited for may say something else by now.
function newest(found: Told): Told {
  const now = tipAt(found.node);
  return now?.node === found.node ? now : found;
}

function ask(target: EventTarget | null, ms: number): void {
  const found = target instanceof Element ? tipAt(target) : null;
  if (found?.node === owner) return;
  const soon = box?.isConnected === true || performance.now() - hidden < warm;
  hideTip();
  if (!found) return;
  owner = found.node;
  const wait = found.node.closest('[role=application]') ? boardDelay : ms;
  if (soon) showTip(found);
  else timer = setTimeout(() => showTip(newest(found)), wait);
}

// Once for the page.
export function explainEverything(): void {
  let pressed: { x: number; y: number } | null = null;
  let touched = -Infinity; // browsers let a mouse follow the finger
  const on = <K extends keyof DocumentEventMap>(kind: K, act: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(kind, act, { passive: true, capture: true });
  on('pointerover', (event) => {
    if (event.pointerType !== 'touch' && performance.now() - touched > 1000) ask(event.target, tipDelay);
  });
  on('pointerdown', (event) => {
    hideTip();
    hidden = -Infinity;
    if (event.pointerType !== 'touch') {
      owner = event.target instanceof Element ? (tipAt(event.target)?.node ?? null) : null; // not again what was just pressed
      return;
    }
    touched = performance.now();
    pressed = { x: event.clientX, y: event.clientY };
    const found = event.target instanceof Element ? tipAt(event.target) : null;
    if (found) timer = setTimeout(() => showTip(newest(found)), pressDelay);
  });
  on('pointermove', (event) => {
    if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 10) hideTip();
  });
  for (const kind of ['pointerup', 'pointercancel'] as const)
    on(kind, (event) => {
      if (event.pointerType !== 'touch') return;
      touched = performance.now();
      pressed = null;
      clearTimeout(timer); // what is shown already stays until the next touch
    });
  document.documentElement.addEventListener('pointerleave', () => hideTip());
  on('focusin', (event) => {
    if ((event.target as Element).matches(':focus-visible')) ask(event.target, tipDelay);
  });
  on('focusout', () => hideTip());
  on('keydown', (event) => {
    if (event.key === 'Escape') hideTip();
  });
  on('scroll', () => hideTip());
  new MutationObserver(() => void tick().then(again)).observe(document.documentElement, { attributeFilter: ['lang'] });
}
