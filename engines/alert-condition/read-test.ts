import type { Comparison, MetricOperand, Operand, Test } from './condition.js';
import { Fault } from './fault.js';
import { readLabel, readLabels } from './labels.js';
import { metricRow, type MetricName } from './metrics.js';
import { expected, readOperand, takeNumber, type WrittenNumber } from './operands.js';
import type { Operator } from './phrases.js';
import type { Reader } from './reader.js';

type TestOperator = Exclude<Operator, { readonly kind: 'or' | 'and' }>;

const isLabel = (metric: MetricName): boolean => metricRow(metric).unit === 'label';

const isDays = (operand: Operand): boolean => operand.kind === 'metric' && metricRow(operand.metric).unit === 'days';

/** A test whose first operand and operator have been read. `column` is the operator's. */
export function readTest(reader: Reader, left: Operand, operator: TestOperator, column: number): Test {
  switch (operator.kind) {
    case 'compare':
      return readComparison(reader, left, operator.operator, column);
    case 'is':
      return readIs(reader, left, operator.isNot, column);
    case 'in':
      if (isDays(left) && reader.peek().kind === 'number') return readWithin(reader, numberOf(left, column), column);
      return {
        kind: 'label',
        of: labelOf(left, column),
        isNot: false,
        labels: readLabels(reader, labelOf(left, column)),
      };
    case 'between':
      return readBetween(reader, numberOf(left, column));
    case 'within':
      return readWithin(reader, numberOf(left, column), column);
    case 'cross':
      return readCross(reader, lookingBack(numberOf(left, column), column), operator.direction);
    case 'move':
      return readMove(reader, lookingBack(numberOf(left, column), column), operator.direction);
    case 'change':
      return readChange(reader, lookingBack(labelOf(left, column), column));
  }
}

function metricOf(operand: Operand, column: number): MetricOperand {
  if (operand.kind === 'metric') return operand;
  throw new Fault(column, 'a metric is expected before this, and a number is there');
}

function numberOf(operand: Operand, column: number): MetricOperand {
  const of = metricOf(operand, column);
  if (!isLabel(of.metric)) return of;
  const labels = metricRow(of.metric).labels?.join(', ');
  throw new Fault(column, `${of.metric} is a label: ask whether it is, or changes to, one of ${labels}`);
}

function labelOf(operand: Operand, column: number): MetricOperand {
  const of = metricOf(operand, column);
  if (isLabel(of.metric)) return of;
  throw new Fault(column, `${of.metric} is a number: compare it, or ask whether it crosses or changes by one`);
}

function lookingBack(of: MetricOperand, column: number): MetricOperand {
  if (metricRow(of.metric).hasBefore) return of;
  throw new Fault(column, `${of.metric} has no value of the session before, so it cannot cross or change`);
}

/** A number that may be compared with the metric; `isAmount` for a difference, which has no bounds. */
function checked(number: WrittenNumber, { metric }: MetricOperand, isAmount = false): number {
  const { unit, range } = metricRow(metric);
  const { mark, value, column } = number;
  if (mark !== undefined && mark !== unit) throw new Fault(column, `${metric} is measured in ${unit}, not in ${mark}`);
  if (!isAmount && range !== undefined && (value < range[0] || value > range[1]))
    throw new Fault(column, `${metric} is from ${range[0]} to ${range[1]}`);
  return value;
}

function isWritten(operand: Operand | WrittenNumber): operand is WrittenNumber {
  return operand.kind === 'number' && 'column' in operand;
}

/** The operand as the other one is compared with it. */
function comparable(operand: Operand | WrittenNumber, other: MetricOperand, column: number): Operand {
  if (isWritten(operand)) return { kind: 'number', value: checked(operand, other) };
  if (operand.kind === 'number') return operand;
  const [unit, ofOther] = [metricRow(operand.metric).unit, metricRow(other.metric).unit];
  const isSame = unit === ofOther && (unit !== 'points' || operand.metric === other.metric);
  if (unit !== 'label' && isSame) return operand;
  throw new Fault(column, `${operand.metric} cannot be compared with ${other.metric}`);
}

