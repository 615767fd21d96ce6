// Names and titles are counted by the server in bytes of UTF-8: what does not fit is not taken in the first place.
export const mostName = 32;
export const mostTitle = 80;
export const mostChat = 2000;

const coder = new TextEncoder();

// The beginning of the text that fits, never half a sign.
export function clipped(text: string, most: number): string {
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += coder.encode(segment).length;
    if (bytes > most) break;
    kept += segment;
  }
  return kept;
}
