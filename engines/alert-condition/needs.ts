import { looksBack, metricsOf, testsOf, type Condition } from './condition.js';
import { metricRow, type MetricGroup } from './metrics.js';
import { needsTickers } from './evaluate.js';

/** What has to be read to evaluate a condition. */
export interface ConditionNeeds {
  /** Tickers that the condition names, in the order of the text. */
  readonly tickers: readonly string[];
  /** Whether it also asks about tickers that it does not name. */
  readonly isOpen: boolean;
  readonly groups: ReadonlySet<MetricGroup>;
  /** Whether values of the session before are needed. */
  readonly looksBack: boolean;
}

export function needsOf(condition: Condition): ConditionNeeds {
  const tests = testsOf(condition);
  const operands = tests.flatMap(metricsOf);
  return {
    tickers: [...new Set(operands.flatMap(({ ticker }) => ticker ?? []))],
    isOpen: needsTickers(condition),
    groups: new Set(operands.map(({ metric }) => metricRow(metric).group)),
    looksBack: tests.some(looksBack),
  };
}
