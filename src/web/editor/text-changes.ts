/** Words that both texts have, or only one of them. */
export interface Piece {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Larger texts are compared at their ends only: the table has a cell for each pair of words. */
const MAX_PAIRS = 1_000_000;

/** The words of both texts in order: those that stayed, and those that were removed and added. */
export function compareTexts(before: string, after: string): Piece[] {
  const [old, now] = [before, after].map((text) => text.split(/(?<=\s)/)) as [string[], string[]];
  const most = Math.min(old.length, now.length);
  let [first, last] = [0, 0];
  while (first < most && old[first] === now[first]) first++;
  while (last < most - first && old.at(-1 - last) === now.at(-1 - last)) last++;
  return joinPieces([
    { kind: 'same', text: now.slice(0, first).join('') },
    ...compareWords(old.slice(first, old.length - last), now.slice(first, now.length - last)),
    { kind: 'same', text: now.slice(now.length - last).join('') },
  ]);
}

/** By the longest common subsequence. */
function compareWords(old: readonly string[], now: readonly string[]): Piece[] {
  if (old.length * now.length > MAX_PAIRS)
    return [
      { kind: 'removed', text: old.join('') },
      { kind: 'added', text: now.join('') },
    ];
  const common = countCommon(old, now);
  const pieces: Piece[] = [];
  for (let [i, j] = [0, 0]; i < old.length || j < now.length; ) {
    if (i < old.length && old[i] === now[j]) {
      pieces.push({ kind: 'same', text: old[i++] as string });
      j++;
    } else if (i < old.length && (j === now.length || common(i + 1, j) >= common(i, j + 1)))
      pieces.push({ kind: 'removed', text: old[i++] as string });
    else pieces.push({ kind: 'added', text: now[j++] as string });
  }
  return pieces;
}

/** How many words the rests of both texts have in common, by where they begin. */
function countCommon(old: readonly string[], now: readonly string[]): (i: number, j: number) => number {
  const width = now.length + 1;
  const counts = new Uint32Array((old.length + 1) * width);
  const count = (i: number, j: number) => counts[i * width + j] as number;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      counts[i * width + j] = old[i] === now[j] ? count(i + 1, j + 1) + 1 : Math.max(count(i + 1, j), count(i, j + 1));
  return count;
}

function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const { kind, text } of pieces.filter((piece) => piece.text !== '')) {
    const last = joined.at(-1);
    if (last?.kind === kind) last.text += text;
    else joined.push({ kind, text });
  }
  return joined;
}