function readComparison(reader: Reader, left: Operand, operator: Comparison, column: number): Test {
  const isOfLabel = left.kind === 'metric' && isLabel(left.metric);
  if (isOfLabel && (operator === '=' || operator === '!='))
    return { kind: 'label', of: left, isNot: operator === '!=', labels: [readLabel(reader, left)] };
  if (left.kind === 'metric') numberOf(left, column);
  const { column: rightColumn } = reader.peek();
  const right = readOperand(reader);
  if (left.kind === 'metric') return { kind: 'compare', left, operator, right: comparable(right, left, rightColumn) };
  if (right.kind === 'number') throw new Fault(rightColumn, 'one side of a comparison must be a metric');
  const of = numberOf(right, rightColumn);
  return { kind: 'compare', left: comparable(left, of, column), operator, right: of };
}

function readIs(reader: Reader, left: Operand, isNot: boolean, column: number): Test {
  const of = metricOf(left, column);
  if (!isLabel(of.metric)) return readComparison(reader, of, isNot ? '!=' : '=', column);
  if (reader.takeWord('in')) return { kind: 'label', of, isNot, labels: readLabels(reader, of) };
  return { kind: 'label', of, isNot, labels: [readLabel(reader, of)] };
}

function readAmount(reader: Reader, what: string): WrittenNumber {
  const number = takeNumber(reader);
  if (number === null) throw expected(reader, what);
  return number;
}

function readBetween(reader: Reader, of: MetricOperand): Test {
  const low = checked(readAmount(reader, 'a number'), of);
  if (!reader.takeWord('and')) throw expected(reader, 'and');
  const { column } = reader.peek();
  const high = checked(readAmount(reader, 'a number'), of);
  if (high < low) throw new Fault(column, 'the second number must not be below the first');
  return { kind: 'between', of, low, high };
}

/** `earnings within 5 days`. */
function readWithin(reader: Reader, of: MetricOperand, column: number): Test {
  if (metricRow(of.metric).unit !== 'days') throw new Fault(column, `${of.metric} is not measured in days`);
  const value = checked(readAmount(reader, 'a number of days'), of);
  return { kind: 'compare', left: of, operator: '<=', right: { kind: 'number', value } };
}

function readCross(reader: Reader, of: MetricOperand, direction: 'above' | 'below' | 'either'): Test {
  const { column } = reader.peek();
  const level = comparable(readOperand(reader), of, column);
  if (level.kind === 'metric') lookingBack(level, column);
  return { kind: 'cross', of, direction, level };
}

function readMove(reader: Reader, of: MetricOperand, direction: 'up' | 'down' | 'either'): Test {
  const isStrict = reader.takeWord('over') || reader.takeWord('more') || reader.takeSymbol('>');
  if (isStrict) reader.takeWord('than');
  else if (reader.takeWord('at')) {
    if (!reader.takeWord('least')) throw expected(reader, 'least');
  } else reader.takeSymbol('>=');
  const number = readAmount(reader, 'a number');
  if (!(number.value > 0)) throw new Fault(number.column, 'the amount of a change must be above 0');
  // A metric in percent changes by percentage points.
  const isPercent = number.mark === 'percent' && metricRow(of.metric).unit !== 'percent';
  const amount = isPercent ? number.value : checked(number, of, true);
  return { kind: 'move', of, direction, amount, isPercent, isStrict };
}

function readChange(reader: Reader, of: MetricOperand): Test {
  const from = reader.takeWord('from') ? readLabel(reader, of) : null;
  const hasTo = reader.takeWord('to') || (from === null && isLabelNext(reader));
  return { kind: 'change', of, from, to: hasTo ? readLabel(reader, of) : null };
}

/** `becomes Sell`. */
function isLabelNext(reader: Reader): boolean {
  const { kind, text } = reader.peek();
  return kind === 'text' || (kind === 'word' && !['and', 'or'].includes(text.toLowerCase()));
}
