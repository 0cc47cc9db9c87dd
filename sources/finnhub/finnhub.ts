import type { Transaction } from 'kysely';
import { newYorkTime } from '../../calendar/new-york-time.js';
import type { Store } from '../../store/open-store.js';
import type { Tables } from '../../store/tables.js';
import { takeTicker } from '../files/filer-tickers.js';
import { IPO } from '../files/import-ipo.js';
import { NEWS } from '../files/import-news.js';
import { ImportError } from '../files/import-report.js';
import { INSIDER_ROWS, insiderReports } from '../files/insider-rows.js';
import { readAnswerRows } from '../files/row-import.js';
import { recordOther } from '../live/close-disagreements.js';
import { sessionOf } from '../live/compare-sources.js';
import { lastSettledSession } from '../live/due.js';
import type { Endpoint } from '../live/endpoint.js';
import type { KindSource, ReadRows } from '../live/kind-source.js';
import { ReadError } from '../live/read-error.js';
import { storeArticles } from '../news/store-articles.js';
import { storeIpoListings } from '../ipo-listings.js';
import type { AnswerRows } from './answer-rows.js';
import { ANSWERS, type AnswerName } from './answer-table.js';
import { readQuote, type Quote } from './company-answers.js';
import { readSurprises, type Surprise } from './earnings-answers.js';
import { readFilingList } from './filings-answer.js';

export const FINNHUB = 'finnhub';

export interface Finnhub extends KindSource {
  /** The rows of one answer, not stored. Throws ReadError. */
  ask(name: AnswerName, ticker: string | null, now: Date): Promise<AnswerRows<unknown>>;
  /** What can be compared with other sources, and why a part of it cannot. Throws ReadError if nothing can. */
  comparable(ticker: string, now: Date): Promise<Comparable>;
  /** What is of no ticker, to be stored: the IPO calendar and news. Throws ReadError. */
  readonly market: Readonly<Record<'ipo_calendar' | 'news' | 'mergers', (now: Date) => Promise<ReadRows>>>;
}

export interface Comparable {
  readonly quote: Quote | undefined;
  readonly surprises: readonly Surprise[];
  readonly failed: readonly ReadError[];
}

const PROBED = 'market_status';

