// Numbers of a match from round to round, for curves.
import { t } from '../i18n/i18n.svelte';
import type { TableModel } from '../table/model.svelte';

export interface RoundValues {
  labels: string[]; // of the rounds, and of the end
  values: number[][]; // for each of them one number for each seat
}

// Reads the positions where rounds began and the last one. `began` is the event of a round that begins.
export async function roundValues<State>(
  model: TableModel,
  began: string,
  of: (state: State) => number[],
  atEnd = of,
): Promise<RoundValues> {
  await model.wholeLog();
  const labels: string[] = [];
  const values: number[][] = [];
  for (const { n, event } of model.roundStarts(began)) {
    const { state } = await model.table.history(n + 1);
    if (labels.at(-1) === event.round) continue;
    labels.push(String(event.round));
    values.push(of(state as State));
  }
  const last = model.data.view?.state;
  if (last) {
    labels.push(t('web.chart.end'));
    values.push(atEnd(last as State));
  }
  return { labels, values };
}
