import { CellError, parseNumber } from '../files/cells.js';
import { text, type Cell } from '../files/read-cells.js';

/** Words for an amount that is not known; a sum of zero is not known either. */
const UNKNOWN = /^(unknown|undisclosed|n\/a|none|-+)?$/i;
const SCALED = /^(-?)\$?(-?)([\d.,]+)\s*(k|thousand|m|mn|mm|million|b|bn|billion|t|tn|trillion)?$/i;
const SCALES: Readonly<Record<string, number>> = { k: 1e3, t: 1e12, m: 1e6, b: 1e9 };
const MOST_USD = 1e14;

function scaleOf(word: string | undefined): number {
  if (word === undefined) return 1;
  if (word === 'thousand') return 1e3;
  return SCALES[word.charAt(0)] ?? 1;
}

/** `$180B`, `$1.5 bn`, `8,000,000`; null for `Unknown` and `$0M`. Throws CellError for anything else. */
export function usdAmount(cell: Cell, label: string): number | null {
  const given = text(cell);
  if (UNKNOWN.test(given)) return null;
  const [, before, after, digits, word] = SCALED.exec(given) ?? [];
  if (before === '-' || after === '-') throw new CellError(`${label} ${given} is negative`);
  const amount = parseNumber(digits ?? given, label) * scaleOf(word?.toLowerCase());
  if (amount > MOST_USD) throw new CellError(`${label} ${given} is above 100 trillion dollars`);
  return amount === 0 ? null : amount;
}
