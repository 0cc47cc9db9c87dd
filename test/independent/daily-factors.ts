import { plainMacd, plainRsi, plainSma } from './indicators.js';
import { plainBeta } from './market-beta.js';
import type { Row } from './rows.js';

type Input = readonly [weightPct: number, sign: 1 | -1, z: number | undefined];

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function deviation(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1));
}

/** A factor's score, 0 to 100, and the percent of its inputs' weight that has data. */
interface PlainFactor {
  readonly score: number;
  readonly knownPct: number;
}

/** Daily deviation, and the drift expected of a security. */
interface Scale {
  readonly sigma: number | undefined;
  readonly drift: number;
}

/** Weighted mean of 100 / (1 + e^−z) over the inputs that have a value; null if none has. */
function factorOf(inputs: readonly Input[]): PlainFactor | null {
  const known = inputs.filter(([, , z]) => z !== undefined && Number.isFinite(z));
  if (known.length === 0) return null;
  const parts = known.map(([weight, sign, z]) => (weight * 100) / (1 + Math.exp(-sign * (z ?? 0))));
  const knownPct = known.reduce((sum, [weight]) => sum + weight, 0);
  return { score: parts.reduce((sum, part) => sum + part, 0) / knownPct, knownPct };
}

/** Mean daily log return of the market with dividends, day by day, over the dates before one; 0 below 252 returns. */
export function plainDrift(market: readonly Row[], date: string): number {
  const closes = market.filter((row) => row.date < date).map(({ adj }) => adj);
  const returns = closes.slice(1).map((close, i) => Math.log(close) - Math.log(closes[i] ?? NaN));
  return returns.length < 252 ? 0 : mean(returns);
}

/** Wilder's average true range over 14 sessions. */
function trueRange(rows: readonly Row[]): number | undefined {
  const ranges = rows.slice(1).map((row, i) => {
    const before = rows[i]?.close ?? NaN;
    return Math.max(row.high - row.low, Math.abs(row.high - before), Math.abs(row.low - before));
  });
  if (ranges.length < 14) return undefined;
  return ranges.slice(14).reduce((average, range) => (average * 13 + range) / 14, mean(ranges.slice(0, 14)));
}

function volatility(closes: readonly number[]): number | undefined {
  const returns = closes
    .slice(1)
    .map((close, i) => Math.log(close / (closes[i] ?? NaN)))
    .slice(-63);
  return returns.length < 20 ? undefined : Math.max(0.0001, deviation(returns));
}

function technical(rows: readonly Row[], closes: readonly number[], { sigma, drift }: Scale): PlainFactor | null {
  const close = closes[closes.length - 1] ?? NaN;
  const average = (n: number): number | undefined => plainSma(closes, n).at(-1);
  const over = (n: number): number | undefined => {
    const reference = average(n);
    if (reference === undefined || sigma === undefined) return undefined;
    return (Math.log(close / reference) - drift * (n - 1) * 0.5) / (sigma * Math.sqrt(n / 3));
  };
  const [fast, slow, range, strength] = [
    average(50),
    average(200),
    trueRange(rows),
    closes.length > 14 ? plainRsi(closes).at(-1) : undefined,
  ];
  const { line, signal } = plainMacd(closes).at(-1) ?? {};
  const usual = sigma === undefined ? 50 : 50 + (50 * drift) / (sigma * Math.sqrt(2 / Math.PI));
  return factorOf([
    [15, -1, over(20)],
    [20, 1, over(50)],
    [25, 1, over(200)],
    [
      15,
      1,
      fast === undefined || slow === undefined || sigma === undefined
        ? undefined
        : (Math.log(fast / slow) - 75 * drift) / (sigma * Math.sqrt(37.5)),
    ],
    [15, -1, strength === undefined ? undefined : (strength - usual) / 10],
    [
      10,
      -1,
      line === undefined || signal === undefined || range === undefined || range <= 0
        ? undefined
        : (line - signal) / (range / 4),
    ],
  ]);
}

function momentum(rows: readonly Row[], closes: readonly number[], { sigma, drift }: Scale): PlainFactor | null {
  const ago = (n: number): number | undefined => closes[closes.length - 1 - n];
  const between = (from: number, to: number): number | undefined => {
    const [start, end] = [ago(from), ago(to)];
    if (start === undefined || end === undefined || sigma === undefined) return undefined;
    return (Math.log(end) - Math.log(start) - drift * (from - to)) / (sigma * Math.sqrt(from - to));
  };
  const logs = rows.slice(-50).map(({ volume }) => (volume > 0 ? Math.log(volume) : NaN));
  const before = logs.slice(0, -1);
  const unusual = logs.length < 50 ? undefined : ((logs[49] ?? NaN) - mean(before)) / Math.max(0.01, deviation(before));
  return factorOf([
    [40, 1, between(252, 21)],
    [25, 1, between(126, 0)],
    [20, -1, between(21, 0)],
    [10, -1, between(1, 0)],
    [5, 1, unusual],
  ]);
}

/** Technical and momentum factors at the last of the rows, from the definitions; `market` are the benchmark's rows. */
export function plainDailyFactors(
  rows: readonly Row[],
  market: readonly Row[],
): { technical: PlainFactor | null; momentum: PlainFactor | null } {
  const { date } = rows[rows.length - 1] ?? { date: '' };
  const read = rows.filter((row) => row.date >= `${String(Number(date.slice(0, 4)) - 3)}-01-01`);
  const closes = read.map(({ close }) => close);
  const scale = { sigma: volatility(closes), drift: plainBeta(rows, market, date) * plainDrift(market, date) };
  return { technical: technical(read, closes, scale), momentum: momentum(read, closes, scale) };
}
