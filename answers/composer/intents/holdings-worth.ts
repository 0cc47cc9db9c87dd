import { createFactList } from '../../facts/fact-list.js';
import type { DateFact, Fact, NumberFact } from '../../facts/fact.js';
import type { Found } from '../found.js';
import type { Intent } from '../intent.js';
import { listed, ofQuestion, say, signed, size, type Line } from '../line.js';
import type { Question } from '../question.js';
import { wordList } from '../words.js';

/** What holdings are worth, or what they gained since they were bought. */
const PROFIT =
  /\b(?:profit|p&l|gains?|loss(?:es)?|made|lost|made or lost)\b|\bam i (?:up|down|in profit|in the (?:green|red|black|money)|making|losing)\b|\bmy return\b/;
export const WORTH =
  /\bworth\b|\b(?:total |current |market )?value of (?:my|it|this|these|them)\b(?!.*\bat risk\b)|\bmy (?:total )?value\b(?! at risk)/;
/** Of a time to come, which is simulated. */
const TO_COME = /\b(?:can|could|might|would|may|will)\b/;

/** A cost a share after a security, "at 200", "@ $250", "at a cost basis of $250", or of the only one anywhere. */
const NUMBER = String.raw`\$?\s?(\d[\d,]*(?:\.\d+)?)(?!\d|%|[.,]\d)`;
const COST = new RegExp(
  String.raw`^[\s,]*(?:stock|shares?)?[\s,]*(?:(?:that )?i (?:bought|got)(?: them)? )?(?:@|at|with)\s?(?:an? )?(?:(?:cost|average|avg|mean|purchase|buy)[\w ]*?(?:of|is|was|at)? )?${NUMBER}`,
  'i',
);
const BASIS = new RegExp(
  String.raw`\b(?:cost basis|average cost|avg cost|cost|paid|bought (?:it|them) at)(?: basis)?(?: of| is| was)?:?\s${NUMBER}`,
  'i',
);

const amount = (text: string | undefined): number | null =>
  text === undefined ? null : Number(text.replaceAll(',', ''));

/** The cost a share of a security of the question, dollars; null if it tells none. */
function costOf({ text, names }: Question, ticker: string): number | null {
  const securities = names.mentions.filter(({ entity }) => entity.kind === 'security');
  const at = securities.findIndex(({ entity }) => entity.key === ticker);
  const mention = securities[at];
  if (mention === undefined) return null;
  const after = text.slice(mention.end, securities[at + 1]?.start ?? text.length);
  return amount(COST.exec(after)?.[1]) ?? (securities.length === 1 ? amount(BASIS.exec(text)?.[1]) : null);
}

/** One holding at the last close, with what is computed from it. */
interface Valued {
  readonly ticker: string;
  readonly price: NumberFact;
  readonly session: DateFact;
  readonly shares: NumberFact;
  readonly worth: NumberFact;
  readonly cost: NumberFact | undefined;
  readonly gain: NumberFact | undefined;
  readonly gainPct: NumberFact | undefined;
}

const TOOL = 'holdings_worth';

/** Shares times the last close, and the gain over shares times the cost, as facts from the source of the close. */
function valued(
  question: Question,
  found: Found,
): { readonly all: readonly Valued[]; readonly facts: readonly Fact[] } {
  const facts: Fact[] = [];
  const all = (question.holdings ?? []).flatMap(({ ticker, shares }): readonly Valued[] => {
    const [price, session] = [found.number('signal.price', ticker), found.date('signal.session', ticker)];
    if (shares === undefined || price === undefined || session === undefined) return [];
    const cost = costOf(question, ticker);
    const list = createFactList(TOOL);
    const own = list.about(ticker, price.source);
    own.count('shares', 'shares held', shares, 'shares');
    own.number('worth', 'worth at the last close', Number((shares * price.value).toFixed(2)), 'usd', {
      terms: ['worth'],
    });
    if (cost !== null && cost > 0) {
      own.number('cost', 'cost a share', cost, 'usd_per_share', { terms: ['cost', 'bought'] });
      own.number('gain', 'gain over the cost', Number((shares * (price.value - cost)).toFixed(2)), 'usd', {
        isChange: true,
        terms: ['gain', 'loss'],
      });
      own.number(
        'gain_pct',
        'gain over the cost in percent',
        Number((100 * (price.value / cost - 1)).toFixed(4)),
        'percent',
        {
          isChange: true,
          terms: ['gain'],
        },
      );
    }
    facts.push(...list.facts);
    const mine = (name: string): NumberFact | undefined =>
      list.facts.find((fact): fact is NumberFact => fact.kind === 'number' && fact.key === `${TOOL}.${name}`);
    const [held, worth] = [mine('shares'), mine('worth')];
    return held === undefined || worth === undefined
      ? []
      : [
          {
            ticker,
            price,
            session,
            shares: held,
            worth,
            cost: mine('cost'),
            gain: mine('gain'),
            gainPct: mine('gain_pct'),
          },
        ];
  });
  return { all, facts };
}

