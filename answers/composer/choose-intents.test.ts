import { describe, expect, it } from '@jest/globals';
import { createDirectory } from '../names/directory.js';
import { chooseIntents } from './choose-intents.js';
import { readQuestion } from './question.js';

const directory = createDirectory({
  securities: [
    { ticker: 'AAPL', name: 'Apple Inc.', kind: 'EQUITY', sector: 'Technology' },
    { ticker: 'KO', name: 'Coca-Cola Company', kind: 'EQUITY', sector: 'Consumer Staples' },
    { ticker: 'SPY', name: 'SPDR S&P 500 ETF Trust', kind: 'ETF', sector: null },
  ],
  companies: [
    { slug: 'openai', name: 'OpenAI', sector: 'Artificial intelligence', aliases: [] },
    { slug: 'stripe', name: 'Stripe', sector: 'Fintech', aliases: [] },
  ],
  investors: [],
});

const kindOf = (question: string): string | undefined =>
  chooseIntents(
    readQuestion({ question, tickers: [], mode: 'digest', nowMs: Date.UTC(2026, 0, 2, 22) }, directory),
  ).intents.map(({ name }) => name)[0];

/** The first kind of questions in several words each. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  catalysts: [
    'what are the earnings this week?',
    'earnings this week',
    'what are the dividends this week?',
    'what economic data comes out this week?',
    'which companies go ex-dividend next week',
    'earnings calendar',
    'dividend calendar',
    'any stock splits this month?',
    'KO dividends this week',
  ],
  'startup-news': [
    'latest startup news',
    'who raised this week?',
    'recent venture deals',
    'latest funding rounds in fintech',
    'news in AI',
    "what's new in biotech?",
    'newest stories about OpenAI',
  ],
  congress: [
    'congress trades on AAPL',
    'which congress members bought AAPL?',
    'what did senators sell?',
    'did politicians trade KO this week?',
    'any congress trades lately?',
    'what did Pelosi buy?',
  ],
  filings: [
    'what did AAPL file with the SEC recently?',
    'latest SEC filings of Apple',
    '10-K of Apple',
    'what did AAPL say in its last 8-K?',
    'did KO file a proxy statement?',
  ],
  events: ['are insiders filing to sell AAPL?', 'recent events of KO', 'insider filings of AAPL'],
  cross: [
    'is AAPL in a golden cross?',
    'does KO have a death cross?',
    'golden cross AAPL',
    'is there a golden cross on SPY?',
    'did AAPL have a golden cross recently?',
  ],
  backtest: ['does the golden cross work on SPY?', 'golden cross strategy on AAPL', 'backtest a golden cross on KO'],
  'short-term': ['VWAP of AAPL', 'stop for AAPL', 'entry of KO', 'where should I put my stop on AAPL?'],
  simulation: [
    'simulate AAPL for 1 year',
    'what could $10000 in SPY be in 10 years?',
    'run a monte carlo on AAPL and KO',
    'what is the chance that KO is up in three months?',
    'what will $1,000 in AAPL be worth next year?',
  ],
  'lump-sum': ['what would $10000 in SPY 10 years ago be worth?'],
  'data-sources': [
    'is this data real?',
    'are you simulated?',
    'are these prices real?',
    'where does your data come from?',
    'is the AAPL price real?',
    'who provides the price data?',
  ],
  help: ['help', 'what can you do?', 'what can I ask?', 'how do I use this?', 'examples'],
  usage: ['what is my token usage?', 'how many tokens have I used?', 'AI tokens left'],
  'market-state': [
    'is the market risk-on?',
    'what is the market mood?',
    'is it a bull market?',
    'are we in a bear market?',
    'market breadth',
    'is the market open?',
    'market hours',
    'how did the market close on friday?',
  ],
  'market-calendar': [
    'market holidays',
    'nyse holidays 2027',
    'is the market open on thanksgiving?',
    'was the stock market closed on 9 January 2025?',
    'what time does the market close on christmas eve?',
    'when is the next half day?',
    'is wall street open this weekend',
    'why is the market closed today?',
    'is today a holiday',
    'can I trade on good friday?',
    'are the markets open tomorrow?',
  ],
  'company-comparison': ['compare OpenAI and Stripe', 'OpenAI vs Stripe', 'which is bigger, OpenAI or Stripe?'],
  liquidity: ['how liquid is Stripe?', 'Stripe stock price', 'what does a share of OpenAI cost?'],
  unsupported: ['options on AAPL expiring this week', 'AAPL call options', 'option chain of KO'],
  'return-statistics': ['correlation of AAPL and KO', 'AAPL beta', 'sharpe ratio of SPY'],
  listing: ['which sector is AAPL in?', 'is KO listed on the NYSE?', 'where is AAPL traded?'],
  'sector-ranking': ['which sector is strongest?', 'which sectors do you cover?', 'how did the sectors do last week?'],
  'sector-leaders': ['best stock in each sector', 'one stock per sector', 'worst performer of every sector last month'],
  'period-ranking': ['stocks up more than 5% this week', 'tech stocks that lost at least 3% this month'],
  ranking: ["what were today's biggest winner and loser?", 'stocks down more than 1% today'],
};

describe('the kind of a question', () => {
  it.each(Object.entries(KINDS).flatMap(([kind, questions]) => questions.map((question) => ({ question, kind }))))(
    'is $kind for: $question',
    ({ question, kind }) => {
      expect(kindOf(question)).toBe(kind);
    },
  );

  it.each(['latest results', 'new rules this week for banks', 'who raised guidance?', 'is AAPL a real buy?'])(
    'is neither startup news nor the source of data for: %s',
    (question) => {
      expect(['startup-news', 'data-sources']).not.toContain(kindOf(question));
    },
  );
});
