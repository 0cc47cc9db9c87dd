import { isoDate } from '../../calendar/days.js';
import { IPO } from '../files/import-ipo.js';
import { NEWS } from '../files/import-news.js';
import { INSIDER_ROWS } from '../files/insider-rows.js';
import { readAnswerRows } from '../files/row-import.js';
import type { AnswerRows } from './answer-rows.js';
import { readProfile, readQuote, readSymbols, readTrends } from './company-answers.js';
import { readEarningsCalendar, readSurprises } from './earnings-answers.js';
import { readFilingList } from './filings-answer.js';
import { readHolidays, readMeetings, readSentiment, readStatus } from './market-answers.js';

/** What an answer is asked for: a ticker in the vendor's spelling, and New York's day. */
export interface AnswerQuery {
  readonly ticker: string;
  readonly day: number;
}

interface AnswerRow {
  readonly what: string;
  /** What of the store its rows become; null for answers that are only shown. */
  readonly stored: string | null;
  readonly needsTicker: boolean;
  readonly path: (query: AnswerQuery) => string;
  readonly read: (json: unknown, now: Date) => AnswerRows<unknown>;
}

const YEAR = 365;

const query = (path: string, values: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(values).toString()}`;
const ofSymbol =
  (path: string) =>
  ({ ticker: symbol }: AnswerQuery): string =>
    query(path, { symbol });
/** From so many days before today to so many after it. */
const days =
  (path: string, before: number, after: number) =>
  ({ day }: AnswerQuery): string =>
    query(path, { from: isoDate(day - before), to: isoDate(day + after) });

/** The answers that Finnhub gives, one row each: where they are asked for, and what is read of them. */
export const ANSWERS = {
  quote: {
    what: 'last price, range of the day, previous close',
    stored: null,
    needsTicker: true,
    path: ofSymbol('/quote'),
    read: readQuote,
  },
  profile: {
    what: 'name, exchange, industry, shares outstanding, market cap',
    stored: null,
    needsTicker: true,
    path: ofSymbol('/stock/profile2'),
    read: readProfile,
  },
  symbols: {
    what: 'tickers by name',
    stored: null,
    needsTicker: true,
    path: ({ ticker: q }) => query('/search', { q, exchange: 'US' }),
    read: readSymbols,
  },
  recommendations: {
    what: 'analysts by recommendation and month',
    stored: null,
    needsTicker: true,
    path: ofSymbol('/stock/recommendation'),
    read: readTrends,
  },
  earnings_surprises: {
    what: 'earnings per share and estimates',
    stored: null,
    needsTicker: true,
    path: ofSymbol('/stock/earnings'),
    read: readSurprises,
  },
  earnings_calendar: {
    what: 'dates of reports, estimates',
    stored: null,
    needsTicker: false,
    path: days('/calendar/earnings', 0, 30),
    read: readEarningsCalendar,
  },
  filings: {
    what: 'filings of a company',
    stored: 'filings',
    needsTicker: true,
    path: ofSymbol('/stock/filings'),
    read: readFilingList,
  },
  insiders: {
    what: "insiders' transactions",
    stored: 'insiders',
    needsTicker: true,
    path: ({ ticker: symbol, day }) =>
      query('/stock/insider-transactions', { symbol, from: isoDate(day - 2 * YEAR), to: isoDate(day) }),
    read: (json, now) => readAnswerRows(INSIDER_ROWS, json, now),
  },
  insider_sentiment: {
    what: 'net purchases of insiders by month',
    stored: null,
    needsTicker: true,
    path: ({ ticker: symbol, day }) =>
      query('/stock/insider-sentiment', { symbol, from: isoDate(day - YEAR), to: isoDate(day) }),
    read: readSentiment,
  },
  ipo_calendar: {
    what: 'IPO calendar',
    stored: 'IPO listings',
    needsTicker: false,
    path: days('/calendar/ipo', 30, 60),
    read: (json, now) => readAnswerRows(IPO, json, now),
  },
  news: {
    what: 'news of the market',
    stored: 'news',
    needsTicker: false,
    path: () => query('/news', { category: 'general' }),
    read: (json, now) => readAnswerRows(NEWS, json, now),
  },
  mergers: {
    what: 'news of mergers',
    stored: 'news',
    needsTicker: false,
    path: () => query('/news', { category: 'merger' }),
    read: (json, now) => readAnswerRows(NEWS, json, now),
  },
  holidays: {
    what: 'holidays and early closes',
    stored: null,
    needsTicker: false,
    path: () => query('/stock/market-holiday', { exchange: 'US' }),
    read: readHolidays,
  },
  market_status: {
    what: 'whether the market is open',
    stored: null,
    needsTicker: false,
    path: () => query('/stock/market-status', { exchange: 'US' }),
    read: readStatus,
  },
  advisory_meetings: {
    what: 'meetings of advisory committees of the FDA',
    stored: null,
    needsTicker: false,
    path: () => '/fda-advisory-committee-calendar',
    read: readMeetings,
  },
} as const satisfies Readonly<Record<string, AnswerRow>>;

export type AnswerName = keyof typeof ANSWERS;
