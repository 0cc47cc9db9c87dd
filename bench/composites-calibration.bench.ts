import { compositesAt } from '../engines/signal/composite-history.js';
import { attention } from '../engines/signal/attention.js';
import { labelOf } from '../engines/signal/composite.js';
import { marketDrifts } from '../engines/signal/drift.js';
import { labelFlips } from '../engines/signal/label-flips.js';
import { fixedBTail } from '../engines/fixed-b.js';
import { neweyWestMean } from '../engines/newey-west.js';
import { hasExternalData } from '../test/independent/datasets.js';
import { compositeOf, firstMethod, type MethodFactors } from './method-1.js';
import { realHistories, type RealHistory } from './real-histories.js';

/*
 * What the composite is worth on real prices, walk-forward: each day's score uses nothing later, and is compared with
 * the return of the 21 sessions after it. Before: version 1 of the method; after: the current one.
 */

const HORIZON = 21;
/** Sessions before a ticker's longest input has data. */
const WARM_UP = 253;
/** The fewest tickers of a day with a rank correlation. */
const FEWEST = 10;
const SESSIONS_PER_YEAR = 252;

/** Scores of one ticker by day, and the returns that followed (total return; NaN at the end). */
interface Ticker extends RealHistory {
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly inputs: MethodFactors;
  readonly attention: Float64Array;
  readonly later: Float64Array;
}

const at = (values: Float64Array, index: number): number => values[index] ?? Number.NaN;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function read(history: RealHistory, benchmark: RealHistory['bars']): Ticker {
  const { bars } = history;
  const inputs = firstMethod(bars);
  const { score } = compositesAt({
    bars,
    sessions: [],
    benchmark,
    fundamentals: null,
    optionsFlow: null,
    indices: Int32Array.from(bars.days.keys()),
  });
  const later = bars.adjClose.map((price, i) => at(bars.adjClose, i + HORIZON) / price - 1);
  return { ...history, inputs, before: compositeOf(inputs), after: score, attention: attention(bars.volume), later };
}

/** Scores from the first with all inputs on. */
const warm = (score: Float64Array): Float64Array => score.subarray(Math.min(WARM_UP, score.length));

function labels(scores: readonly Float64Array[]) {
  let [changes, undone, days] = [0, 0, 0];
  for (const score of scores) {
    const names = Array.from(score, (value) => labelOf(value));
    for (let i = 1; i < names.length; i += 1) {
      days += 1;
      const previous = names[i - 1];
      if (previous === undefined || names[i] === previous) continue;
      changes += 1;
      if (names.slice(i + 1, i + 6).includes(previous)) undone += 1;
    }
  }
  return { perYear: (SESSIONS_PER_YEAR * changes) / days, undone: changes === 0 ? 0 : undone / changes };
}

function flipsPerYear(scores: readonly Float64Array[], flips: (score: Float64Array) => number): number {
  const days = scores.reduce((sum, score) => sum + Math.max(0, score.length - 1), 0);
  return (SESSIONS_PER_YEAR * scores.reduce((sum, score) => sum + flips(score), 0)) / days;
}

/** Ranks from 0, ties at their mean. */
function ranksOf(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((one, other) => (values[one] ?? 0) - (values[other] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to + 1 < order.length && values[order[to + 1] ?? 0] === values[order[from] ?? 0]) to += 1;
    for (let k = from; k <= to; k += 1) ranks[order[k] ?? 0] = (from + to) / 2;
    from = to + 1;
  }
  return ranks;
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [mean(one), mean(other)];
  let [product, first, second] = [0, 0, 0];
  one.forEach((value, i) => {
    const [x, y] = [value - a, (other[i] ?? NaN) - b];
    product += x * y;
    first += x * x;
    second += y * y;
  });
  return product / Math.sqrt(first * second);
}

