import { readdirSync } from 'node:fs';
import { yearsBack } from '../calendar/days.js';
import { at, lowerBound } from '../engines/series.js';
import { drawingOf, regimesOf, type RegimeMode } from '../engines/simulation/drawing.js';
import { jointHistory, type Closes } from '../engines/simulation/joint-history.js';
import { outcome } from '../engines/simulation/outcome.js';
import { Random, type Seed } from '../engines/simulation/random.js';
import { fitRegimes, type RegimeFit } from '../engines/simulation/regime.js';
import { wealthPaths } from '../engines/simulation/wealth-paths.js';
import { sampleDeviation } from '../engines/statistics.js';
import { externalFile, hasExternalData, leanRows } from '../test/independent/datasets.js';
import { barsOf, readRows } from '../test/independent/rows.js';

const PATHS = 2000;
const HORIZONS = [21, 126];
const LOOKBACK_YEARS = 5;
/** Sessions between the dates, of the current volatility, and before a ticker's first date. */
const STEP = 21;
const CURRENT = 21;
const MIN_SESSIONS = 504;
const GROUPS = 5;
const MODES: readonly RegimeMode[] = [null, 'auto'];
const SEED: Seed = [1, 2, 3, 4];

/** Indexes and a second class of the same share. */
const LEFT_OUT = ['SPX', 'VIX', 'GOOGL'];
/** Tickers of the vendor of unadjusted prices whose histories have one owner and no hole. */
const LEAN = ['aapl', 'aig', 'bac', 'eem', 'goog', 'ibm'];

interface Ticker {
  readonly name: string;
  readonly bars: Closes;
}

function vendorFolder(folder: string): Ticker[] {
  const names = readdirSync(externalFile(folder))
    .filter((file) => file.endsWith('.csv'))
    .map((file) => file.slice(0, -4));
  return names
    .filter((name) => !LEFT_OUT.includes(name))
    .map((name) => ({ name, bars: barsOf(readRows(externalFile(folder, `${name}.csv`))) }));
}

/** One of each ticker, the longest history first. */
function universe(): Ticker[] {
  const all = [
    ...LEAN.map((name) => ({ name: name.toUpperCase(), bars: barsOf(leanRows(name)) })),
    ...vendorFolder('daily_etf_yahoo'),
    ...vendorFolder('daily_recent_yahoo'),
  ];
  return all.filter(({ name }, i) => all.findIndex((other) => other.name === name) === i);
}

function upTo({ days, adjClose }: Closes, day: number): Closes {
  const end = lowerBound(days, day + 1);
  return { days: days.subarray(0, end), adjClose: adjClose.subarray(0, end) };
}

function relativeVolatility({ days, adjClose }: Closes): number {
  const from = lowerBound(days, yearsBack(at(days, days.length - 1), LOOKBACK_YEARS));
  const returns = adjClose.subarray(from + 1).map((close, i) => close / at(adjClose, from + i) - 1);
  return sampleDeviation(returns, returns.length - CURRENT, returns.length) / sampleDeviation(returns);
}

interface Trial {
  readonly relativeVolatility: number;
  readonly isStressed: boolean;
  /** For each mode: whether the outcome was below p5, above p95, below p50. */
  readonly results: readonly { readonly below: boolean; readonly above: boolean; readonly belowMedian: boolean }[];
}

/** The benchmark's regimes as they were known on a date, fitted once. */
function regimeReader(benchmark: Closes): (date: number) => RegimeFit | null {
  const known = new Map<number, RegimeFit | null>();
  return (date) => {
    const fit = known.get(date) ?? fitRegimes(upTo(benchmark, date), LOOKBACK_YEARS);
    known.set(date, fit);
    return fit;
  };
}

function trialAt({ bars }: Ticker, date: number, horizon: number, fit: RegimeFit | null): Trial | null {
  const past = upTo(bars, date);
  const last = past.days.length - 1;
  if (past.days.length < MIN_SESSIONS || past.days[last] !== date || last + horizon >= bars.days.length) return null;
  const history = jointHistory([{ ticker: 'X', valueUsd: 1, bars: past }], LOOKBACK_YEARS);
  const regimes = 'ok' in history ? null : regimesOf(history, fit);
  if ('ok' in history || regimes === null) return null;
  const realised = 100 * (at(bars.adjClose, last + horizon) / at(bars.adjClose, last) - 1);
  const results = MODES.map((mode) => {
    const drawing = drawingOf(mode, history, regimes, horizon, new Random(SEED, date));
    if (drawing === null) throw new Error('A run by regimes requires them.');
    const terminal = new Float64Array(PATHS);
    wealthPaths(drawing.table, drawing.sample, horizon, { terminal, byDay: null }, () => false);
    const {
      terminal: { p5Pct, p50Pct, p95Pct },
    } = outcome(terminal, 1);
    return { below: realised < p5Pct, belowMedian: realised < p50Pct, above: realised > p95Pct };
  });
  return { relativeVolatility: relativeVolatility(past), isStressed: regimes.fit.today.state === 'stressed', results };
}

function share(trials: readonly Trial[], mode: number, what: keyof Trial['results'][number]): string {
  return `${((100 * trials.filter(({ results }) => results[mode]?.[what]).length) / trials.length).toFixed(1)}%`;
}

function line(name: string, trials: readonly Trial[]): void {
  const cells = MODES.flatMap((_, mode) =>
    (['below', 'belowMedian', 'above'] as const).map((what) => share(trials, mode, what).padStart(7)),
  );
  console.log(`${name.padEnd(34)}${String(trials.length).padStart(6)}${cells.join('')}`);
}

function report(horizon: number, trials: readonly Trial[]): void {
  console.log(`\n${horizon} sessions${' '.repeat(23)}dates  plain: <p5   <p50   >p95  auto: <p5   <p50   >p95`);
  const ranked = [...trials].sort((a, b) => a.relativeVolatility - b.relativeVolatility);
  for (let group = 0; group < GROUPS; group += 1) {
    const edge = (index: number): number => Math.floor((index * ranked.length) / GROUPS);
    const members = ranked.slice(edge(group), edge(group + 1));
    line(`fifth ${group + 1}, volatility ratio to ${members.at(-1)?.relativeVolatility.toFixed(2) ?? ''}`, members);
  }
  line(
    'benchmark calm',
    trials.filter(({ isStressed }) => !isStressed),
  );
  line(
    'benchmark stressed',
    trials.filter(({ isStressed }) => isStressed),
  );
  line('all', trials);
}

if (hasExternalData) {
  const tickers = universe();
  const benchmark = tickers.find(({ name }) => name === 'SPY')?.bars ?? {
    days: new Int32Array(),
    adjClose: new Float64Array(),
  };
  const dates = [...benchmark.days].filter((_, i) => i >= MIN_SESSIONS && i % STEP === 0);
  const regimesAt = regimeReader(benchmark);
  console.log(
    `${tickers.length} tickers, every ${STEP}th session of SPY from its ${MIN_SESSIONS}th on, ${PATHS} paths, lookback ${LOOKBACK_YEARS} years`,
  );
  for (const horizon of HORIZONS) {
    report(
      horizon,
      tickers.flatMap((ticker) => dates.flatMap((date) => trialAt(ticker, date, horizon, regimesAt(date)) ?? [])),
    );
  }
}
