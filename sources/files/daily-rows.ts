import { dailyBarSchema, isDailyBar, type DailyBar } from '../models/daily-bar.js';
import { isoDate, weekdayOf } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { widenRange } from '../models/price-range.js';
import { CellError, checkWidth, parseDate, parseNumber } from './cells.js';
import { readHeader, type Columns, type Field } from './columns.js';
import { ImportError, type RefusedRow } from './import-report.js';
import { readRowBatches, type Row } from './read-rows.js';

/** A session as read from the file, before any adjustment. */
export interface RawBar {
  readonly bar: DailyBar;
  /** New shares for one old share at this session's open; 1 without a split. */
  readonly split: number;
  /** USD per share, ex this session, on the file's basis; 0 without one. */
  readonly dividend: number;
}

/** A file's sessions, oldest first, and its refused rows. */
export interface DailyFile {
  readonly columns: Columns;
  readonly bars: readonly RawBar[];
  readonly refused: readonly RefusedRow[];
  readonly notes: readonly string[];
}

/** Reads a file of daily bars. Throws ImportError if the file is unusable. */
export async function readDailyFile(file: string, now: Date): Promise<DailyFile> {
  const reader = new DailyReader(newYorkTime(now.getTime()).day);
  for await (const batch of readRowBatches(file)) for (const row of batch) reader.take(row);
  return reader.finish();
}

/** Reads the rows of one ticker, of which the first is the header. */
export class DailyReader {
  readonly #today: number;
  readonly #bars: RawBar[] = [];
  readonly #refused: RefusedRow[] = [];
  readonly #lineOfDay = new Map<number, number>();
  readonly #timesOfDay = new Map<number, string>();
  /** The times of day that occur, as texts of their own: a part of the file's text keeps all of it in memory. */
  readonly #times = new Map<string, string>();
  #columns: Columns | undefined;
  #severalTimesADay = 0;
  #widened = 0;

  constructor(today: number) {
    this.#today = today;
  }

  take(row: Row): void {
    if (this.#columns === undefined) {
      this.#columns = readHeader(row.cells);
      return;
    }
    try {
      this.#accept(row, this.#columns);
    } catch (fault) {
      if (!(fault instanceof CellError)) throw fault;
      this.#refused.push({ line: row.line, reason: fault.message });
    }
  }

  #accept(row: Row, columns: Columns): void {
    checkWidth(row.cells, columns.width);
    const cell = (field: Field): string | undefined => cellOf(row, columns, field);
    const date = parseDate(cell('date'));
    this.#checkDay(date.day, date.rest);
    const raw = readBar(date.day, cell, columns);
    const bar = widenRange(raw.bar);
    if (bar !== raw.bar) this.#widened++;
    this.#lineOfDay.set(date.day, row.line);
    this.#timesOfDay.set(date.day, this.#ownTime(date.rest));
    this.#bars.push(bar === raw.bar ? raw : { ...raw, bar });
  }

  #ownTime(time: string): string {
    const own = this.#times.get(time) ?? Buffer.from(time).toString();
    this.#times.set(own, own);
    return own;
  }

  #checkDay(day: number, time: string): void {
    if (day > this.#today) throw new CellError(`date ${isoDate(day)} is in the future`);
    const earlier = this.#lineOfDay.get(day);
    if (earlier === undefined) return;
    if (this.#timesOfDay.get(day) !== time) this.#severalTimesADay++;
    throw new CellError(`date ${isoDate(day)} is already on line ${earlier}; the first one counts`);
  }

  finish(): DailyFile {
    if (this.#columns === undefined) throw new ImportError('The file is empty.');
    if (this.#bars.length === 0 && this.#refused.length === 0)
      throw new ImportError('The file has a header and no rows.');
    if (this.#severalTimesADay > this.#bars.length) {
      throw new ImportError('The file has several bars per day: import it as minutes, not as daily bars.');
    }
    const wasSorted = this.#sort();
    return {
      columns: this.#columns,
      bars: this.#bars,
      refused: this.#refused,
      notes: this.#notes(this.#columns, wasSorted),
    };
  }

  #sort(): boolean {
    const isSorted = this.#bars.every(
      ({ bar }, at) => at === 0 || bar.day > (this.#bars[at - 1]?.bar.day ?? -Infinity),
    );
    if (!isSorted) this.#bars.sort((a, b) => a.bar.day - b.bar.day);
    return isSorted;
  }

  #notes(columns: Columns, wasSorted: boolean): string[] {
    const weekends = this.#bars.filter(({ bar }) => weekdayOf(bar.day) % 6 === 0).length;
    return [
      ...(wasSorted ? [] : ['The rows were not oldest first; they were sorted.']),
      ...(columns.index.has('volume') ? [] : ['The file has no volume column; volume is stored as 0.']),
      ...(columns.ignored.length > 0 ? [`Columns not used: ${columns.ignored.join(', ')}.`] : []),
      ...(weekends > 0 ? [`${weekends} sessions fall on a weekend; they were imported.`] : []),
      ...(this.#widened > 0
        ? [`${this.#widened} rows had open or close outside low..high by rounding; high or low was widened.`]
        : []),
    ];
  }
}

function cellOf(row: Row, columns: Columns, field: Field): string | undefined {
  const at = columns.index.get(field);
  return at === undefined ? undefined : row.cells[at];
}

function readBar(day: number, cell: (field: Field) => string | undefined, { index }: Columns): RawBar {
  const numberOf = (field: Field, name: string = field): number => parseNumber(cell(field), name);
  const close = numberOf('close');
  const candidate = {
    day,
    open: numberOf('open'),
    high: numberOf('high'),
    low: numberOf('low'),
    close,
    adjClose: index.has('adjClose') ? numberOf('adjClose', 'adjusted close') : close,
    volume: index.has('volume') ? numberOf('volume') : 0,
  };
  if (!isDailyBar(candidate)) {
    const issue = dailyBarSchema.safeParse(candidate).error?.issues[0];
    throw new CellError(issue?.message ?? 'the row is not a valid bar');
  }
  const splitField = index.has('split') ? 'split' : 'pastSplit';
  // Without a split, vendors of past splits write 0, vendors of coefficients 1.
  const split = index.has(splitField) ? numberOf(splitField, 'split coefficient') || 1 : 1;
  const dividend = index.has('dividend') ? numberOf('dividend') : 0;
  if (split < 0) throw new CellError(`split coefficient ${split} is negative`);
  if (dividend < 0) throw new CellError(`dividend ${dividend} is negative`);
  return { bar: candidate, split, dividend };
}
