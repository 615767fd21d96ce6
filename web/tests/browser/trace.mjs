// What the browser's own trace says about the clicks of clicks.mjs: between the marks 'click' and 'drawn' of each, what the main thread did.
export const categories = ['devtools.timeline', 'blink.user_timing', 'disabled-by-default-devtools.timeline'];

export function clicksOf(trace) {
  const { traceEvents } = JSON.parse(String(trace));
  const marks = traceEvents
    .filter(({ cat, name }) => cat?.includes('user_timing') && /^(click|drawn)$/.test(name))
    .sort((a, b) => a.ts - b.ts);
  const main = traceEvents.filter(
    ({ pid, tid, ph, tdur }) => pid === marks[0]?.pid && tid === marks[0]?.tid && ph === 'X' && tdur !== undefined,
  );
  const pairs = marks.flatMap((mark, i) => (mark.name === 'click' && marks[i + 1]?.name === 'drawn' ? [i] : []));
  return pairs.map((i) => {
    const [from, to] = [marks[i].ts, marks[i + 1].ts];
    return { wall: (to - from) / 1000, events: main.filter(({ ts }) => ts >= from && ts < to) };
  });
}

// Thread time, in milliseconds.
export const spentOn = ({ events }) =>
  events.reduce((sum, { name, tdur }) => sum + (name === 'RunTask' ? tdur / 1000 : 0), 0);
