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
  [
    'does buying the dip work on SPY',
    /^Buying every dip is not tested; the nearest strategy that is tested is RSI mean/,
  ],
  [
    'backtest a breakout strategy on AAPL',
    /^A strategy of “breakout” is not tested; what follows is of trend following/,
  ],
  ['most volatile stocks this month', /^Volatility is ranked over one year alone/],
  [
    'tesla revenue 2025 vs 2024',
    /^Tesla’s revenue of the fiscal year 2024 was .*; that of 2025 is not known as a whole/,
  ],
  ['payout ratio of KO', /a payout ratio/],
];

/** Questions with "best" or "stocks" that are about something else: nothing is ranked for them. */
export const NOT_RANKED: Rows = [
  ['what is the best broker', /^This is outside what the tools/],
  ['stocks with positive news', /^No tool tells the news of the whole market/],
  ['market news', /^No tool tells the news of the whole market/],
  [
    "what's the biggest holding of Bridgewater Associates",
    /^No security, private company, investor or manager is stored under “Bridgewater Associates”/,
  ],
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
    ['AAPL today', ':^Apple .*AAPL.* closed at '],
    ['is AAPL up today', ':^(?:Yes|No): Apple \\(AAPL\\) (?:rose|fell) .* in the last session'],
    ['tesla today', ':^Tesla \\(TSLA\\) closed at '],
    ['s&p 500 today', ':\\(SPY\\) closed at '],
    ['dow jones today', ':\\(DIA\\) closed at '],
  ]),
  ...cases('market', [['what time does the market close today', ':^The US stock market is ']]),
  ...cases('market_calendar', [
    [
      'is the market open tomorrow',
      ':^The US stock market has no session on Saturday, 3 January 2026; it opens next on 5 January 2026',
    ],
    ['is the market open monday', ':^The US stock market opens on Monday, 5 January 2026, at 09:30'],
    ['is today a holiday', ':^The US stock market opens on Friday, 2 January 2026'],
  ]),
  ...cases('past_prices', [
    ['Why has Apple dropped this month?', 'past AAPL 2026-01-01 2026-01-02 changePct'],
    ['why did TSLA fall last month', 'past TSLA 2025-12-01 2025-12-31 changePct'],
    ['how did TSLA do last month', 'past TSLA 2025-12-01 2025-12-31 changePct'],
    ['TSLA this month', 'past TSLA 2026-01-01 2026-01-02 changePct'],
    ['TSLA return this month', 'past TSLA 2026-01-01 2026-01-02 changePct'],
    ['how much has AAPL grown since 2015', 'past AAPL 2015-01-01 2026-01-02 changePct'],
    ['how did tech do last week', 'past XLK 2025-12-22 2025-12-26 changePct'],
    ['lump sum $10000 SPY 10 years', 'invested SPY 2016-01-03 10000'],
    ['If I had put $10,000 in NVDA in 2020', 'invested NVDA 2020-01-01 10000'],
    ['$5000 in TSLA in 2019', 'invested TSLA 2019-01-01 5000'],
    ['10k into AAPL a year ago', 'invested AAPL 2025-01-03 10000'],
    ['what would 1000 dollars in AAPL on Jan 1 2020 be worth today', 'invested AAPL 2020-01-02 1000'],
    ['how much would I have made with $1000 in NVDA since January?', 'invested NVDA 2026-01-01 1000'],
    ['TSLA last week', 'past TSLA 2025-12-22 2025-12-26 changePct'],
  ]),
  ...cases('seasonality', [
    ['worst month for stocks', ':^SPDR S&P 500 ETF Trust \\(SPY\\)’s weakest month is '],
    ['Is September really bad for stocks?', ':^SPDR S&P 500 ETF Trust \\(SPY\\) has averaged .* in September '],
  ]),
  ...cases('backtest', [
    ['average annual return of QQQ', 'backtest ticker=QQQ&strategy=buy_hold&years=10 strategy_metrics cagr_pct'],
  ]),
  ...cases('earnings', [
    ['annual revenue of Apple 2025', 'fiscal AAPL 2025 revenue'],
    ['revenue of AAPL in fiscal 2025', 'fiscal AAPL 2025 revenue'],
    ['eps of Apple in 2025', 'fiscal AAPL 2025 eps_diluted'],
    ['revenue of KO in 2024', 'fiscal KO 2024 revenue'],
    ['revenue of nvidia last year', 'fiscal NVDA 2025 revenue'],
  ]),
  ...cases('catalysts', [['earnings this month', ':^The estimated reports of that time are ']]),
];
