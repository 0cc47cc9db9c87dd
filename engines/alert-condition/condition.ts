import type { MetricName } from './metrics.js';

/** A metric of a ticker; null for each of the tickers that the condition is evaluated for. */
export interface MetricOperand {
  readonly kind: 'metric';
  readonly ticker: string | null;
  readonly metric: MetricName;
}

/** A number in the unit of the metric that it is compared with. */
export interface NumberOperand {
  readonly kind: 'number';
  readonly value: number;
}

export type Operand = MetricOperand | NumberOperand;
export type Comparison = '<' | '<=' | '>' | '>=' | '=' | '!=';

/** What is true, false or unknown of the values of metrics. */
export type Test =
  | { readonly kind: 'compare'; readonly left: Operand; readonly operator: Comparison; readonly right: Operand }
  /** Both ends included. */
  | { readonly kind: 'between'; readonly of: MetricOperand; readonly low: number; readonly high: number }
  /** Beyond the level now, and not beyond it in the session before. */
  | {
      readonly kind: 'cross';
      readonly of: MetricOperand;
      readonly direction: 'above' | 'below' | 'either';
      readonly level: Operand;
    }
  /** The difference from the session before, in the metric's unit or in percent of the value before. */
  | {
      readonly kind: 'move';
      readonly of: MetricOperand;
      readonly direction: 'up' | 'down' | 'either';
      readonly amount: number;
      readonly isPercent: boolean;
      /** Whether the difference must be more than the amount. */
      readonly isStrict: boolean;
    }
  | {
      readonly kind: 'label';
      readonly of: MetricOperand;
      readonly isNot: boolean;
      readonly labels: readonly string[];
    }
  /** The label differs from that of the session before; null stands for any. */
  | { readonly kind: 'change'; readonly of: MetricOperand; readonly from: string | null; readonly to: string | null };

/** Terms of `and` and `or` are two or more, and of another kind. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly terms: readonly Condition[] }
  | { readonly kind: 'not'; readonly term: Condition }
  | Test;

/** `and` or `or` of terms, without nesting of the same kind. */
export function joined(kind: 'and' | 'or', terms: readonly Condition[]): Condition {
  return { kind, terms: terms.flatMap((term) => (term.kind === kind ? term.terms : [term])) };
}

/** All tests, in the order of the text. */
export function testsOf(condition: Condition): readonly Test[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.terms.flatMap(testsOf);
    case 'not':
      return testsOf(condition.term);
    default:
      return [condition];
  }
}

/** The metrics of a test, in the order of the text. */
export function metricsOf(test: Test): readonly MetricOperand[] {
  const operands = test.kind === 'compare' ? [test.left, test.right] : [test.of, ...levelOf(test)];
  return operands.filter((operand) => operand.kind === 'metric');
}

function levelOf(test: Test): readonly Operand[] {
  return test.kind === 'cross' ? [test.level] : [];
}

/** The test with each of its metrics replaced. */
export function withOperands(test: Test, replace: (operand: MetricOperand) => MetricOperand): Test {
  const replaced = (operand: Operand): Operand => (operand.kind === 'metric' ? replace(operand) : operand);
  if (test.kind === 'compare') return { ...test, left: replaced(test.left), right: replaced(test.right) };
  return test.kind === 'cross'
    ? { ...test, of: replace(test.of), level: replaced(test.level) }
    : { ...test, of: replace(test.of) };
}

/** Whether a test compares with the session before. */
export function looksBack({ kind }: Test): boolean {
  return kind === 'cross' || kind === 'move' || kind === 'change';
}
