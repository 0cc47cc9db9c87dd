import { createHash } from 'node:crypto';
import { METHOD_VERSION } from '../../../engines/signal/constants.js';
import { fundamentalsHistory, type FundamentalsHistory } from '../../../engines/signal/fundamentals.js';
import type { BenchmarkCloses } from '../../../engines/signal/drift.js';
import { firstYearRead } from '../../../engines/signal/window.js';
import { lowerBound } from '../../../engines/series.js';
import type { ScreenValues } from '../../../engines/screen/screen-values.js';
import { rowsBeside } from '../../../sources/simulated/rows-beside.js';
import type { EarningsReport } from '../../../store/earnings.js';
import type { StoredSeries } from '../../../store/series.js';
import type { ScreenRow } from '../../../store/screen-rows.js';
import type { Security } from '../../../store/securities.js';
import type { Store } from '../../../store/open-store.js';
import type { ScreenTask } from './screen-thread.js';

/** Sessions of minute bars that a signal reads. */
const MINUTE_SESSIONS = 5;

/** A security with stored sessions. */
export type Priced = Security & { readonly lastDay: number };

/** What rows depend on besides their own histories. */
export interface ScreenInputs {
  readonly benchmark: ScreenBenchmark;
  /** Digests of reports by ticker. */
  readonly reports: ReadonlyMap<string, string>;
  /** Digests of what option chains say by ticker. */
  readonly options: ReadonlyMap<string, string>;
}

/** The benchmark, and digests of it. */
interface ScreenBenchmark {
  readonly bars: BenchmarkCloses | null;
  /** Digest of the benchmark before a day, all of it that enters a signal of that day. */
  digestBefore(day: number): string;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array | Int32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

export function screenBenchmark(bars: BenchmarkCloses | null): ScreenBenchmark {
  const known = new Map<number, string>();
  const digest = (end: number): string => {
    if (bars === null) return '';
    const hash = createHash('sha256');
    for (const column of [bars.days, bars.close, bars.adjClose]) hash.update(bytesOf(column.subarray(0, end)));
    return hash.digest('base64url').slice(0, 22);
  };
  return {
    bars,
    digestBefore(day) {
      const end = bars === null ? 0 : lowerBound(bars.days, day);
      const found = known.get(end) ?? digest(end);
      known.set(end, found);
      return found;
    },
  };
}

/** Whether a row is computed from what is stored for the security now. */
export function isCurrent(
  row: ScreenRow,
  { symbol, version, lastDay }: Priced,
  { benchmark, reports, options }: ScreenInputs,
): boolean {
  return (
    row.version === version &&
    row.method === METHOD_VERSION &&
    row.reports === (reports.get(symbol) ?? '') &&
    row.options === (options.get(symbol) ?? '') &&
    row.benchmark === benchmark.digestBefore(lastDay)
  );
}

/** The surprises in reports of one source, as the signal of a security with these prices reads them. */
function fundamentalsOf(pricesFrom: string, reports: readonly EarningsReport[]): FundamentalsHistory | null {
  const shown = rowsBeside(pricesFrom, reports);
  const [first] = shown;
  return first === undefined ? null : fundamentalsHistory(shown.filter(({ source }) => source === first.source));
}

/**
 * The years that a signal reads; the whole history of a security whose previous close is older. Read before the
 * minutes, so that a row is never said to be newer than its prices.
 */
async function historiesOf(
  { bars }: Pick<Store, 'bars'>,
  securities: readonly Priced[],
): Promise<readonly StoredSeries[]> {
  const symbols = securities.map(({ symbol }) => symbol);
  const oldest = Math.min(...securities.map(({ lastDay }) => lastDay));
  const recent = await bars.readSince(symbols, firstYearRead(oldest));
  const cut = [...recent.values()].filter((series) => series.bars.days.length < 2 && series.earlier > 0);
  const whole = cut.length === 0 ? null : await bars.readDaily(cut.map(({ symbol }) => symbol));
  return Array.from(recent.values(), ({ symbol, version, ...series }) => ({
    ...(whole?.get(symbol) ?? series),
    symbol,
    version,
  }));
}

/** Reads and computes the rows of some securities: one query of each table. */
export async function computeRows(
  store: Pick<Store, 'bars' | 'earnings' | 'optionReadings'>,
  run: (task: ScreenTask) => Promise<readonly ScreenValues[]>,
  securities: readonly Priced[],
  { benchmark, reports: digests, options }: ScreenInputs,
): Promise<readonly ScreenRow[]> {
  const histories = await historiesOf(store, securities);
  const symbols = histories.map(({ symbol }) => symbol);
  const minutes = await store.bars.readNewestMinutes(symbols, MINUTE_SESSIONS);
  const reports = await store.earnings.byTickers(symbols);
  const chains = await store.optionReadings.recent(symbols);
  const values = await run({
    benchmark: benchmark.bars,
    securities: histories.map(({ symbol, source, bars }) => ({
      bars,
      sessions: minutes.get(symbol) ?? [],
      fundamentals: fundamentalsOf(source, reports.get(symbol) ?? []),
      optionsFlow: rowsBeside(source, chains.get(symbol) ?? []),
    })),
  });
  return histories.flatMap(({ symbol, version, bars }, place) => {
    const [own, lastDay] = [values[place], bars.days.at(-1)];
    if (own === undefined || lastDay === undefined) return [];
    const enters = {
      benchmark: benchmark.digestBefore(lastDay),
      reports: digests.get(symbol) ?? '',
      options: options.get(symbol) ?? '',
    };
    return [{ symbol, version, method: METHOD_VERSION, ...enters, ...own }];
  });
}
