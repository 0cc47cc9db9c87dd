import {
  metricsOf,
  withOperands,
  type Comparison,
  type Condition,
  type MetricOperand,
  type Operand,
  type Test,
} from './condition.js';
import type { MetricName } from './metrics.js';
import { printTest } from './print.js';

/** True, false, or null where a value is missing (S. C. Kleene, Introduction to Metamathematics, 1952, §64). */
export type Truth = boolean | null;

/** A value in the metric's unit, or a label; null or absent where there is none. */
export type Value = number | string | null;

/** The values of a ticker at the last session and at the one before. */
export interface Reading {
  readonly now: Readonly<Partial<Record<MetricName, Value>>>;
  readonly before: Readonly<Partial<Record<MetricName, Value>>>;
}

/** A metric with its values, as a test has read it. */
export interface ReadValue {
  readonly ticker: string | null;
  readonly metric: MetricName;
  readonly now: Value;
  readonly before: Value;
}

export interface TestOutcome {
  /** The test in its shortest spelling, with the tickers that it was evaluated for. */
  readonly text: string;
  readonly truth: Truth;
  readonly values: readonly ReadValue[];
}

/** What a condition is for one ticker, or for none if it names all of its tickers. */
export interface Evaluation {
  readonly ticker: string | null;
  readonly truth: Truth;
  readonly tests: readonly TestOutcome[];
}

/** Changes are compared to nine decimals, so that 100 to 105 is a change by 5%. */
const DECIMALS = 1e9;

/**
 * Evaluates a condition for each ticker, or once if it names all of its tickers. Missing values make a test unknown,
 * and an unknown condition does not hold.
 */
export function evaluateCondition(
  condition: Condition,
  tickers: readonly string[],
  readings: ReadonlyMap<string, Reading>,
): readonly Evaluation[] {
  const bound: readonly (string | null)[] = needsTickers(condition) ? tickers : [null];
  return bound.map((ticker) => {
    const tests: TestOutcome[] = [];
    const truth = truthOf(condition, ticker, readings, tests);
    return { ticker, truth, tests };
  });
}

/** Whether a metric of the condition names no ticker. */
export function needsTickers(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.terms.some(needsTickers);
    case 'not':
      return needsTickers(condition.term);
    default:
      return metricsOf(condition).some(({ ticker }) => ticker === null);
  }
}

type Readings = ReadonlyMap<string, Reading>;

/** Every test is evaluated, so that all of their values can be shown. */
function truthOf(condition: Condition, bound: string | null, readings: Readings, tests: TestOutcome[]): Truth {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const truths = condition.terms.map((term) => truthOf(term, bound, readings, tests));
      const decisive = condition.kind === 'or';
      if (truths.includes(decisive)) return decisive;
      return truths.includes(null) ? null : !decisive;
    }
    case 'not': {
      const truth = truthOf(condition.term, bound, readings, tests);
      return truth === null ? null : !truth;
    }
    default: {
      const read = (operand: MetricOperand): ReadValue => valueOf(operand, bound, readings);
      const outcome = { truth: testTruth(condition, read), values: metricsOf(condition).map(read) };
      tests.push({
        text: printTest(withOperands(condition, (operand) => ({ ...operand, ticker: operand.ticker ?? bound }))),
        ...outcome,
      });
      return outcome.truth;
    }
  }
}

function valueOf({ ticker, metric }: MetricOperand, bound: string | null, readings: Readings): ReadValue {
  const of = ticker ?? bound;
  const reading = of === null ? undefined : readings.get(of);
  return { ticker: of, metric, now: reading?.now[metric] ?? null, before: reading?.before[metric] ?? null };
}

const COMPARISONS: Readonly<Record<Comparison, (one: number, other: number) => boolean>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '=': (one, other) => one === other,
  '!=': (one, other) => one !== other,
};

const numeric = (value: Value): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

function testTruth(test: Test, read: (operand: MetricOperand) => ReadValue): Truth {
  const now = (operand: Operand): number | null =>
    operand.kind === 'number' ? operand.value : numeric(read(operand).now);
  const before = (operand: Operand): number | null =>
    operand.kind === 'number' ? operand.value : numeric(read(operand).before);
  switch (test.kind) {
    case 'compare':
      return compared(now(test.left), now(test.right), COMPARISONS[test.operator]);
    case 'between':
      return compared(now(test.of), 0, (value) => value >= test.low && value <= test.high);
    case 'cross': {
      const [is, was] = [now(test.of), before(test.of)];
      return crossed(test.direction, [is, now(test.level)], [was, before(test.level)]);
    }
    case 'move':
      return moved(test, now(test.of), before(test.of));
    case 'label': {
      const value = read(test.of).now;
      return typeof value === 'string' ? test.labels.includes(value) !== test.isNot : null;
    }
    case 'change': {
      const { now: is, before: was } = read(test.of);
      if (typeof is !== 'string' || typeof was !== 'string') return null;
      return is !== was && (test.from ?? was) === was && (test.to ?? is) === is;
    }
  }
}

function compared(one: number | null, other: number | null, isTrue: (one: number, other: number) => boolean): Truth {
  return one === null || other === null ? null : isTrue(one, other);
}

type Pair = readonly [value: number | null, level: number | null];

/** Above is strictly above: a value that reaches its level has not crossed it. */
function crossed(direction: 'above' | 'below' | 'either', [is, level]: Pair, [was, levelWas]: Pair): Truth {
  if (is === null || level === null || was === null || levelWas === null) return null;
  const isAbove = is > level && was <= levelWas;
  const isBelow = is < level && was >= levelWas;
  return direction === 'above' ? isAbove : direction === 'below' ? isBelow : isAbove || isBelow;
}

function moved(
  { direction, amount, isPercent, isStrict }: Extract<Test, { readonly kind: 'move' }>,
  is: number | null,
  was: number | null,
): Truth {
  if (is === null || was === null || (isPercent && was === 0)) return null;
  const change = isPercent ? (100 * (is - was)) / Math.abs(was) : is - was;
  const size = Math.round(
    DECIMALS * (direction === 'either' ? Math.abs(change) : direction === 'up' ? change : -change),
  );
  return isStrict ? size > Math.round(DECIMALS * amount) : size >= Math.round(DECIMALS * amount);
}