/** Finnhub, asked with the operator's key, which the endpoint sends in a header. */
export function createFinnhub(endpoint: Endpoint, store: Store): Finnhub {
  /** What `read` makes of an answer; what the importer refuses is unreadable here. */
  const answer = async <Result>(
    name: AnswerName,
    ticker: string,
    now: Date,
    read: (json: unknown) => Result,
  ): Promise<Result> => {
    const path = ANSWERS[name].path({ ticker: ticker.replace('.', '-'), day: newYorkTime(now.getTime()).day });
    return endpoint.getJson(path, ({ json }) => {
      try {
        return read(json);
      } catch (cause) {
        if (!(cause instanceof ImportError)) throw cause;
        throw new ReadError('unreadable', `The ${name} of Finnhub: ${cause.message}`, { cause });
      }
    });
  };

  const filings = async (ticker: string, now: Date): Promise<ReadRows> => {
    const { rows: given, refused } = await answer('filings', ticker, now, (json) => readFilingList(json, now));
    const rows = given.filter((row) => row.ticker === ticker);
    if (rows.length === 0 && given.length > 0)
      throw new ReadError(
        'unreadable',
        `Finnhub was asked for the filings of ${ticker} and answered for another ticker.`,
      );
    const filers = [...new Set(rows.map(({ filer }) => filer))];
    const [filer] = filers;
    if (filer === undefined && refused.length === 0)
      throw new ReadError('unknown_ticker', `Finnhub has no filings of ${ticker}.`);
    if (filer === undefined || filers.length > 1)
      throw new ReadError('unreadable', `Finnhub has filings of ${filers.length} filers under ${ticker}.`);
    return {
      rows: rows.length,
      refused,
      notes: [],
      async save(tx: Transaction<Tables>) {
        const notes = await takeTicker(
          store,
          tx,
          { ticker, cik: Number(filer.slice('CIK'.length)) },
          { replacesFiler: false },
        );
        const known = (await store.filers.within(tx, [ticker])).get(ticker);
        // What the SEC itself has of the filer says more.
        if (known === undefined || known.filer !== filer)
          await store.filers.save(tx, [{ ticker, filer, name: null, source: FINNHUB }]);
        await store.companyFilings.save(
          tx,
          rows.map(({ ticker: _ticker, ...row }) => ({ ...row, source: FINNHUB })),
        );
        return notes;
      },
    };
  };

  const insiders = async (ticker: string, now: Date): Promise<ReadRows> => {
    const hasFiler = (await store.filers.classesOf([ticker])).some(({ filer }) => filer.startsWith('CIK'));
    // Reports of insiders are stored by filer, which the list of filings tells.
    const first = hasFiler ? undefined : await filings(ticker, now);
    const { rows, refused } = await answer('insiders', ticker, now, (json) => readAnswerRows(INSIDER_ROWS, json, now));
    const own = rows.filter((row) => row.ticker === ticker);
    return {
      rows: own.length,
      refused,
      notes: [],
      async save(tx) {
        const notes = (await first?.save(tx)) ?? [];
        return [...notes, ...(await insiderReports(store, tx, own, FINNHUB))];
      },
    };
  };

  /** The close of the newest settled session, compared with the one that is served. */
  const closes = async (ticker: string, now: Date): Promise<ReadRows> => {
    const [quote] = (await answer('quote', ticker, now, readQuote)).rows;
    if (quote === undefined) throw new ReadError('unreadable', `Finnhub has no quote of ${ticker} that can be read.`);
    const day = sessionOf(quote);
    const isSettled = day <= lastSettledSession(now.getTime());
    const other = { source: FINNHUB, days: [day], close: [quote.last], splits: [] };
    return {
      rows: 1,
      refused: [],
      notes: [],
      save: (tx) => (isSettled ? recordOther(store, tx, ticker, other, now) : Promise.resolve([])),
    };
  };

  return {
    name: FINNHUB,
    kinds: { filings, insiders, closes },
    async probe(now) {
      await answer(PROBED, '', now, ANSWERS[PROBED].read);
    },
    ask: (name, ticker, now) =>
      answer(name, ticker ?? '', now, (json): AnswerRows<unknown> => ANSWERS[name].read(json, now)),
    async comparable(ticker, now) {
      const failed: ReadError[] = [];
      const rowsOf = async <Row>(
        name: AnswerName,
        read: (json: unknown) => AnswerRows<Row>,
      ): Promise<readonly Row[]> => {
        try {
          return (await answer(name, ticker, now, read)).rows;
        } catch (error) {
          if (!(error instanceof ReadError)) throw error;
          failed.push(error);
          return [];
        }
      };
      const [quote] = await rowsOf('quote', readQuote);
      const surprises = await rowsOf('earnings_surprises', readSurprises);
      const [first, second] = failed;
      if (first !== undefined && second !== undefined) throw first;
      return { quote, surprises, failed };
    },
    market: {
      async ipo_calendar(now) {
        const { rows, refused } = await answer('ipo_calendar', '', now, (json) => readAnswerRows(IPO, json, now));
        const save: ReadRows['save'] = async (tx) => {
          await storeIpoListings(store, tx, rows, { source: FINNHUB, now });
          return [];
        };
        return { rows: rows.length, refused, notes: [], save };
      },
      news: (now) => articles('news', now),
      mergers: (now) => articles('mergers', now),
    },
  };

  async function articles(name: 'news' | 'mergers', now: Date): Promise<ReadRows> {
    const { rows, refused } = await answer(name, '', now, (json) => readAnswerRows(NEWS, json, now));
    const save: ReadRows['save'] = async (tx) => {
      await storeArticles(store, tx, rows, FINNHUB);
      return [];
    };
    return { rows: rows.length, refused, notes: [], save };
  }
}