/** Mean daily rank correlation over the tickers of a day between a value and the return that followed, and its test. */
function rankIc(tickers: readonly Ticker[], valuesOf: (ticker: Ticker) => Float64Array) {
  const byDay = new Map<number, (readonly [number, number])[]>();
  for (const ticker of tickers) {
    const values = valuesOf(ticker);
    for (let i = WARM_UP; i < values.length; i += 1) {
      const [value, later, day] = [at(values, i), at(ticker.later, i), ticker.bars.days[i] ?? 0];
      if (!Number.isFinite(value) || !Number.isFinite(later)) continue;
      const rows = byDay.get(day) ?? [];
      rows.push([value, later]);
      byDay.set(day, rows);
    }
  }
  const days = [...byDay].filter(([, rows]) => rows.length >= FEWEST).sort(([one], [other]) => one - other);
  const daily = days.map(([, rows]) =>
    correlation(ranksOf(rows.map(([value]) => value)), ranksOf(rows.map(([, later]) => later))),
  );
  const test = neweyWestMean(Float64Array.from(daily.filter(Number.isFinite)), HORIZON - 1);
  return {
    days: daily.length,
    mean: test?.mean ?? NaN,
    t: test?.t ?? NaN,
    p: test === null ? NaN : 2 * fixedBTail(Math.abs(test.t), test.n, HORIZON - 1),
  };
}

const signed = (value: number, digits: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;

function printScores(name: string, tickers: readonly Ticker[]): void {
  const sides = [tickers.map(({ before }) => warm(before)), tickers.map(({ after }) => warm(after))] as const;
  const rows: readonly (readonly [string, (scores: readonly Float64Array[], which: number) => string])[] = [
    ['mean composite', (scores) => mean(scores.flatMap((score) => [...score])).toFixed(1)],
    ['label changes a year and ticker', (scores) => labels(scores).perYear.toFixed(1)],
    ['of these undone within 5 sessions', (scores) => `${(100 * labels(scores).undone).toFixed(0)}%`],
    [
      '`signal.flip` events a year and ticker',
      (scores, which) =>
        (which === 0 ? labels(scores).perYear : flipsPerYear(scores, (score) => labelFlips(score).length)).toFixed(1),
    ],
  ];
  console.log(`\n| ${name} | before | after |\n|---|---|---|`);
  for (const [what, value] of rows) console.log(`| ${what} | ${value(sides[0], 0)} | ${value(sides[1], 1)} |`);
}

function printSkill(tickers: readonly Ticker[]): void {
  const line = (name: string, sign: string, valuesOf: (ticker: Ticker) => Float64Array): void => {
    const ic = rankIc(tickers, valuesOf);
    console.log(`| ${name} | ${sign} | ${signed(ic.mean, 4)} | ${signed(ic.t, 1)} | ${ic.p.toFixed(2)} |`);
  };
  const { days } = rankIc(tickers, ({ after }) => after);
  console.log(
    `\n| shares, ${String(days)} days | sign in the composite | mean rank correlation | t | p |\n|---|---|---|---|---|`,
  );
  const all = tickers[0] === undefined ? [] : [...tickers[0].inputs.technical, ...tickers[0].inputs.momentum];
  const reversing = ['close over SMA 20', 'RSI 14', 'MACD histogram', '21 sessions', 'last session'];
  all.forEach(({ name }, place) =>
    line(
      name,
      reversing.includes(name) ? '−' : '+',
      ({ inputs }) => [...inputs.technical, ...inputs.momentum][place]?.z ?? new Float64Array(),
    ),
  );
  line('attention', '+', (ticker) => ticker.attention);
  line('composite, before', '', ({ before }) => before);
  line('composite, after', '', ({ after }) => after);
}

if (!hasExternalData) console.log('calibration: skipped, it needs the reference data (MARKETGRAPH_DATA)');
else {
  const { histories, benchmark } = realHistories();
  const tickers = histories.map((history) => read(history, benchmark));
  const drifts = marketDrifts(benchmark, benchmark.days);
  console.log(
    `${String(tickers.length)} histories; drift taken out at the end: ${(100 * SESSIONS_PER_YEAR * (drifts.at(-1) ?? NaN)).toFixed(1)}% a year`,
  );
  printScores(`${String(tickers.length)} shares and funds`, tickers);
  const shares = tickers.filter(({ isShare }) => isShare);
  printScores(`${String(shares.length)} shares`, shares);
  printSkill(shares);
}
