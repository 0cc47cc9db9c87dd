import type { NumberFact } from '../../facts/fact.js';
import type { ScreenerInput } from '../../tools/screener.js';
import type { Found } from '../found.js';
import type { Intent } from '../intent.js';
import { listed, NO_LINE, say, signed, type Line } from '../line.js';
import type { Question } from '../question.js';
import { listSizeIn, sectorIn } from '../slots.js';
import { kept } from './signal.js';

interface Order {
  readonly orderBy: ScreenerInput['orderBy'];
  /** Key of the fact that the order is by. */
  readonly key: string;
  /** With its article, before the figure. */
  readonly told: string;
  readonly high: string;
  readonly low: string;
  readonly pattern: RegExp;
}

const ORDERS: readonly Order[] = [
  { orderBy: 'VOLUME_RATIO', key: 'volume_ratio', told: 'a volume of', high: 'the most unusual volume', low: 'the least unusual volume', pattern: /\b(?:unusual|relative|abnormal) volume\b/ },
  { orderBy: 'VOLUME', key: 'volume', told: 'a volume of', high: 'the largest volume', low: 'the smallest volume', pattern: /\b(?:most (?:active|traded)|volume)\b/ },
  { orderBy: 'MOMENTUM', key: 'momentum', told: 'a momentum of', high: 'the strongest momentum', low: 'the weakest momentum', pattern: /\bmomentum\b/ },
  { orderBy: 'FUNDAMENTALS', key: 'fundamentals', told: 'fundamentals of', high: 'the strongest fundamentals', low: 'the weakest fundamentals', pattern: /\bfundamentals?\b/ },
  { orderBy: 'TECHNICAL', key: 'technical', told: 'a technical factor of', high: 'the strongest technical factor', low: 'the weakest technical factor', pattern: /\btechnicals?\b/ },
  { orderBy: 'CHANGE_PCT', key: 'change', told: 'a change of the session of', high: 'the largest gain of the session', low: 'the largest loss of the session', pattern: /\b(?:gainers?|losers?|movers?|gained|lost|fell|rose|fallen|risen|up the most|down the most|moved|performers?|performing|rallied|dropped|drop|sold off)\b/ },
];
const BY_SCORE: Order = { orderBy: 'SCORE', key: 'score', told: 'a score of', high: 'the strongest signal', low: 'the weakest signal', pattern: /^/ };
const LOW = /\b(?:weakest|worst|lowest|losers?|lost|fell|fallen|laggards?|most bearish|bearish|down|dropped|drop|smallest|least|sell(?:s|[- ]rated)?|avoid|sold off)\b/;
const SHOWN = 5;

const orderOf = ({ plain }: Question): Order => ORDERS.find(({ pattern }) => pattern.test(plain)) ?? BY_SCORE;

function inputOf(question: Question): ScreenerInput {
  const { plain } = question;
  const isLow = LOW.test(plain);
  return {
    first: Math.max(SHOWN, listSizeIn(question) ?? SHOWN),
    orderBy: orderOf(question).orderBy,
    direction: isLow ? 'ASC' : 'DESC',
    sector: sectorIn(question),
    kind: /\betfs?\b|\bfunds?\b/.test(plain) ? 'ETF' : 'EQUITY',
    labels: /\bstrong[- ]buys?\b/.test(plain) ? ['STRONG_BUY'] : /\b(?:buy[- ](?:rated|signals?|ratings?)|rated (?:a )?buy|are buys)\b/.test(plain) ? ['STRONG_BUY', 'BUY'] : /\b(?:sell[- ](?:rated|signals?|ratings?)|rated (?:a )?sell)\b/.test(plain) ? ['STRONG_SELL', 'SELL'] : null,
  };
}

const shown = (fact: NumberFact): Line => (fact.isChange ? signed(fact) : say`${fact}`);

