import { LRUCache } from 'lru-cache';
import { fundamentalsHistory, type FundamentalsHistory } from '../engines/signal/fundamentals.js';
import type { EarningsReport } from '../store/earnings.js';
import { rowsByKey } from '../store/rows-by-key.js';
import type { Tables } from '../store/tables.js';
import type { SeriesRows, SourcedRow } from './series-field.js';
import type { Services } from './services.js';

/** The surprises in a filer's reports of one source. */
export interface FundamentalsRow extends SourcedRow {
  readonly history: FundamentalsHistory;
}

const TABLES = ['earnings_reports', 'filings'] as const satisfies readonly (keyof Tables)[];
/** About 2 kB each. */
const MOST_TICKERS = 10_000;
const NONE: readonly FundamentalsRow[] = [];

/** The surprises in reports by ticker, of each source by itself. */
export function fundamentalsIn(
  reports: ReadonlyMap<string, readonly EarningsReport[]>,
): ReadonlyMap<string, readonly FundamentalsRow[]> {
  return new Map(
    Array.from(reports, ([ticker, quarters]) => [
      ticker,
      Array.from(
        rowsByKey(quarters, ({ source }) => source),
        ([source, own]) => ({
          source,
          history: fundamentalsHistory(own),
        }),
      ),
    ]),
  );
}

function keptRows({ store }: Pick<Services, 'store'>): SeriesRows<FundamentalsRow> {
  const kept = new LRUCache<string, readonly FundamentalsRow[]>({ max: MOST_TICKERS });
  let keptOf = '';
  return {
    tables: TABLES,
    lacking: (rows) => (rows.some((row) => 'history' in row) ? [] : ['fundamentals']),
    async load(repositories, symbols) {
      // Before anything is read, so that what is kept is of these versions or newer.
      const versions = TABLES.map((table) => store.versionOf(table));
      const { earnings } = repositories;
      if (versions.includes(undefined)) return fundamentalsIn(await earnings.byTickers(symbols));
      const current = versions.join(' ');
      if (current !== keptOf) kept.clear();
      keptOf = current;
      const rows = new Map<string, readonly FundamentalsRow[]>();
      for (const symbol of symbols) {
        const own = kept.get(symbol);
        if (own !== undefined) rows.set(symbol, own);
      }
      await earnings.noteUse([...rows.keys()]);
      const missing = symbols.filter((symbol) => !rows.has(symbol));
      if (missing.length === 0) return rows;
      const found = fundamentalsIn(await earnings.byTickers(missing));
      for (const symbol of missing) {
        const own = found.get(symbol) ?? NONE;
        rows.set(symbol, own);
        // The tables may have changed meanwhile.
        if (keptOf === current) kept.set(symbol, own);
      }
      return rows;
    },
  };
}

/** One for each store, whatever fields read it. */
const ROWS = new WeakMap<object, SeriesRows<FundamentalsRow>>();

/** The surprises of each security as rows of a history, in memory while the tables stay as they are. */
export function fundamentalsRows(services: Pick<Services, 'store'>): SeriesRows<FundamentalsRow> {
  const known = ROWS.get(services.store) ?? keptRows(services);
  ROWS.set(services.store, known);
  return known;
}
