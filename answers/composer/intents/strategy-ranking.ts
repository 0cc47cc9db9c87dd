import { STRATEGIES, STRATEGY_NAMES } from '../../tools/backtest.js';
import { backtestYears, unreadYears } from '../backtest-years.js';
import type { NumberFact } from '../../facts/fact.js';
import type { Found } from '../found.js';
import type { Intent } from '../intent.js';
import { listed, say, signed } from '../line.js';
import type { Question } from '../question.js';
import { fullName } from '../words.js';

const inputsOf = (question: Question) =>
  STRATEGIES.map((strategy) => ({
    tickers: question.securities.map(({ key }) => key),
    strategy,
    years: backtestYears(question).value,
  }));

interface Tested {
  readonly name: string;
  readonly total: NumberFact;
}

const HOLD = STRATEGY_NAMES.BUY_HOLD.text;

/** Total returns of all strategies, the best first; the source tells which is which. */
function testedOf(found: Found, id: string): readonly Tested[] {
  return found
    .texts('backtest.strategy', id)
    .flatMap(({ value, source }) => {
      const total = found.all('backtest.return', id).find((fact) => fact.source.ref === source.ref);
      return total?.kind === 'number' ? [{ name: value.replace(/ \(.*/, ''), total }] : [];
    })
    .sort((one, other) => other.total.value - one.total.value);
}

/** Which classic strategy has returned the most on a security. */
export const INTENT: Intent = {
  name: 'strategy-ranking',
  signs: [[/\b(?:which|what|best|worst|most profitable)\b.*\bstrateg(?:y|ies)\b/, 6.5]],
  fits: ({ securities }) => securities.length === 1,
  plan: (question) => inputsOf(question).map((input) => ({ tool: 'backtest', input })),
  write(question, found) {
    const [security] = question.securities;
    if (security === undefined) return null;
    const tested = testedOf(found, security.key);
    const [best, ...others] = tested;
    const years = found.number('backtest.years', security.key);
    if (best === undefined || years === undefined) return null;
    const isWorst = /\bworst\b/.test(question.plain);
    const [first, ...rest] = isWorst ? [...tested].reverse() : [best, ...others];
    if (first === undefined) return null;
    // Buy and hold is what the others are measured by.
    const compared = [...rest].sort((one, other) => Number(other.name === HOLD) - Number(one.name === HOLD));
    const against = listed(compared.map(({ name, total }) => say`${name} with ${signed(total)}`));
    const result = say`${first.name} returned the ${isWorst ? 'least' : 'most'}: ${signed(first.total)}, against ${against}`;
    return {
      headline: say`Of the tested strategies on ${fullName(security)} over ${years} years, ${result}.`,
      lines: [say`Costs and taxes are not counted, and the past of one security proves no strategy.`],
      coverage: 1,
      unread: unreadYears(question),
    };
  },
};
