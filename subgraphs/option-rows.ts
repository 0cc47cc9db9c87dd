import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DatedReading } from '../engines/signal/options-flow.js';
import type { StoredReading } from '../store/option-readings.js';
import type { NeededKind } from './kind-not-read.js';
import type { SeriesRows, SourcedRow } from './series-field.js';
import type { Services } from './services.js';

/** What a ticker's chains say, oldest first. */
export interface OptionsRow extends SourcedRow {
  readonly readings: readonly DatedReading[];
  /** Of the readings: results are kept under it. */
  readonly digest: string;
}

/** About 10 kB each with as many readings as are read. */
const MOST_TICKERS = 10_000;
const NONE: readonly OptionsRow[] = [];

/** A ticker's chains are of one source. */
function rowOf(readings: readonly StoredReading[]): readonly OptionsRow[] {
  const [first] = readings;
  if (first === undefined) return NONE;
  const hash = createHash('sha256');
  for (const { day, volatilitySpread, volatilitySmirk, pairs, missing } of readings)
    hash.update(JSON.stringify([day, volatilitySpread, volatilitySmirk, pairs, missing]));
  return [{ source: first.source, readings, digest: hash.digest('base64url').slice(0, 22) }];
}

function rowsOf(
  symbols: readonly string[],
  found: ReadonlyMap<string, readonly StoredReading[]>,
): Map<string, readonly OptionsRow[]> {
  return new Map(symbols.map((symbol) => [symbol, rowOf(found.get(symbol) ?? [])]));
}

/** Results depend on the readings of their own ticker: a table version would end with every chain that is stored. */
function keyOf(rows: readonly SourcedRow[]): string {
  return rows.map((row) => ('readings' in row ? (row as OptionsRow).digest : '')).join('');
}

const lacking = (rows: readonly SourcedRow[]): readonly NeededKind[] =>
  rows.some((row) => 'readings' in row) ? [] : ['options'];

function keptRows({ store }: Pick<Services, 'store'>): SeriesRows<OptionsRow> {
  const kept = new LRUCache<string, readonly OptionsRow[]>({ max: MOST_TICKERS });
  let keptOf: number | undefined;
  return {
    tables: [],
    lacking,
    keyOf,
    async load({ optionReadings }, symbols) {
      // Before anything is read, so that what is kept is of this version or newer.
      const current = store.versionOf('option_readings');
      if (current === undefined) return rowsOf(symbols, await optionReadings.recent(symbols));
      if (current !== keptOf) kept.clear();
      keptOf = current;
      const rows = new Map<string, readonly OptionsRow[]>();
      for (const symbol of symbols) {
        const own = kept.get(symbol);
        if (own !== undefined) rows.set(symbol, own);
      }
      await optionReadings.noteUse([...rows.keys()]);
      const missing = symbols.filter((symbol) => !rows.has(symbol));
      if (missing.length === 0) return rows;
      for (const [symbol, own] of rowsOf(missing, await optionReadings.recent(missing))) {
        rows.set(symbol, own);
        // The table may have changed meanwhile.
        if (keptOf === current) kept.set(symbol, own);
      }
      return rows;
    },
  };
}

/** One for each store, whatever fields read it. */
const ROWS = new WeakMap<object, SeriesRows<OptionsRow>>();

/** What the newest chains of each security say, in memory while the table stays as it is. */
export function optionRows(services: Pick<Services, 'store'>): SeriesRows<OptionsRow> {
  const known = ROWS.get(services.store) ?? keptRows(services);
  ROWS.set(services.store, known);
  return known;
}

/** What all chains of each security say, for signals of days long ago. */
export const ALL_OPTION_ROWS: SeriesRows<OptionsRow> = {
  tables: [],
  keyOf,
  async load({ optionReadings }, symbols) {
    return rowsOf(symbols, await optionReadings.byTickers(symbols));
  },
};
