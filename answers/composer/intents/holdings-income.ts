import { createFactList } from '../../facts/fact-list.js';
import type { Fact, NumberFact } from '../../facts/fact.js';
import type { Holding } from '../../tools/portfolio.js';
import type { Found } from '../found.js';
import type { Intent } from '../intent.js';
import { joined, listed, NO_LINE, say, type Line } from '../line.js';
import type { Question } from '../question.js';
import { kept } from './signal.js';

const INCOME = /\b(?:dividends?|yields?|yielding|dividend income|income)\b/;
/** Dates and changes of dividends, and returns with them, are other questions. */
const OTHER =
  /\b(?:when|next|ex-?dates?|ex-dividend|rais\w*|gr[eo]w\w*|growth|cut\w*|reinvest\w*|net income|returns?|backtest\w*|simulat\w*)\b/;

const TOOL = 'holdings_income';
const WHOLE = 100;

/** A holding with the dividends of its security in the last twelve months. */
interface Paying {
  readonly holding: Holding;
  readonly rate: NumberFact;
  readonly yearly: NumberFact;
}

function payingOf({ holdings }: Question, found: Found): readonly Paying[] {
  return (holdings ?? []).flatMap((holding): readonly Paying[] => {
    const [rate, yearly] = [
      found.number('events.yield', holding.ticker),
      found.number('events.dividend_year', holding.ticker),
    ];
    return rate === undefined || yearly === undefined ? [] : [{ holding, rate, yearly }];
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Weights of all holdings; equal ones if the question names no amounts, and none for numbers of shares. */
function weightsOf(holdings: readonly Holding[]): readonly number[] | null {
  if (holdings.some(({ shares }) => shares !== undefined)) return null;
  const amounts = holdings.map(({ weight, value }) => weight ?? value ?? 1);
  const total = sum(amounts);
  return amounts.map((amount) => (WHOLE * amount) / total);
}

interface Computed {
  readonly income: NumberFact | undefined;
  readonly rate: NumberFact | undefined;
  readonly facts: readonly Fact[];
}

/** Dividends of twelve months in dollars, of shares or amounts of money; and the yield of the whole, of weights. */
function computedOf({ holdings }: Question, paying: readonly Paying[]): Computed {
  const all = holdings ?? [];
  const [first] = paying;
  if (first === undefined) return { income: undefined, rate: undefined, facts: [] };
  const list = createFactList(TOOL);
  const own = list.about(
    paying.map(({ holding }) => holding.ticker),
    first.rate.source,
  );
  const weights = weightsOf(all);
  const incomes = paying.flatMap(({ holding: { shares, value }, rate, yearly }) =>
    shares !== undefined ? shares * yearly.value : value === undefined ? [] : (value * rate.value) / WHOLE,
  );
  if (incomes.length === paying.length)
    own.number('income', 'dividends of twelve months', Number(sum(incomes).toFixed(2)), 'usd', {
      terms: ['dividends', 'comes to', 'come to'],
    });
  if (weights !== null) {
    const parts = paying.map(({ holding, rate }) => (weights[all.indexOf(holding)] ?? 0) * rate.value);
    own.number('yield', 'dividend yield of the holdings', Number((sum(parts) / WHOLE).toFixed(4)), 'percent', {
      terms: ['yield'],
    });
  }
  const at = (key: string): NumberFact | undefined =>
    list.facts.find((fact): fact is NumberFact => fact.kind === 'number' && fact.key === `${TOOL}.${key}`);
  return { income: at('income'), rate: at('yield'), facts: list.facts };
}

const payingLine = ({ holding: { ticker }, rate, yearly }: Paying): Line =>
  say`${ticker} paid ${yearly} a share in twelve months, a yield of ${rate}.`;

const tickersOf = (holdings: readonly Holding[]): Line => listed(holdings.map(({ ticker }) => say`${ticker}`));

/** What holdings pay in dividends in a year. */
export const INTENT: Intent = {
  name: 'holdings-income',
  signs: [[INCOME, 12]],
  fits: ({ holdings, plain }) => holdings !== null && !OTHER.test(plain),
  plan: ({ holdings }) => [{ tool: 'events', input: { tickers: (holdings ?? []).map(({ ticker }) => ticker) } }],
  write(question, found) {
    const all = question.holdings ?? [];
    const paying = payingOf(question, found);
    const { income, rate, facts } = computedOf(question, paying);
    const without = all.filter(({ ticker }) => !paying.some(({ holding }) => holding.ticker === ticker));
    if (paying.length === 0)
      return {
        headline: say`No dividends of the last twelve months of ${tickersOf(all)} are stored.`,
        lines: [],
        coverage: 0.4,
      };
    const isEqual =
      all.length > 1 && all.every(({ weight, value, shares }) => (weight ?? value ?? shares) === undefined);
    const sources: Line = { text: '', sources: paying.map(({ rate: of }) => of.source) };
    const parts = kept([
      income === undefined ? NO_LINE : say`the dividends of the last twelve months come to ${income}`,
      rate === undefined ? NO_LINE : say`${isEqual ? 'in equal parts ' : ''}the dividend yield is ${rate}`,
    ]);
    return {
      headline: say`On the holdings of ${tickersOf(all)}, ${joined(parts, ', and ')}${sources}.`,
      lines: kept([
        ...paying.map(payingLine),
        without.length === 0
          ? NO_LINE
          : say`No dividends of the last twelve months of ${tickersOf(without)} are stored, which count as none.`,
        say`What will be paid is not known: these are dividends that have been paid, before taxes.`,
      ]),
      coverage: 1,
      computed: facts,
    };
  },
};
