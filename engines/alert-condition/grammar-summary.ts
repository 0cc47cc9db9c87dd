import { METRICS } from './metrics.js';

/** The grammar in a sentence, for whoever wrote a text that is no condition. */
export const GRAMMAR_SUMMARY = [
  'A condition joins tests with and, or, not and parentheses.',
  "A test is a metric, of a ticker before it or of the agent's tickers, and one of: < <= > >= = != with a number or a metric;",
  'between A and B; crosses above or crosses below a number or a metric; changes by, rises by or falls by a number or a percentage;',
  'is, is not, changes to or changes from a label; within N days or in N days, of earnings; up or down N%, of the change of the session.',
  'If the agent has no tickers, a metric without one uses the only ticker that the condition names, which must come first.',
  'Examples: AAPL rsi < 30 and composite_score >= 56; gap > 2%; signal changes to Sell; earnings within 5 days.',
  `Metrics: ${Object.keys(METRICS).join(', ')}.`,
].join(' ');
