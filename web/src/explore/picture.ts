// A position as a picture of 1200 by 630, drawn by the engine: the board, and what happened last under it. It shows what everybody at the
// table sees.
import { apart } from '../engine/adviser';
import { isDark } from '../app/settings.svelte';
import { gameName } from '../games/registry';
import { t } from '../i18n/i18n.svelte';
import type { TableModel } from '../table/model.svelte';
import type { Exploration } from './file';

export const pictureSize = { width: 1200, height: 630 };

export function pictureTitle(model: TableModel, n: number): string {
  const info = model.data.info;
  return `${info?.title || gameName(info?.game ?? '')} · ${t('share.after', { n })}`;
}
// The move that led to the position, in words.
export function sentenceOf(model: TableModel, n: number): string {
  const entry = model.entry(n - 1);
  return entry ? (model.story?.tellOthers(entry) ?? '') : '';
}

// Empty where there is nothing to draw from: a table of a server that is still played is drawn by the server.
export async function pictureOf(model: TableModel, n: number, file: Exploration | null): Promise<string> {
  const source = file ? exploredFile(model, file) : null;
  if (!source) return '';
  const [title, sentence] = [pictureTitle(model, n), sentenceOf(model, n)];
  return apart(async (engine) => {
    const match = await engine.load(source);
    const { n: length } = await engine.state(match);
    return (await engine.picture(match, length, isDark(), title, sentence)) ?? '';
  });
}

// The match up to what is on the table: of an exploration with the variation that is looked at.
function exploredFile(model: TableModel, file: Exploration): object {
  const actions = file.match.actions as unknown[];
  const beyond = file.moves.length
    ? model.data.log.slice(actions.length).map(({ seat, action }) => ({ seat, action }))
    : [];
  return { ...file.match, actions: [...actions, ...beyond] };
}

async function imageOf(svg: string): Promise<HTMLImageElement> {
  const image = new Image(pictureSize.width, pictureSize.height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

export function canvas(): { element: HTMLCanvasElement; brush: CanvasRenderingContext2D } {
  const element = document.createElement('canvas');
  element.width = pictureSize.width;
  element.height = pictureSize.height;
  const brush = element.getContext('2d');
  if (!brush) throw new Error('no canvas');
  return { element, brush };
}
export async function paint(brush: CanvasRenderingContext2D, svg: string): Promise<void> {
  brush.drawImage(await imageOf(svg), 0, 0, pictureSize.width, pictureSize.height);
}

export type PictureKind = 'png' | 'webp';
// What this browser can make of a canvas; every browser makes PNG.
export function pictureKinds(): PictureKind[] {
  return canvas().element.toDataURL('image/webp').startsWith('data:image/webp') ? ['png', 'webp'] : ['png'];
}
export async function pixelsOf(svg: string, kind: PictureKind): Promise<Blob> {
  const { element, brush } = canvas();
  await paint(brush, svg);
  return new Promise((resolve, reject) =>
    element.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), `image/${kind}`, 0.9),
  );
}
