import { isoDate } from '../../calendar/days.js';
import { newYorkTime, type NewYorkTime } from '../../calendar/new-york-time.js';
import { minuteBarSchema, type MinuteBar } from '../models/minute-bar.js';
import { widenRange } from '../models/price-range.js';
import { CellError, checkWidth, parseMinute, parseNumber } from './cells.js';
import { readHeader, type Columns, type Field } from './columns.js';
import { ImportError, type RefusedRow } from './import-report.js';
import { readRowBatches, type Row } from './read-rows.js';

/** A file's minutes, oldest first, and its refused rows. */
export interface MinuteFile {
  readonly bars: readonly MinuteBar[];
  readonly refused: readonly RefusedRow[];
  readonly notes: readonly string[];
}

/** Reads `timestamp,open,high,low,close,volume`. Times without a zone are New York time. */
export async function readPlainMinutes(file: string, now: Date): Promise<MinuteFile> {
  let columns: Columns | undefined;
  return readMinutes(file, now, (row) => {
    if (columns !== undefined) return plainMinute(row, columns);
    columns = readHeader(row.cells);
    return undefined;
  });
}

/** Reads LEAN's minute trades for `day`, without header: ms since midnight New York, O, H, L, C × 10,000, volume. */
export async function readLeanMinutes(file: string, day: number, now: Date): Promise<MinuteFile> {
  return readMinutes(file, now, (row) => leanMinute(row, day));
}

async function readMinutes(file: string, now: Date, read: (row: Row) => MinuteBar | undefined): Promise<MinuteFile> {
  const bars: MinuteBar[] = [];
  const refused: RefusedRow[] = [];
  const lineOfMinute = new Map<number, number>();
  const present = newYorkTime(now.getTime());
  for await (const batch of readRowBatches(file))
    for (const row of batch) {
      try {
        const bar = read(row);
        if (!bar) continue;
        checkTime(bar, row.line, present, lineOfMinute);
        bars.push(bar);
      } catch (fault) {
        if (!(fault instanceof CellError)) throw fault;
        refused.push({ line: row.line, reason: fault.message });
      }
    }
  if (bars.length === 0 && refused.length === 0) throw new ImportError('The file has no rows of minute bars.');
  const isSorted = bars.every((bar, at) => at === 0 || timeOf(bar) > timeOf(bars[at - 1] ?? bar));
  if (!isSorted) bars.sort((a, b) => timeOf(a) - timeOf(b));
  return { bars, refused, notes: isSorted ? [] : ['The rows were not oldest first; they were sorted.'] };
}

const timeOf = ({ day, minute }: NewYorkTime): number => day * 1440 + minute;

function checkTime(bar: MinuteBar, line: number, present: NewYorkTime, lineOfMinute: Map<number, number>): void {
  if (timeOf(bar) > timeOf(present))
    throw new CellError(`${bar.day > present.day ? 'date' : 'a minute of'} ${isoDate(bar.day)} is in the future`);
  const earlier = lineOfMinute.get(timeOf(bar));
  if (earlier !== undefined) throw new CellError(`this minute is already on line ${earlier}; the first one counts`);
  lineOfMinute.set(timeOf(bar), line);
}

function plainMinute(row: Row, { index, width }: Columns): MinuteBar {
  checkWidth(row.cells, width);
  const cell = (field: Field): string | undefined => {
    const at = index.get(field);
    return at === undefined ? undefined : row.cells[at];
  };
  const stamp = index.has('time') ? `${cell('date') ?? ''} ${cell('time') ?? ''}` : cell('date');
  return check({
    ...parseMinute(stamp),
    open: parseNumber(cell('open'), 'open'),
    high: parseNumber(cell('high'), 'high'),
    low: parseNumber(cell('low'), 'low'),
    close: parseNumber(cell('close'), 'close'),
    volume: index.has('volume') ? parseNumber(cell('volume'), 'volume') : 0,
  });
}

const LEAN_FIELDS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
const LEAN_PRICE_UNITS = 10_000;
const MS_PER_MINUTE = 60_000;

function leanMinute(row: Row, day: number): MinuteBar {
  if (row.cells.length !== LEAN_FIELDS.length)
    throw new CellError(`the row has ${row.cells.length} fields, a trade row has ${LEAN_FIELDS.length}`);
  const cell = (name: (typeof LEAN_FIELDS)[number]): number => parseNumber(row.cells[LEAN_FIELDS.indexOf(name)], name);
  const minute = cell('time') / MS_PER_MINUTE;
  if (!Number.isInteger(minute) || minute < 0 || minute > 1439)
    throw new CellError(`time ${cell('time')} is not a whole minute of a day in ms`);
  return check({
    day,
    minute,
    open: cell('open') / LEAN_PRICE_UNITS,
    high: cell('high') / LEAN_PRICE_UNITS,
    low: cell('low') / LEAN_PRICE_UNITS,
    close: cell('close') / LEAN_PRICE_UNITS,
    volume: cell('volume'),
  });
}

function check(candidate: MinuteBar): MinuteBar {
  const parsed = minuteBarSchema.safeParse(candidate);
  if (!parsed.success) throw new CellError(parsed.error.issues[0]?.message ?? 'the row is not a valid bar');
  return widenRange(parsed.data);
}
