import { BACKTEST_YEARS } from '../tools/backtest.js';
import { bounded, type Bounded } from './bounded.js';
import { yearsIn } from './horizons.js';
import { ofQuestion, type Line } from './line.js';
import type { Question } from './question.js';

const YEARS = 10;
/** Share of the years by which the first session may be off. */
const SAME_YEARS = 0.02;

/** Years of a backtest of a question. */
export function backtestYears(question: Pick<Question, 'plain' | 'today'>): Bounded {
  return bounded(yearsIn(question), BACKTEST_YEARS, YEARS, SAME_YEARS);
}

/** Years of a question that no backtest can have. */
export function unreadYears(question: Question): readonly Line[] {
  const { value, isOther } = backtestYears(question);
  const { least, most } = BACKTEST_YEARS;
  return isOther
    ? [
        ofQuestion(
          `Backtests are of ${String(least)} to ${String(most)} whole years up to the last session; this one is of ${String(value)} ${value === 1 ? 'year' : 'years'}.`,
        ),
      ]
    : [];
}
