import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isoDate } from '../../calendar/days.js';
import { CellError, parseDate, parseNumber } from './cells.js';
import { baseName, tickerOfName } from './ticker-name.js';
import { ImportError } from './import-report.js';
import { readRows, type Row } from './read-rows.js';

/** One row of a factor file: applies to sessions up to and including `lastDay`. */
export interface FactorRow {
  readonly lastDay: number;
  readonly priceFactor: number;
  readonly splitFactor: number;
  /** Close as traded on `lastDay`, USD; 0 if the row only ends the file. */
  readonly referencePrice: number;
}

/** A period in which a security had one ticker; both days included. */
export interface TickerSpan {
  readonly ticker: string;
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The companions of a daily bar file in a folder with `daily/`, `factor_files/` and `map_files/`. */
export interface LeanPlace {
  readonly ticker: string;
  readonly factors: readonly FactorRow[];
  /** Oldest first; empty if the ticker has no map file. */
  readonly spans: readonly TickerSpan[];
}

/** Reads the companions of a file; undefined if it is not in a LEAN layout. */
export async function leanPlaceOf(file: string): Promise<LeanPlace | undefined> {
  const folder = path.dirname(file);
  if (path.basename(folder).toLowerCase() !== 'daily') return undefined;
  const root = path.dirname(folder);
  const name = baseName(file).toLowerCase();
  const factorFile = path.join(root, 'factor_files', `${name}.csv`);
  const mapFolder = path.join(root, 'map_files');
  if (!(await exists(factorFile)) && !(await exists(mapFolder))) return undefined;
  const mapFile = path.join(mapFolder, `${name}.csv`);
  if (!(await exists(mapFile))) await refuseFormerTicker(name, folder, mapFolder);
  return {
    ticker: name,
    factors: (await exists(factorFile)) ? await readAll(factorFile, readFactor) : [],
    spans: (await exists(mapFile)) ? await readSpans(mapFile) : [],
  };
}

/** `daily/goocv.csv` is the first week of GOOG: importing it separately would store those sessions twice. */
async function refuseFormerTicker(name: string, dailyFolder: string, mapFolder: string): Promise<void> {
  if (!(await exists(mapFolder))) return;
  for (const map of await readdir(mapFolder)) {
    const present = baseName(map).toLowerCase();
    if (!(await exists(path.join(dailyFolder, `${present}.csv`)))) continue;
    const spans = await readSpans(path.join(mapFolder, map));
    if (!spans.some((span) => span.ticker === name)) continue;
    throw new ImportError(
      `${tickerOfName(name)} is a former ticker of ${tickerOfName(present)} (map file); its sessions are imported with that ticker.`,
    );
  }
}

function readFactor(cells: readonly string[]): FactorRow {
  return {
    lastDay: parseDate(cells[0]).day,
    priceFactor: parseNumber(cells[1], 'price factor'),
    splitFactor: parseNumber(cells[2], 'split factor'),
    referencePrice: cells.length > 3 ? parseNumber(cells[3], 'reference price') : 0,
  };
}

/** A map file's first row is the first day, each later row the last day under its ticker. */
async function readSpans(file: string): Promise<TickerSpan[]> {
  const rows = await readAll(file, (cells) => ({
    day: parseDate(cells[0]).day,
    ticker: (cells[1] ?? '').toLowerCase(),
  }));
  const spans: TickerSpan[] = [];
  let firstDay = rows[0]?.day;
  for (const { day, ticker } of rows.slice(1)) {
    if (firstDay === undefined || day < firstDay) continue;
    spans.push({ ticker, firstDay, lastDay: day });
    firstDay = day + 1;
  }
  return spans;
}

async function readAll<Read>(file: string, read: (cells: readonly string[]) => Read): Promise<Read[]> {
  const all: Read[] = [];
  for await (const row of readRows(file)) all.push(readCells(file, row, read));
  return all;
}

function readCells<Read>(file: string, row: Row, read: (cells: readonly string[]) => Read): Read {
  try {
    return read(row.cells);
  } catch (fault) {
    if (!(fault instanceof CellError)) throw fault;
    const place = `${path.basename(path.dirname(file))}/${path.basename(file)}`;
    throw new ImportError(`Line ${row.line} of ${place} is invalid: ${fault.message}.`, { cause: fault });
  }
}

/** Describes sessions under another ticker, for a note. */
export function describeSpan({ ticker, firstDay, lastDay }: TickerSpan): string {
  return `${isoDate(firstDay)} to ${isoDate(lastDay)} under ${ticker.toUpperCase()}`;
}

export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
