import { language } from '../i18n/i18n.svelte';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

// "5 min. ago" in the language of the page.
export function since(time: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto', style: 'short' });
  const passed = now - time;
  for (const [unit, size] of units) if (passed >= size) return format.format(-Math.floor(passed / size), unit);
  return format.format(0, 'minute');
}

export function clock(time: number): string {
  return new Intl.DateTimeFormat(language(), { hour: '2-digit', minute: '2-digit' }).format(time);
}

// After the next frame has been drawn; in a hidden page, where none is, a little later.
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(resolve);
    });
  });
}
