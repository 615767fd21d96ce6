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

// A span of time in its two largest units: "2 hr 50 min".
export function span(ms: number): string {
  const parts: string[] = [];
  let rest = Math.max(0, ms);
  for (const [unit, size] of [...units, ['second', 1000] as const]) {
    const n = Math.floor(rest / size);
    rest -= n * size;
    if (n > 0 && parts.length < 2)
      parts.push(new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'short' }).format(n));
    else if (parts.length > 0) break;
    if (unit === 'minute' && parts.length > 0) break; // seconds matter only in the last minute
  }
  return (
    parts.join(' ') ||
    new Intl.NumberFormat(language(), { style: 'unit', unit: 'second', unitDisplay: 'short' }).format(0)
  );
}

// A moment in the reader's zone: the time today, the day of the week within a week, else the date.
export function moment(time: number, now = Date.now()): string {
  const day = new Date(time).toDateString();
  const near = Math.abs(time - now) < 6 * 86_400_000;
  return new Intl.DateTimeFormat(language(), {
    ...(day === new Date(now).toDateString()
      ? {}
      : near
        ? { weekday: 'long' as const }
        : { day: 'numeric' as const, month: 'long' as const }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(time);
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
