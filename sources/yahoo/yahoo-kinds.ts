import type { Transaction } from 'kysely';
import type { Store } from '../../store/open-store.js';
import type { Tables } from '../../store/tables.js';
import { readYahooChain } from '../files/import-options.js';
import { keptError, leaveOthers } from '../live/kept-rows.js';
import { minuteDisagreements } from '../live/minute-disagreements.js';
import type { Endpoint } from '../live/endpoint.js';
import type { KindSource, ReadKind, ReadRows } from '../live/kind-source.js';
import { ReadError } from '../live/read-error.js';
import { storeArticles, type NewsStore } from '../news/store-articles.js';
import { SIMULATED } from '../simulated/simulated-rows.js';
import { toMinuteSessions } from '../models/minute-bar.js';
import { saveChains } from '../models/save-chains.js';
import { chartOfSymbol, readChart, UNKNOWN_STATUSES } from './chart-answer.js';
import { chartMinutes } from './chart-minutes.js';
import { readNews, searchedNews } from './news.js';
import { OUTLOOK_MODULES, readOutlook } from './outlook.js';
import { PROFILE_MODULES, readProfile, type ReadProfile } from './profile.js';
import { ratingHistory, RATINGS_MODULE, readRatings } from './ratings.js';
import { firstResult } from './summary-answer.js';
import { summaryOf, symbolOf } from './summary-query.js';
import type { YahooSession } from './yahoo-session.js';
import { YAHOO } from './yahoo.js';

/** Endpoints by what they give, each with a budget and a breaker of its own. */
export interface YahooEndpoints {
  readonly chart: Endpoint;
  readonly summary: Endpoint;
  readonly options: Endpoint;
}

type KindStore = Pick<
  Store,
  | 'db'
  | 'bars'
  | 'marketValues'
  | 'securities'
  | 'ratingActions'
  | 'optionQuotes'
  | 'optionReadings'
  | 'streetOutlooks'
  | 'sourceReads'
> &
  NewsStore;

/** Expiries of a chain that are read, nearest first: those of the next weeks and months. */
const MOST_EXPIRIES = 6;
/** How often daily bars are read again for a split that minute bars have and they have not. */
const DAILY_FOR_SPLIT_MS = 10 * 60_000;
/** And for a close that minute bars contradict. */
const DAILY_FOR_CLOSE_MS = 6 * 3_600_000;
/** Articles of a search, newest first. */
const MOST_ARTICLES = 20;

function outlook({ session, endpoints, store }: KindParts): ReadKind {
  return async (ticker, now) => {
    const { path, query } = summaryOf(ticker, OUTLOOK_MODULES);
    const read = (json: unknown) => readOutlook(firstResult(json, 'quoteSummary'), ticker);
    const { outlook: said, notes } = await session.getJson(endpoints.summary, path, query, read);
    return {
      rows: 1,
      refused: [],
      notes,
      async save(tx) {
        await store.streetOutlooks.saveChange(tx, { ...said, source: YAHOO, knownAt: now });
        return [];
      },
    };
  };
}

/** What is stored of the security's sector and industry stays; of a security that is not stored, nothing is. */
async function completeSecurity(
  { securities }: Pick<KindStore, 'securities'>,
  tx: Transaction<Tables>,
  ticker: string,
  told: Pick<ReadProfile, 'sector' | 'industry'>,
): Promise<void> {
  const stored = (await securities.within(tx, [ticker])).get(ticker);
  if (stored === undefined || stored.source === SIMULATED) return;
  const { symbol, name, kind, exchange, currency, source } = stored;
  // An industry is one within its sector: those of two classifications are not mixed.
  if (stored.sector !== null || told.sector === null) return;
  await securities.upsert(tx, [{ symbol, name, kind, exchange, currency, source, ...told }]);
}

function profile({ session, endpoints, store }: KindParts): ReadKind {
  return async (ticker, now) => {
    const { path, query } = summaryOf(ticker, PROFILE_MODULES);
    const read = (json: unknown) => readProfile(firstResult(json, 'quoteSummary'), ticker, symbolOf(ticker));
    const { value, notes, ...told } = await session.getJson(endpoints.summary, path, query, read);
    return {
      rows: 1,
      refused: [],
      notes,
      async save(tx) {
        if (value !== null) await store.marketValues.save(tx, { ...value, source: YAHOO, knownAt: now });
        await completeSecurity(store, tx, ticker, told);
        return [];
      },
    };
  };
}

function news({ session, endpoints, store }: KindParts): ReadKind {
  return async (ticker, now) => {
    const query = { q: symbolOf(ticker), newsCount: String(MOST_ARTICLES), quotesCount: '0' };
    const found = await session.getJson(endpoints.summary, '/v1/finance/search', query, searchedNews);
    // It may send more than it is asked for.
    const { rows, refused } = await readNews(found.slice(0, MOST_ARTICLES), ticker, now);
    return {
      rows: rows.length,
      refused,
      notes: [],
      async save(tx) {
        await storeArticles(store, tx, rows, YAHOO, { isStartup: false, keepsOthers: true });
        return [];
      },
    };
  };
}

