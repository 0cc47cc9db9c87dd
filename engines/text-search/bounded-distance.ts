const FAR = 255;

/** Rows of the table; a search runs at once, so one set is enough. */
let rows = [new Uint8Array(0), new Uint8Array(0), new Uint8Array(0)] as const;

function rowsOf(width: number): typeof rows {
  if (rows[0].length < width) rows = [new Uint8Array(width), new Uint8Array(width), new Uint8Array(width)];
  return rows;
}

/**
 * The fewest insertions, deletions, substitutions and swaps of neighbours between two texts (optimal string alignment,
 * Damerau 1964), if at most `most`; `most` + 1 otherwise. Only the band of the table that can be that near is computed.
 *
 * @param other code units, of which the text is from `start` to `end`
 */
export function boundedDistance(
  one: Uint16Array,
  other: Uint16Array,
  start: number,
  end: number,
  most: number,
): number {
  const [height, width] = [one.length, end - start];
  if (Math.abs(height - width) > most) return most + 1;
  let [before, above, row] = rowsOf(width + 2);
  for (let j = 0; j <= width; j += 1) above[j] = j > most ? FAR : j;
  for (let i = 1; i <= height; i += 1) {
    const [from, to] = [Math.max(1, i - most), Math.min(width, i + most)];
    const letter = one[i - 1];
    row[from - 1] = from === 1 && i <= most ? i : FAR;
    let least = row[from - 1] ?? FAR;
    for (let j = from; j <= to; j += 1) {
      const facing = other[start + j - 1];
      let steps = (above[j - 1] ?? FAR) + (letter === facing ? 0 : 1);
      steps = Math.min(steps, (above[j] ?? FAR) + 1, (row[j - 1] ?? FAR) + 1);
      if (i > 1 && j > 1 && letter === other[start + j - 2] && one[i - 2] === facing)
        steps = Math.min(steps, (before[j - 2] ?? FAR) + 1);
      row[j] = Math.min(steps, FAR);
      least = Math.min(least, steps);
    }
    if (to < width) row[to + 1] = FAR;
    // A swap reaches over one row.
    if (least > most + 1) return most + 1;
    [before, above, row] = [above, row, before];
  }
  return Math.min(above[width] ?? FAR, most + 1);
}
