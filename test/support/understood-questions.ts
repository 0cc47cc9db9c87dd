import type { QuestionCase } from './answer-questions.js';
import { OF_TIME } from './unread-questions.js';

type Row = readonly [question: string, figure: string, tier?: QuestionCase['tier']];

const cases = (tool: string, rows: readonly Row[]): readonly QuestionCase[] =>
  rows.map(([question, figure, tier = 'pro']) => ({ question, tool, figure, tier, more: {} }));

/** Questions with amounts, times and conditions: each must be answered by all of them. */
export const UNDERSTOOD: readonly QuestionCase[] = [
  ...OF_TIME,
  ...cases('dca', [
    ['What if I put $250 into QQQ every month for 5 years?', 'dca ticker=QQQ&monthly=250&years=5 final_value'],
    ['Invest 300 dollars in KO each month for 7 years', 'dca ticker=KO&monthly=300&years=7 final_value'],
    ['I put $250 into SPY monthly since 2020', 'dca ticker=SPY&monthly=250&years=6 final_value'],
    ['DCA $100 a month into NVDA since 2015', 'dca ticker=NVDA&monthly=100&years=11 final_value'],
    ['How much would 250 USD monthly in QQQ have become in 3 years?', 'dca ticker=QQQ&monthly=250&years=3 final_value'],
    ['If every month I had bought 1k of MSFT for a decade?', 'dca ticker=MSFT&monthly=1000&years=10 final_value'],
    ['Each month 400 into KO for 24 months', 'dca ticker=KO&monthly=400&years=2 final_value'],
  ]),
  ...cases('backtest', [
    [
      'RSI strategy on NVDA since 2018',
      'backtest ticker=NVDA&strategy=rsi_meanrev&years=8 strategy_metrics total_return_pct',
    ],
    [
      'Backtest MACD on MSFT for 36 months',
      'backtest ticker=MSFT&strategy=macd&years=3 strategy_metrics total_return_pct',
    ],
  ]),
  ...cases('simulation', [
    [
      'Simulate $20,000 AAPL and $10,000 JPM for 60 days',
      ':^Simulated over 60 sessions from a starting value of \\$30,000',
      'institutional',
    ],
    ['Simulate $10,000 in SPY for 30 days', ':^Simulated over 30 sessions', 'institutional'],
    [
      'How much could my $20,000 in AAPL lose in a month?',
      ':^Simulated over 21 sessions from a starting value of \\$20,000',
      'institutional',
    ],
  ]),
  ...cases('screener', [
    ['Which tech stocks have a score above 60?', ':^There are no Technology names with a score above 60'],
    [
      'Which tech names score below 45?',
      ':^ORCL \\([\\d.]+\\) is the only one of the Technology names with a score below 45',
    ],
    ['stocks with a score between 40 and 50', ':^Of the 8 names with a score between 40.* and 50'],
    [
      'Stocks with momentum of at least 70',
      ':^Of the 4 names with a momentum of at least 70.*, TSLA .* strongest momentum',
    ],
    ['stocks with a volume ratio above 2', ':^IBM .* is the only one of the names with a volume ratio above 2'],
    ['stocks down more than 1% today', 'screen CHANGE_PCT ASC'],
    ['stocks that gained more than 1% today', ':^There are no names with a change of the session above 1'],
    ['Which tech stocks are not rated Buy?', ':^Of the 10 Technology names not rated Strong Buy or Buy, MSFT'],
    ['Buy-rated stocks outside technology', ':^Of the 18 names outside Technology rated Buy or Strong Buy, TSLA'],
    ['stocks rated Buy or Strong Buy', ':^Of the \\d+ names rated Buy or Strong Buy, '],
    ['stocks rated Buy or Sell', ':names rated Buy, Strong Buy, Sell or Strong Sell, TSLA'],
    ['Which stocks in energy or utilities are strongest?', ':^Of the 4 Energy and Utilities names, SLB'],
    ['stocks with a score of at least 45 and below 50', ':names with a score of at least 45.* and below 50'],
    ['Everything except tech: which is the strongest?', ':^Of the 35 names outside Technology, TSLA'],
    ['Which stocks are rated neither Buy nor Sell?', ':^Of the 26 names not rated .* or Strong Sell, MSFT'],
    ['bottom three consumer stocks by score', ':^Of the 10 Consumer Discretionary and Consumer Staples names, KO'],
    ['Which energy and utility stocks are strongest?', ':^Of the 4 Energy and Utilities names, SLB'],
  ]),
  ...cases('portfolio', [
    ['Should I sell any of my holdings: AAPL 40, TSLA 60?', ':^Highly concentrated: TSLA is 60(?:\\.0)?% of it'],
    ['60/40 AAPL and AGG portfolio risk', ':^Highly concentrated: AAPL is 60(?:\\.0)?% of it'],
    ['How risky is a portfolio of SPY, AGG and GLD, 50/30/20?', ':^Highly concentrated: SPY is 50(?:\\.0)?% of it'],
    ['I hold AAPL 40 and TSLA 20', ':^Highly concentrated: AAPL is 5\\d\\.\\d% of it'],
  ]),
];

/** Questions that name what a tool cannot take: what the headline says of it, and what is told instead. */
export const OUT_OF_BOUNDS: readonly (readonly [said: RegExp, row: QuestionCase])[] = [
  ...cases('simulation', [
    ['what could $10000 in SPY be in 10 years?', ':Simulated over 252 sessions from', 'institutional'],
  ]).map((row) => [/^Simulations are of 5 to 252 sessions ahead; this one is of 252\./, row] as const),
  ...cases('dca', [
    ['$5 a month in SPY for 5 years', 'dca ticker=SPY&monthly=10&years=5 final_value'],
    ['$2,000,000 a month in SPY for 5 years', 'dca ticker=SPY&monthly=1000000&years=5 final_value'],
  ]).map((row) => [/^Plans are of whole dollars, \$10 to \$1,000,000 a month; this one is of \$/, row] as const),
  ...cases('dca', [
    ['$500 a month in SPY for 20 years', 'dca ticker=SPY&monthly=500&years=15 final_value'],
    ['200 a month into AAPL for 18 months', 'dca ticker=AAPL&monthly=200&years=2 final_value'],
  ]).map((row) => [/^Plans are of 1 to 15 whole years .*; this one is of (?:15|2) years\.$/, row] as const),
  ...cases('dca', [['$100 a week in SPY for 5 years', 'dca ticker=SPY&monthly=433&years=5 final_value']]).map(
    (row) =>
      [/^Plans buy each month; this one has what the purchases of the question come to in a month\.$/, row] as const,
  ),
  ...cases('backtest', [
    [
      'Backtest golden cross on QQQ for 15 years',
      'backtest ticker=QQQ&strategy=golden_cross&years=10 strategy_metrics total_return_pct',
    ],
  ]).map((row) => [/^Backtests are of 1 to 10 whole years .*; this one is of 10 years\.$/, row] as const),
  ...cases('simulation', [['Simulate $10,000 in SPY for 2 years', 'number 252', 'institutional']]).map(
    (row) => [/^Simulations are of 5 to 252 sessions ahead; this one is of 252\.$/, row] as const,
  ),
  ...cases('portfolio', [['70/30 portfolio of AAPL, AGG and GLD', 'number 33.3333']]).map(
    (row) => [/^The question has numbers that are not read as amounts/, row] as const,
  ),
];
