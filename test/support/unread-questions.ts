import type { QuestionCase } from './answer-questions.js';

type Rows = readonly (readonly [question: string, said: RegExp])[];

const leftOut = (rows: readonly (readonly [question: string, words: string])[]): Rows =>
  rows.map(([question, words]) => [question, new RegExp(`^This answer leaves out “${words}” of the question`)]);

/** Questions for lists of securities with words that no list is made by: what the headline says of them. */
export const UNREAD_WORDS: Rows = [
  ...leftOut([
    ['most shorted stocks', 'most shorted'],
    ['which stock has most upside to its target', 'most upside to its target'],
    ['stocks with highest beta', 'highest beta'],
    ['stocks with low debt', 'low debt'],
    ['which stocks have insiders been buying', 'insiders been buying'],
    ['small cap stocks', 'small cap'],
    ['penny stocks', 'penny'],
    ['meme stocks', 'meme'],
    ['AI stocks', 'AI'],
    ['EV stocks', 'EV'],
    ['trending stocks', 'trending'],
    ['blue chip stocks', 'blue chip'],
    ['bond ETFs', 'bond'],
    ['best stocks to buy for beginners', 'beginners'],
    ['best performing small cap stocks last month', 'small cap'],
    ['oversold blue chip stocks', 'blue chip'],
  ]),
  ['semiconductor stocks', /^Semiconductors are read as all of Technology; /],
];

/** Questions with "best" or "stocks" that are about something else: nothing is ranked for them. */
export const NOT_RANKED: Rows = [
  ['what is the best broker', /^This is outside what the tools/],
  ["what's the biggest holding of Kestrelbay Partners", /^Nothing is stored under “Kestrelbay Partners”/],
];

const cases = (tool: string, rows: readonly (readonly [string, string])[]): readonly QuestionCase[] =>
  rows.map(([question, figure]) => ({ question, tool, figure, tier: 'pro', more: {} }));

/** Questions of today, and of months and days of the calendar. */
export const OF_TIME: readonly QuestionCase[] = [
  ...cases('screener', [
    ['stocks to short', 'screen SCORE ASC'],
    ['What should I short?', 'screen SCORE ASC'],
    ['high volume stocks today', 'screen VOLUME DESC'],
  ]),
  ...cases('signal', [
    ['AAPL today', 'signal AAPL quote last'],
    ['is AAPL up today', ':^(?:Yes|No): Apple \\(AAPL\\) (?:rose|fell) .* in the last session'],
    ['tesla today', ':^Tesla \\(TSLA\\) closed at '],
    ['s&p 500 today', ':\\(SPY\\) closed at '],
    ['dow jones today', ':\\(DIA\\) closed at '],
  ]),
  ...cases('market', [
    ['what time does the market close today', ':^The US stock market is '],
    ['is today a holiday', ':^The US stock market is '],
    [
      'is the market open tomorrow',
      ':^The US stock market has no session on that day: it opens next on 5 January 2026',
    ],
    ['is the market open on monday', ':^The US stock market opens on 5 January 2026 at 09:30'],
  ]),
  ...cases('past_prices', [
    ['why did TSLA fall last month', 'past TSLA 2025-12-01 2025-12-31 changePct'],
    ['how did TSLA do last month', 'past TSLA 2025-12-01 2025-12-31 changePct'],
    ['TSLA this month', 'past TSLA 2026-01-01 2026-01-02 changePct'],
    ['TSLA return this month', 'past TSLA 2026-01-01 2026-01-02 changePct'],
    ['TSLA last week', 'past TSLA 2025-12-22 2025-12-26 changePct'],
  ]),
];
