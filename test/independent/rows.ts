import { readFileSync } from 'node:fs';
import type { DailyBars } from '../../calendar/bars.js';

/** One session as a plain object; prices in USD, `date` as `YYYY-MM-DD`. */
export interface Row {
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  adj: number;
  volume: number;
}

const DATE_FORMS: readonly [RegExp, (parts: string[]) => string][] = [
  [/^(\d{4})-(\d\d)-(\d\d)/, ([, y, m, d]) => `${y}-${m}-${d}`],
  [
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/,
    ([, m, d, y]) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`,
  ],
  [
    /^(\d{1,2})\/(\d{1,2})\/(\d{2})$/,
    ([, m, d, y]) => `20${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`,
  ],
];

/** ISO form of a vendor's date; any other text, as in deliberately broken files, unchanged. */
function normalDate(text: string): string {
  for (const [form, spell] of DATE_FORMS) {
    const match = form.exec(text);
    if (match !== null) return spell([...match]);
  }
  return text;
}

/** Reads a daily CSV with a header of date, open, high, low, close, volume and optionally `Adj Close`, in any case. */
export function readRows(file: string): Row[] {
  const [header = '', ...lines] = readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  const names = header.toLowerCase().split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    const number = (name: string): number => Number(cells[names.indexOf(name)]);
    return {
      date: normalDate(cells[names.indexOf('date')] ?? ''),
      open: number('open'),
      high: number('high'),
      low: number('low'),
      close: number('close'),
      adj: names.includes('adj close') ? number('adj close') : number('close'),
      volume: number('volume'),
    };
  });
}

/** Epoch day of a date text, by the platform's calendar. */
export function epochDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000;
}

/** The engines' input columns, from rows. */
export function barsOf(rows: readonly Row[]): DailyBars {
  return {
    days: Int32Array.from(rows, (row) => epochDay(row.date)),
    open: Float64Array.from(rows, (row) => row.open),
    high: Float64Array.from(rows, (row) => row.high),
    low: Float64Array.from(rows, (row) => row.low),
    close: Float64Array.from(rows, (row) => row.close),
    adjClose: Float64Array.from(rows, (row) => row.adj),
    volume: Float64Array.from(rows, (row) => row.volume),
  };
}

/** Same calendar day `years` earlier, as text; rows on or after it are inside the window. */
export function earliest(rows: readonly Row[], years: number): string {
  const last = rows[rows.length - 1]?.date ?? '9999-01-01';
  return `${Number(last.slice(0, 4)) - years}${last.slice(4)}`;
}
