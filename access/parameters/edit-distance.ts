/** Insertions, deletions, substitutions and swaps of neighbours that turn one text into the other. */
export function editDistance(one: string, other: string): number {
  const width = other.length + 1;
  const cost = new Uint16Array((one.length + 1) * width);
  const at = (i: number, j: number): number => cost[i * width + j] ?? 0;
  for (let i = 0; i <= one.length; i += 1) {
    for (let j = 0; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const steps =
        i === 0 || j === 0 ? i + j : Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1));
      cost[i * width + j] = isSwap ? Math.min(steps, at(i - 2, j - 2) + 1) : steps;
    }
  }
  return at(one.length, other.length);
}
