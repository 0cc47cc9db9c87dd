import { metricsOf, testsOf, withOperands, type Condition, type MetricOperand } from './condition.js';
import type { MetricName } from './metrics.js';

/** A condition whose metrics all have a ticker, or the first metric for which none is certain. */
export type Carried =
  | { readonly isClear: true; readonly condition: Condition }
  /** `tickers`: what the condition names, in the order of the text: none, several, or one after the metric. */
  | { readonly isClear: false; readonly metric: MetricName; readonly tickers: readonly string[] };

/**
 * A condition as it is read without tickers of an agent: a metric that names no ticker is of the one that is named
 * before it, if the condition names no other.
 */
export function carryTicker(condition: Condition): Carried {
  const operands = testsOf(condition).flatMap(metricsOf);
  const [first] = operands;
  const open = operands.find(({ ticker }) => ticker === null);
  const tickers = [...new Set(operands.flatMap(({ ticker }) => ticker ?? []))];
  const [carried] = tickers;
  if (first === undefined || open === undefined) return { isClear: true, condition };
  // With one ticker, every metric comes after its first mention if the first metric is that mention.
  if (carried === undefined || tickers.length > 1 || first.ticker === null)
    return { isClear: false, metric: open.metric, tickers };
  return { isClear: true, condition: bound(condition, carried) };
}

function bound(condition: Condition, carried: string): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, terms: condition.terms.map((term) => bound(term, carried)) };
    case 'not':
      return { ...condition, term: bound(condition.term, carried) };
    default:
      return withOperands(condition, (operand: MetricOperand) => ({ ...operand, ticker: operand.ticker ?? carried }));
  }
}
