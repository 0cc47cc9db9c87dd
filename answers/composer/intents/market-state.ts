import type { IndicatorScreenInput } from '../../tools/indicator-screen.js';
import type { Found } from '../found.js';
import type { Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { marketFunds } from '../market-funds.js';
import { moved } from '../words.js';
import { kept } from './signal.js';

/** What asks for the state of prices as a whole. */
const MOOD =
  /\brisk[- ](?:on|off)\b|\b(?:bull|bear)(?:ish)?[- ]market\b|\b(?:market|investor)(?:'s)? (?:mood|sentiment|breadth|tone|trend|health|condition)\b|\b(?:mood|sentiment|breadth|trend|health) (?:of|in|on) (?:the )?(?:stock |us )?markets?\b|\b(?:is|are) (?:the )?(?:stock |us |overall )*markets? (?:in an? )?(?:very |so )?(?:bull\w*|bear\w*|strong|weak|healthy|up ?trend\w*|down ?trend\w*|oversold|overbought)\b|\b(?:fear and greed|fear or greed)\b/;
/** Names above their 200-day average, which the breadth is counted by. */
const BREADTH = {
  rsi: [],
  averages: [{ side: 'ABOVE', of: 'SMA200' }],
  either: [],
  ranked: null,
  labels: null,
  session: null,
  bounds: [],
  first: 1,
  sector: null,
  sectors: null,
  industry: null,
  kind: 'EQUITY',
} as const satisfies IndicatorScreenInput;

/** Funds of the market beside their 200-day averages, and how many names are above theirs. */
function moodLine(known: readonly string[], found: Found): Line {
  const sides = known.flatMap((ticker) => {
    const [price, average] = [found.number('signal.price', ticker), found.number('signal.sma200', ticker)];
    return price === undefined || average === undefined
      ? []
      : [{ ticker, isAbove: price.value > average.value, price, average }];
  });
  const [matching, all, session] = [
    found.number('indicator_screen.matching'),
    found.number('indicator_screen.known'),
    found.date('signal.session'),
  ];
  if (sides.length === 0 || session === undefined) return NO_LINE;
  const parts = sides.map(
    ({ ticker, isAbove, price, average }) =>
      say`${ticker} at ${price} is ${isAbove ? 'above' : 'below'} its 200-day average of ${average}`,
  );
  const breadth =
    matching === undefined || all === undefined ? say`` : say`; ${matching} of ${all} names are above theirs`;
  return say`As of ${session}, ${listed(parts)}${breadth}.`;
}

/** Whether the market is open, and how it is doing. */
export const INTENT: Intent = {
  name: 'market-state',
  signs: [
    [
      new RegExp(
        String.raw`\b(?:is|are) (?:the )?(?:us |stock |exchange)?\s?(?:markets?|exchange|nyse|nasdaq|` +
          String.raw`trading) (?:going to be )?(?:open|closed)\b|\bmarket hours\b|\b(?:when|what time|at what time) (?:do|` +
          String.raw`does|will|is) (?:the )?(?:stock )?(?:markets?|exchange|trading|nyse) (?:open|close)\b|\btrading hours\b|` +
          String.raw`\b(?:market|trading|exchange|stock|nyse|upcoming|next) (?:market )?holidays?\b|\b(?:is|` +
          String.raw`are) today an? (?:\w+ )?(?:holiday|session)\b`,
      ),
      4.5,
    ],
    [
      /\bhow (?:is|are|was|did|has) (?:the )?(?:stock |us |overall )?markets?\b|\b(?:state|mood) of the market\b|\bmarket (?:today|overview|summary|doing|move)\b|\bmarkets? (?:up|down)\b/,
      4,
    ],
    [MOOD, 5],
    [/\b(?:s&p 500|dow|nasdaq|indices|indexes)\b/, 2],
  ],
  fits: ({ companies, investors, securities }) =>
    companies.length === 0 && investors.length === 0 && securities.length === 0,
  plan: ({ directory, plain }) => {
    const tickers = marketFunds(directory).map(({ key }) => key);
    const input = { first: 3, sector: null, kind: 'EQUITY', labels: null, session: null, orderBy: 'CHANGE_PCT' };
    return [
      { tool: 'market', input: {} },
      ...(tickers.length === 0
        ? []
        : [
            { tool: 'signal', input: { tickers } },
            { tool: 'price_history', input: { tickers, years: 1 } },
          ]),
      { tool: 'screener', input: { ...input, direction: 'DESC' } },
      ...(MOOD.test(plain) ? [{ tool: 'indicator_screen', input: BREADTH }] : []),
    ];
  },
  write(question, found) {
    const { plain, directory } = question;
    const status = found.text('market.status');
    const [openOn, openAt, closeOn, closeAt] = [
      found.date('market.open_on'),
      found.text('market.open_at'),
      found.date('market.close_on'),
      found.text('market.close_at'),
    ];
    if (
      status === undefined ||
      openOn === undefined ||
      openAt === undefined ||
      closeOn === undefined ||
      closeAt === undefined
    )
      return null;
    const isOpen = found.text('market.is_open') !== undefined;
    const hours = isOpen
      ? say`It closes on ${closeOn} at ${closeAt} New York time.`
      : say`It opens next on ${openOn} at ${openAt} New York time.`;
    const known = marketFunds(directory)
      .map(({ key }) => key)
      .filter((ticker) => found.number('signal.change', ticker) !== undefined);
    const parts = known.flatMap((ticker) => {
      const change = found.number('signal.change', ticker);
      return change === undefined ? [] : [say`${ticker} ${moved(change)}`];
    });
    const session = found.date('signal.session');
    const moves = parts.length === 0 || session === undefined ? NO_LINE : say`On ${session}, ${listed(parts)}.`;
    const year = found.number('price_history.return_1y', 'SPY');
    const labels = known.slice(0, 2).flatMap((ticker) => {
      const [label, score] = [found.text('signal.label', ticker), found.number('signal.score', ticker)];
      return label === undefined || score === undefined ? [] : [say`${ticker} reads ${label} at ${score}`];
    });
    const tops = [...new Set(found.rows('screener.ticker'))].slice(0, 3).flatMap((row) => {
      const [ticker, change] = [
        found.text('screener.ticker', undefined, row),
        found.number('screener.change', undefined, row),
      ];
      return ticker === undefined || change === undefined
        ? []
        : [say`${ticker} (${change.value > 0 ? '+' : ''}${change})`];
    });
    const asksHours =
      /^(?!.*\bhow (?:did|was|were|is|are|has|have)\b).*\b(?:open|opens|close|closes|closed|closing|hours|holidays?)\b/.test(
        plain,
      );
    const mood = MOOD.test(plain) ? moodLine(known, found) : NO_LINE;
    if (mood.text !== '')
      return {
        headline: mood,
        lines: kept([
          labels.length === 0 ? NO_LINE : say`By the composite, ${listed(labels)}.`,
          moves,
          year === undefined ? NO_LINE : say`Over one year SPY ${moved(year, 'returned', 'lost')}.`,
          say`No tool has one word for the mood of the market; these are the figures that tell of it.`,
        ]),
        coverage: 1,
      };
    return {
      headline:
        asksHours || moves.text === ''
          ? say`The US stock market is ${status}; ${{ ...hours, text: hours.text.replace(/^It/, 'it').replace(/\.$/, '') }}.`
          : moves,
      lines: kept([
        asksHours
          ? moves
          : say`The US stock market is ${status}; ${{ ...hours, text: hours.text.replace(/^It/, 'it').replace(/\.$/, '') }}.`,
        labels.length === 0 ? NO_LINE : say`By the composite, ${listed(labels)}.`,
        year === undefined ? NO_LINE : say`Over one year SPY ${moved(year, 'returned', 'lost')}.`,
        tops.length === 0 ? NO_LINE : say`The largest gains of the session: ${listed(tops)}.`,
      ]),
      coverage: 1,
    };
  },
};
