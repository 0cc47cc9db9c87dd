import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const HEADER = 'date,open,high,low,close,volume';

/** `count` consecutive days of made-up prices; `level` tells one history from another. */
function rowsOf(count: number, level: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => {
    const date = new Date(Date.UTC(2015, 0, 1 + i)).toISOString().slice(0, 10);
    const close = (level * (1 + 0.1 * Math.sin(i / 9))).toFixed(4);
    return `${date},${close},${close},${close},${close},1000`;
  });
}

/** Writes daily files named after `tickers`, each of `days` rows. */
export async function writeHistories(
  folder: string,
  tickers: readonly string[],
  days: number,
  level: number,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const ticker of tickers)
    await writeFile(path.join(folder, `${ticker}.csv`), [HEADER, ...rowsOf(days, level), ''].join('\n'));
}