const sum = (facts: readonly (NumberFact | undefined)[]): number =>
  facts.reduce((total, fact) => total + (fact?.value ?? 0), 0);

/** A sum over all holdings, as a fact from the sources of its parts. */
function totalOf(
  all: readonly Valued[],
  key: 'worth' | 'gain',
  label: string,
): readonly [NumberFact | undefined, readonly Fact[]] {
  const [first] = all;
  if (first === undefined) return [undefined, []];
  const list = createFactList(TOOL);
  const value = Number(sum(all.map((each) => each[key])).toFixed(2));
  list
    .about(
      all.map(({ ticker }) => ticker),
      first.worth.source,
    )
    .number(`total_${key}`, label, value, 'usd', {
      isChange: key === 'gain',
      terms: key === 'gain' ? ['gain', 'loss'] : ['worth'],
    });
  return [list.facts.find((fact) => fact.kind === 'number'), list.facts];
}

const sources = (all: readonly Valued[]): Line => ({ text: '', sources: all.map(({ worth }) => worth.source) });

const worthLine = ({ ticker, shares, price, worth }: Valued): Line =>
  say`${shares} ${shares.value === 1 ? 'share' : 'shares'} of ${ticker} at ${price} ${shares.value === 1 ? 'is' : 'are'} worth ${worth}.`;

const gainLine = ({ ticker, shares, cost, price, gain, gainPct }: Valued): Line =>
  say`${shares} ${shares.value === 1 ? 'share' : 'shares'} of ${ticker} with a cost of ${cost ?? ''} a share and a close of ${price}: a ${(gain?.value ?? 0) < 0 ? 'loss' : 'gain'} of ${gain === undefined ? '' : size(gain)} (${gainPct === undefined ? '' : signed(gainPct)}).`;

/** What named numbers of shares are worth at the last close, and their gain over a named cost. */
export const INTENT: Intent = {
  name: 'holdings-worth',
  signs: [
    [WORTH, 9],
    [PROFIT, 9],
  ],
  fits: ({ holdings, plain }) =>
    holdings !== null && holdings.some(({ shares }) => shares !== undefined) && !TO_COME.test(plain),
  plan: ({ holdings }) => [{ tool: 'signal', input: { tickers: (holdings ?? []).map(({ ticker }) => ticker) } }],
  write(question, found) {
    const { all, facts } = valued(question, found);
    const [first] = all;
    const asked = question.holdings ?? [];
    if (first === undefined) return null;
    const [total, ofWorth] = totalOf(all, 'worth', 'worth of the holdings');
    const withCost = all.filter(({ gain }) => gain !== undefined);
    const [gained, ofGain] = totalOf(withCost, 'gain', 'gain of the holdings');
    const isProfit = PROFIT.test(question.plain);
    const without = all.filter(({ gain }) => gain === undefined).map(({ ticker }) => ticker);
    const who = listed(all.map(({ ticker }) => say`${ticker}`));
    const worth = say`At the close of ${first.session} the ${all.length === 1 ? 'holding' : 'holdings'} of ${who} ${all.length === 1 ? 'is' : 'are'} worth ${total ?? ''}${sources(all)}.`;
    const gain =
      gained === undefined
        ? null
        : say`The ${withCost.length === 1 ? 'holding' : 'holdings'} of ${listed(withCost.map(({ ticker }) => say`${ticker}`))} ${withCost.length === 1 ? 'has' : 'have'} a ${gained.value < 0 ? 'loss' : 'gain'} of ${size(gained)}${first.gainPct === undefined || withCost.length > 1 ? '' : say` (${signed(first.gainPct)})`} over the cost at the close of ${first.session}, before dividends and costs of trading.`;
    const isTold = isProfit && gain !== null;
    return {
      headline: isTold ? gain : worth,
      lines: [
        ...(isTold ? withCost.map(gainLine) : []),
        ...(isTold && all.length > 1 ? [worth] : []),
        ...all.map(worthLine),
      ],
      coverage: all.length / asked.length,
      computed: [...facts, ...ofWorth, ...ofGain],
      unread:
        isProfit && without.length > 0
          ? [
              ofQuestion(
                `The question tells no cost a share of ${wordList(without)} (“10 AAPL at $200”), so that no gain is told of it.`,
              ),
            ]
          : [],
    };
  },
};