function rowLine({ directory }: Question, found: Found, row: number, order: Order): Line {
  const [ticker, label] = [found.text('screener.ticker', undefined, row), found.text('screener.label', undefined, row)];
  const by = found.number(`screener.${order.key}`, undefined, row);
  const [score, change, price] = ['score', 'change', 'price'].map((key) => found.number(`screener.${key}`, undefined, row));
  const rank = found.number('screener.rank', undefined, row);
  if (ticker === undefined || by === undefined || rank === undefined) return NO_LINE;
  const own = by.key === 'screener.score' ? say`with a score of ${by} (${label ?? ''})` : say`with ${order.told} ${shown(by)}${order.orderBy === 'VOLUME_RATIO' ? ' the mean of 20 sessions' : order.orderBy === 'VOLUME' ? ' shares' : ''}, ${label ?? ''} at ${score ?? ''}`;
  const session = change === undefined || by.key === 'screener.change' ? say`` : say`, ${signed(change)} in the session`;
  return say`${rank} is ${directory.byTicker.get(ticker.value)?.name ?? ticker.value} (${ticker}) ${own}${session}${price === undefined ? say`` : say`, last at ${price}`}.`;
}

/** The strongest, weakest or most moved of all securities, or of a sector. */
export const INTENT: Intent = {
  name: 'ranking',
  signs: [
    [/\b(?:strongest|weakest|best|worst|top|highest|lowest|biggest|largest|most (?:active|traded|bullish|bearish|oversold|overbought)|leaders?|laggards?)\b/, 1.6],
    [/\b(?:gainers?|losers?|movers?|screen(?:er|ing)?|winners?)\b/, 3],
    [/\b(?:stocks?|names?|shares|equit(?:y|ies)|tickers?|etfs?|securities|sectors?)\b/, 1],
    [/\b(?:strong[- ])?(?:buy|sell)[- ](?:rated|signals?|ratings?)|rated (?:a )?(?:buy|sell)|\bstrong[- ]buys?\b|which (?:stocks|names).*\b(?:buys?|sells?)\b/, 2.5],
    [/\b(?:tech|energy|financials?|banks?|health ?care|utilities|industrials|materials|real estate|staples|discretionary)\b.*\b(?:stocks?|names?|shares|sector)\b/, 1],
    [/\b(?:which|what) (?:stocks?|names?|shares|equities|companies|tickers|etfs?)\b.*\b(?:momentum|fundamentals|volume|fell|rose|moved|gained|lost|bullish|bearish|dropped|up|down|strong)/, 2.5],
    [/\b(?:private|startups?|unicorns?|venture|vcs?|investors?|sovereign|valued|valuable|ipos?|month|months|dividends?)\b/, -3],
  ],
  fits: ({ securities, companies, investors }) => securities.length === 0 && companies.length === 0 && investors.length === 0,
  plan: (question) => [{ tool: 'screener', input: inputOf(question) }],
  research: (question) => [
    { tool: 'screener', input: { ...inputOf(question), direction: inputOf(question).direction === 'ASC' ? 'DESC' : 'ASC', first: 3 } },
    { tool: 'price_history', input: { tickers: ['SPY'], years: 1 } },
  ],
  write(question, found) {
    const { sector, direction, kind } = inputOf(question);
    const order = orderOf(question);
    const total = found.number('screener.total');
    const count = listSizeIn(question) ?? SHOWN;
    const rows = [...new Set(found.rows('screener.ticker'))].slice(0, count);
    const group = `${sector === null ? '' : `${sector} `}${kind === 'ETF' ? 'funds' : 'names'}`;
    if (total === undefined) return null;
    if (rows.length === 0) return { headline: say`None of the stored ${group} is that today.`, lines: [say`The screen matched ${total} names.`], coverage: 0.9 };
    const session = found.date('screener.session');
    const words = direction === 'DESC' ? order.high : order.low;
    const parts = rows.map((row) => {
      const by = found.number(`screener.${order.key}`, undefined, row);
      return say`${found.text('screener.ticker', undefined, row) ?? ''} (${by === undefined ? '' : shown(by)})`;
    });
    const [only] = rows;
    const isOne = count === 1 && only !== undefined;
    const day = session === undefined ? say`` : say` as of ${session}`;
    return {
      headline: isOne
        ? say`${parts[0] ?? ''} has ${words} of the ${total} ${group}${day}.`
        : say`Of the ${total} ${group}, ${listed(parts)} have ${words.replace(/\b(gain|loss) of/, (_, one: string) => `${one === 'loss' ? 'losses' : 'gains'} of`)}${day}.`,
      lines: kept(rows.map((row) => rowLine(question, found, row, order))),
      coverage: rows.length === 0 ? 0 : 1,
    };
  },
};