function ratings({ session, endpoints, store }: KindParts): ReadKind {
  return async (ticker, now) => {
    await leaveOthers(store.db, 'rating_actions', ticker, YAHOO);
    const { path, query } = summaryOf(ticker, [RATINGS_MODULE]);
    const history = await session.getJson(endpoints.summary, path, query, ratingHistory);
    const { rows, refused, notes } = await readRatings(history, ticker, now);
    return {
      rows: rows.length,
      refused,
      notes,
      async save(tx) {
        await leaveOthers(tx, 'rating_actions', ticker, YAHOO);
        await store.ratingActions.save(
          tx,
          rows.map((row) => ({ ...row, source: YAHOO })),
          now,
        );
        return [];
      },
    };
  };
}

/** Days of expiries in an answer, as Yahoo has them: seconds. */
function expiriesOf(result: Readonly<Record<string, unknown>>): readonly number[] {
  const { expirationDates } = result;
  return Array.isArray(expirationDates)
    ? expirationDates.filter((each): each is number => typeof each === 'number')
    : [];
}

function options({ session, endpoints, store }: KindParts): ReadKind {
  return async (ticker, now): Promise<ReadRows> => {
    await leaveOthers(store.db, 'option_quotes', ticker, YAHOO);
    const path = `/v7/finance/options/${encodeURIComponent(symbolOf(ticker))}`;
    const chainAt = (query: Readonly<Record<string, string>>) =>
      session.getJson(endpoints.options, path, query, (json) => ({ json, result: firstResult(json, 'optionChain') }));
    const { json: nearest, result } = await chainAt({});
    const expiries = expiriesOf(result);
    if (expiries.length === 0) throw new ReadError('unknown_ticker', `Yahoo has no options on ${ticker}.`);
    const answers = [nearest];
    for (const date of expiries.slice(1, MOST_EXPIRIES)) {
      answers.push((await chainAt({ date: String(date) })).json);
    }
    const { rows: read, refused } = await readYahooChain(answers, now);
    const rows = read.filter((row) => row.ticker === ticker);
    if (rows.length === 0 && read.length > 0)
      throw new ReadError(
        'unreadable',
        `Yahoo was asked for the options on ${ticker} and answered for another symbol.`,
      );
    const quoted = rows.filter(({ bid, ask }) => bid !== null && ask !== null).length;
    return {
      rows: rows.length,
      refused,
      notes: quoted > 0 ? [] : ['No contract has a bid and an ask: before the open, nobody quotes.'],
      async save(tx) {
        await leaveOthers(tx, 'option_quotes', ticker, YAHOO);
        await saveChains(
          store,
          tx,
          rows.map((row) => ({ ...row, source: YAHOO })),
        );
        return [];
      },
    };
  };
}

function minutes({ endpoints: { chart }, store }: KindParts): ReadKind {
  return async (ticker, now) => {
    const security = (await store.securities.bySymbols([ticker])).get(ticker);
    // Minutes of one source never meet daily bars of another.
    if (security?.source !== YAHOO || security.lastDay === null) throw keptError(ticker, security?.source ?? 'none');
    const query = new URLSearchParams({ interval: '1m', range: '5d', includePrePost: 'true', events: 'split' });
    const symbol = symbolOf(ticker);
    const path = `/v8/finance/chart/${encodeURIComponent(symbol)}?${query.toString()}`;
    const answer = await chart.getJson(path, ({ json }) => readChart(json), { alsoAnswers: UNKNOWN_STATUSES });
    const { bars, splitDays, refused } = chartMinutes(chartOfSymbol(symbol, answer), now.getTime());
    if (bars.length === 0) throw new ReadError('unknown_ticker', `Yahoo has no minute bars of ${ticker}.`);
    const readDailyAgain = (tx: Transaction<Tables>, atMostEveryMs: number): Promise<unknown> =>
      store.sourceReads.makeDue(tx, [ticker], 'daily', now, new Date(now.getTime() - atMostEveryMs));
    return {
      rows: bars.length,
      refused,
      notes: [],
      async save(tx) {
        const series = (await store.bars.within(tx, [ticker])).get(ticker);
        if (series?.source !== YAHOO) throw keptError(ticker, series?.source ?? 'none');
        const known = new Set(series.splits.map(({ day }) => day));
        const isAhead = splitDays.some((day) => !known.has(day));
        if (isAhead) {
          await readDailyAgain(tx, DAILY_FOR_SPLIT_MS);
          return ['A split is not in the daily bars yet: minute bars are stored once it is.'];
        }
        const newestSplit = Math.max(-1, ...known);
        // Older minutes may have been read before the split.
        await store.bars.removeMinutesBefore(tx, ticker, newestSplit);
        const sessions = toMinuteSessions(bars);
        await store.bars.replaceMinutes(tx, ticker, sessions);
        const notes = minuteDisagreements(series.bars, sessions, now.getTime());
        // Daily bars may have been corrected since they were read.
        if (notes.length > 0) await readDailyAgain(tx, DAILY_FOR_CLOSE_MS);
        return notes;
      },
    };
  };
}

interface KindParts {
  readonly session: YahooSession;
  readonly endpoints: YahooEndpoints;
  readonly store: KindStore;
}

/** Yahoo's other kinds of data than daily bars. */
export function createYahooKinds(parts: KindParts): KindSource {
  return {
    name: YAHOO,
    kinds: {
      minutes: minutes(parts),
      news: news(parts),
      options: options(parts),
      outlook: outlook(parts),
      profile: profile(parts),
      ratings: ratings(parts),
    },
    probe: () => parts.session.open(),
  };
}
