import type { Condition, MetricOperand, Operand, Test } from './condition.js';
import { METRIC_NAMES, metricRow } from './metrics.js';
import { OPERATOR_WORDS } from './phrases.js';

/** Words that are tickers only with their sign: those of operators, and those that names of metrics begin with. */
const WORDS: ReadonlySet<string> = new Set([
  ...OPERATOR_WORDS,
  ...METRIC_NAMES.map((name) => name.split('_')[0] ?? name),
]);

/** The condition in its shortest spelling; parsing that gives the same condition again. */
export function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'or':
      return condition.terms.map(printCondition).join(' or ');
    case 'and':
      return condition.terms.map((term) => inside(term, term.kind === 'or')).join(' and ');
    case 'not':
      return `not ${inside(condition.term, condition.term.kind === 'or' || condition.term.kind === 'and')}`;
    default:
      return printTest(condition);
  }
}

function inside(condition: Condition, needsParentheses: boolean): string {
  return needsParentheses ? `(${printCondition(condition)})` : printCondition(condition);
}

function printMetric({ ticker, metric }: MetricOperand): string {
  if (ticker === null) return metric;
  return `${WORDS.has(ticker.toLowerCase()) ? '$' : ''}${ticker} ${metric}`;
}

/** A number in the unit of the metric that it is compared with. */
function printNumber(value: number, { metric }: MetricOperand): string {
  const suffix = { percent: '%', multiple: 'x', days: value === 1 ? ' day' : ' days' } as const;
  const { unit } = metricRow(metric);
  return `${value}${unit in suffix ? suffix[unit as keyof typeof suffix] : ''}`;
}

function printOperand(operand: Operand, other: Operand): string {
  if (operand.kind === 'metric') return printMetric(operand);
  return other.kind === 'metric' ? printNumber(operand.value, other) : String(operand.value);
}

const label = (text: string): string => (/^\w+$/.test(text) ? text : `"${text}"`);
const MOVES = { up: 'rises by', down: 'falls by', either: 'changes by' } as const;
const CROSSES = { above: 'crosses above', below: 'crosses below', either: 'crosses' } as const;

export function printTest(test: Test): string {
  if (test.kind === 'compare')
    return `${printOperand(test.left, test.right)} ${test.operator} ${printOperand(test.right, test.left)}`;
  const of = printMetric(test.of);
  switch (test.kind) {
    case 'between':
      return `${of} between ${printNumber(test.low, test.of)} and ${printNumber(test.high, test.of)}`;
    case 'cross':
      return `${of} ${CROSSES[test.direction]} ${printOperand(test.level, test.of)}`;
    case 'move': {
      const amount = test.isPercent ? `${test.amount}%` : printNumber(test.amount, test.of);
      return `${of} ${MOVES[test.direction]} ${test.isStrict ? 'more than ' : ''}${amount}`;
    }
    case 'label': {
      const [first = '', ...others] = test.labels;
      const is = test.isNot ? 'is not' : 'is';
      return others.length === 0
        ? `${of} ${is} ${label(first)}`
        : `${of} ${is} in (${test.labels.map(label).join(', ')})`;
    }
    case 'change': {
      const from = test.from === null ? '' : ` from ${label(test.from)}`;
      return `${of} changes${from}${test.to === null ? '' : ` to ${label(test.to)}`}`;
    }
  }
}
