import { expect, it } from '@jest/globals';
import { carryTicker } from '../../engines/alert-condition/carried-ticker.js';
import { needsOf } from '../../engines/alert-condition/needs.js';
import { evaluateCondition, type Reading, type Value } from '../../engines/alert-condition/evaluate.js';
import {
  testsOf,
  type Condition,
  type MetricOperand,
  type Operand,
  type Test,
} from '../../engines/alert-condition/condition.js';
import { METRICS, metricRow } from '../../engines/alert-condition/metrics.js';
import { parseCondition } from '../../engines/alert-condition/parse.js';
import { historyReading } from '../../engines/alert-condition/history-values.js';
import { randomCondition } from '../../engines/alert-condition/fixtures/random-condition.js';
import { seededRandom, type Random } from '../../sources/simulated/random.js';
import { appleRows } from './datasets.js';
import { plainMacd, plainRsi, plainSma } from './indicators.js';

/*
 * Kleene's logic as arithmetic: false is 0, unknown one half, true 1; `and` is the least, `or` the greatest, `not` the
 * difference from 1. Values are found by the names of ticker and metric in one text.
 */

type Table = ReadonlyMap<string, Value>;

const key = (when: 'now' | 'before', ticker: string | null, metric: string): string =>
  `${when} ${String(ticker)} ${metric}`;

function plainTruth(condition: Condition, bound: string | null, table: Table): number {
  if (condition.kind === 'not') return 1 - plainTruth(condition.term, bound, table);
  if ('terms' in condition) {
    const truths = condition.terms.map((term) => plainTruth(term, bound, table));
    return condition.kind === 'and' ? Math.min(...truths) : Math.max(...truths);
  }
  return plainTest(condition, bound, table);
}

function plainTest(test: Test, bound: string | null, table: Table): number {
  const value = (operand: Operand, when: 'now' | 'before'): Value | undefined =>
    operand.kind === 'number' ? operand.value : table.get(key(when, operand.ticker ?? bound, operand.metric));
  const certain = (isTrue: boolean, ...values: readonly unknown[]): number =>
    values.some((each) => each === null || each === undefined) ? 0.5 : Number(isTrue);
  if (test.kind === 'compare') {
    const [left, right] = [value(test.left, 'now'), value(test.right, 'now')];
    const sign = Math.sign(Number(left) - Number(right));
    const signs = { '<': [-1], '<=': [-1, 0], '=': [0], '!=': [-1, 1], '>=': [0, 1], '>': [1] }[test.operator];
    return certain(signs.includes(sign), left, right);
  }
  const [now, before] = [value(test.of, 'now'), value(test.of, 'before')];
  const [is, was] = [Number(now), Number(before)];
  if (test.kind === 'between') return certain(Math.min(Math.max(is, test.low), test.high) === is, now);
  if (test.kind === 'label') return certain(test.labels.findIndex((label) => label === now) >= 0 === !test.isNot, now);
  if (test.kind === 'change') {
    const isAsked = (asked: string | null, given: unknown): boolean => asked === null || asked === given;
    return certain(now !== before && isAsked(test.from, before) && isAsked(test.to, now), now, before);
  }
  if (test.kind === 'cross') {
    const [level, levelBefore] = [value(test.level, 'now'), value(test.level, 'before')];
    const [side, sideBefore] = [Math.sign(is - Number(level)), Math.sign(was - Number(levelBefore))];
    const turns = side !== 0 && side !== sideBefore;
    const isWanted = test.direction === 'either' || side === (test.direction === 'above' ? 1 : -1);
    return certain(turns && isWanted, now, before, level, levelBefore);
  }
  const distance = test.isPercent ? (is / was - 1) * 100 * Math.sign(was) : is - was;
  const moved = { up: distance, down: -distance, either: Math.abs(distance) }[test.direction];
  const beyond = moved - test.amount;
  // Amounts are random: none is hit exactly, unless it is meant to be.
  const isReached = Math.abs(beyond) < 1e-7 ? !test.isStrict : beyond > 0;
  return certain(isReached, now, before, test.isPercent && was === 0 ? null : 0);
}

function randomValue(random: Random, { metric }: MetricOperand): Value {
  if (random() < 0.2) return null;
  const { labels, range: [low, high] = [-1e6, 1e6] } = metricRow(metric);
  if (labels !== undefined) return labels[Math.floor(random() * labels.length)] ?? null;
  return random() < 0.1 ? 0 : Number((low + random() * (high - low)).toFixed(3));
}

