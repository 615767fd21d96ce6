// Places for marks on a scale, none over another: each as near to where it belongs as the others let it.
export function spread(wanted: number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
  // Neighbours that touch become one block around the middle of what they want.
  const blocks: { members: number[]; middle: number }[] = [];
  const width = (block: { members: number[] }) => (block.members.length - 1) * gap;
  const settle = (block: { members: number[]; middle: number }) => {
    const mean = block.members.reduce((sum, i) => sum + (wanted[i] ?? 0), 0) / block.members.length;
    block.middle = Math.max(low + width(block) / 2, Math.min(high - width(block) / 2, mean));
  };
  for (const i of order) {
    let block = { members: [i], middle: 0 };
    settle(block);
    for (let last = blocks.at(-1); last; last = blocks.at(-1)) {
      if (block.middle - width(block) / 2 - (last.middle + width(last) / 2) >= gap) break;
      blocks.pop();
      block = { members: [...last.members, ...block.members], middle: 0 };
      settle(block);
    }
    blocks.push(block);
  }
  const places = wanted.slice();
  for (const block of blocks)
    block.members.forEach((i, nth) => (places[i] = block.middle - width(block) / 2 + nth * gap));
  return places;
}