it("conditions over random values are as true as Kleene's tables say", () => {
  const random = seededRandom(31, 0, 1);
  const seen = { true: 0, false: 0, null: 0 };
  for (let round = 0; round < 4_000; round += 1) {
    const condition = randomCondition(random, 3);
    const tickers = ['AAPL', 'MSFT'];
    const table = new Map<string, Value>();
    const readings = new Map<string, Reading>();
    for (const ticker of [...tickers, ...needsOf(condition).tickers]) {
      const values: { now: Record<string, Value>; before: Record<string, Value> } = { now: {}, before: {} };
      for (const metric of Object.keys(METRICS) as (keyof typeof METRICS)[])
        for (const when of ['now', 'before'] as const) {
          const value = randomValue(random, { kind: 'metric', ticker, metric });
          values[when][metric] = value;
          table.set(key(when, ticker, metric), value);
        }
      readings.set(ticker, values);
    }
    for (const { ticker, truth, tests } of evaluateCondition(condition, tickers, readings)) {
      const expected = { 0: false, 0.5: null, 1: true }[String(plainTruth(condition, ticker, table))];
      expect([condition, truth]).toEqual([condition, expected]);
      expect(tests).toHaveLength(testsOf(condition).length);
      seen[String(truth) as keyof typeof seen] += 1;
    }
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(500);
});

it('the ticker that random conditions carry on is the only one in their text, written into its gaps', () => {
  const random = seededRandom(32, 0, 1);
  const seen = { carried: 0, unclear: 0, whole: 0 };
  for (let round = 0; round < 4_000; round += 1) {
    const condition = randomCondition(random, 2);
    const text = JSON.stringify(condition);
    const mentions = [...text.matchAll(/"ticker":(null|"[^"]+")/g)].map(([, mention = '']) => mention);
    const [ticker = '', ...others] = new Set(mentions.filter((mention) => mention !== 'null'));
    const isWhole = !mentions.includes('null');
    const isClear = isWhole || (ticker !== '' && others.length === 0 && mentions[0] === ticker);
    const carried = carryTicker(condition);
    expect([text, carried.isClear]).toEqual([text, isClear]);
    if (carried.isClear)
      expect(carried.condition).toEqual(
        JSON.parse(isWhole ? text : text.replaceAll('"ticker":null', `"ticker":${ticker}`)),
      );
    seen[isWhole ? 'whole' : isClear ? 'carried' : 'unclear'] += 1;
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
});

it('values of the last two sessions of AAPL are those of plain indicators', () => {
  const rows = appleRows();
  const closes = rows.map(({ close }) => close);
  const { now, before } = historyReading({
    opens: rows.map(({ open }) => open),
    closes,
    volumes: rows.map(({ volume }) => volume),
  });
  const [rsi, sma50, sma200, macd] = [plainRsi(closes), plainSma(closes, 50), plainSma(closes, 200), plainMacd(closes)];
  for (const [values, back] of [
    [now, 1],
    [before, 2],
  ] as const) {
    const i = rows.length - back;
    const [row, prior] = [rows[i], rows[i - 1]];
    if (row === undefined || prior === undefined) throw new Error('The history is too short.');
    const { line = NaN, signal = NaN } = macd[i] ?? {};
    const year = closes.slice(i - 251, i + 1).sort((one, other) => one - other);
    const usual = rows.slice(i - 20, i).reduce((sum, { volume }) => sum + volume, 0) / 20;
    const expected = {
      price: row.close,
      volume: row.volume,
      volume_ratio: row.volume / usual,
      rsi: rsi[i],
      sma_50: sma50[i],
      sma_200: sma200[i],
      macd_histogram: line - signal,
      change: (100 * (row.close - prior.close)) / prior.close,
      gap: (100 * (row.open - prior.close)) / prior.close,
      change_5d: 100 * (row.close / (closes[i - 5] ?? NaN) - 1),
      change_20d: 100 * (row.close / (closes[i - 20] ?? NaN) - 1),
      low_52w: year[0],
      high_52w: year.at(-1),
    };
    for (const [metric, value] of Object.entries(expected))
      expect([metric, values[metric as keyof typeof expected]]).toEqual([metric, expect.closeTo(value ?? NaN, 7)]);
  }
});

it('short histories have values as far as they reach', () => {
  const { now, before } = historyReading({ opens: [10, 11], closes: [10, 12], volumes: [5, 6] });
  expect(now).toMatchObject({
    price: 12,
    change: expect.closeTo(20),
    gap: expect.closeTo(10),
    rsi: null,
    sma_20: null,
    high_52w: null,
    change_5d: null,
  });
  expect(before).toMatchObject({ price: 10, change: null, gap: null });
  expect(historyReading({ opens: [], closes: [], volumes: [] })).toMatchObject({
    now: { price: null },
    before: { price: null },
  });
});

it('the documented examples are conditions', () => {
  for (const text of [
    'AAPL rsi < 30 and composite_score >= 56',
    'gap > 2%',
    'signal changes to Sell',
    'earnings within 5 days',
  ])
    expect(parseCondition(text).ok).toBe(true);
});
