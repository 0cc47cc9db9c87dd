import type { GraphQLResolveInfo } from 'graphql';
import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { locate, refuseFaults } from '../../access/parameters/faults.js';
import { newId, systemRandom } from '../../access/secrets.js';
import { reaches, WATCHLISTS } from '../../access/tiers.js';
import type { OwnWatchlist, Watchlist, WatchlistEntry, WatchlistsRepository } from '../../store/watchlists.js';
import type { Services } from '../services.js';
import { pageBatch } from '../batches.js';
import { batchTierOf } from '../capabilities.js';
import { cursorsOf, pageOfList, type Connection } from '../connections.js';
import { loaderOf, type Batch } from '../field-loader.js';
import { nodeId } from '../node-ids.js';
import { securityRef, type SecurityRef } from '../tickers.js';
import { viewerOf } from './account.js';
import type { WatchlistEntriesArgs } from '../generated/types.js';
import type { Fields } from './generated/resolver-types.js';
import type { WatchlistEntryParent } from './resolver-parents.js';

/** A list after a change, with the tickers that changed it and those that did not. */
interface Change {
  readonly watchlist: Watchlist;
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
}

type Page = Pick<WatchlistEntriesArgs, 'after'> & { readonly first: number };

/** Ids have no other characters, some of which a database rejects. */
const ID = /^[\w-]+$/;
const NAME = /^\P{Cc}+$/u;

function notFound(): ApiError {
  return new ApiError('not_found', 'The account has no watchlist with this id.', { param: 'id' });
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw notFound();
  return value;
}

function own({ identity: { accountId } }: RequestContext, id: string): OwnWatchlist {
  if (!ID.test(id)) throw notFound();
  return { accountId, id };
}

function checkedName(given: string): string {
  const name = given.trim();
  if (NAME.test(name)) return name;
  const message = 'name must contain a non-blank character and no control characters.';
  throw new ApiError('invalid_parameter', message, { param: 'name' });
}

function refuseUnknown(tickers: readonly string[], unknown: readonly string[]): void {
  const isUnknown = new Set(unknown);
  refuseFaults(
    tickers.flatMap((ticker, index) => {
      const param = locate('tickers', [index]);
      return isUnknown.has(ticker)
        ? [{ param, isMissing: false, message: `${param} ${ticker} is not on the watchlist` }]
        : [];
    }),
    ['Leave it out, or add it first.'],
  );
}

function changeOf(watchlist: Watchlist, named: readonly string[], changed: readonly string[]): Change {
  const isFirst = new Set(changed);
  const unchanged = named.filter((symbol) => !isFirst.delete(symbol));
  return { watchlist, changed: [...new Set(named)].filter((symbol) => changed.includes(symbol)), unchanged };
}

/** Data access for the resolvers; lists of other accounts are not found. */
export function createWatchlistLoaders({ store, live }: Pick<Services, 'store' | 'live'>) {
  const watchlists = ({ versions }: RequestContext): WatchlistsRepository => store.reading(versions).watchlists;
  const entries: Batch<readonly WatchlistEntry[]> = async (ids, context) => {
    const stored = await watchlists(context).entriesOf(ids);
    return ids.map((id) => stored.get(id) ?? []);
  };
  /** An operation can change a list several times and returns it after each change. */
  const forgetEntries = (id: string, context: RequestContext): void => void loaderOf(context, entries).clear(id);
  const areStored: Batch<boolean> = async (symbols, { versions, requester }) => {
    await live?.ensure(symbols, requester.turn);
    const stored = await store.reading(versions).securities.bySymbols(symbols);
    return symbols.map((symbol) => stored.has(symbol));
  };
  const entriesOf = (id: string, context: RequestContext): Promise<readonly WatchlistEntry[]> =>
    loaderOf(context, entries).load(id);
  const entry = (watchlistId: string, { symbol, addedAt }: WatchlistEntry, batch: string): WatchlistEntryParent => ({
    watchlistId,
    symbol,
    addedAt,
    batch,
  });
  return {
    all: (context: RequestContext): Promise<readonly Watchlist[]> =>
      watchlists(context).ofAccount(context.identity.accountId),
    one: async (id: string, context: RequestContext): Promise<Watchlist> =>
      found(await watchlists(context).get(own(context, id))),
    find: (id: string, context: RequestContext): Promise<Watchlist | undefined> =>
      watchlists(context).get(own(context, id)),
    async create(name: string, tickers: readonly string[], context: RequestContext): Promise<Change> {
      const symbols = [...new Set(tickers)];
      const row = {
        id: newId('wl', systemRandom),
        accountId: context.identity.accountId,
        name: checkedName(name),
        createdAt: new Date(context.nowMs),
      };
      const inserted = await watchlists(context).insert(row, symbols, WATCHLISTS.perAccount);
      if (inserted.outcome === 'inserted') return changeOf(inserted.watchlist, tickers, symbols);
      if (inserted.outcome === 'too_many')
        throw new ApiError('watchlists_cap', undefined, { cap: WATCHLISTS.perAccount });
      throw new ApiError('not_found', 'No account has this id.');
    },
    async update(
      id: string,
      {
        name,
        tickers,
      }: { readonly name?: string | null | undefined; readonly tickers?: readonly string[] | null | undefined },
      context: RequestContext,
    ): Promise<Watchlist> {
      const changes = { name: typeof name === 'string' ? checkedName(name) : undefined, symbols: tickers ?? undefined };
      const { watchlist, unknown } = found(await watchlists(context).update(own(context, id), changes));
      forgetEntries(id, context);
      if (unknown.length > 0) refuseUnknown(tickers ?? [], unknown);
      return watchlist;
    },
    async add(id: string, tickers: readonly string[], context: RequestContext): Promise<Change> {
      const addition = await watchlists(context).add(own(context, id), tickers, {
        most: WATCHLISTS.tickersEach,
        at: new Date(context.nowMs),
      });
      forgetEntries(id, context);
      if (addition.outcome === 'added') return changeOf(addition.watchlist, tickers, addition.symbols);
      throw addition.outcome === 'not_found'
        ? notFound()
        : new ApiError('watchlist_tickers_cap', undefined, { cap: WATCHLISTS.tickersEach, param: 'tickers' });
    },
    async remove(id: string, tickers: readonly string[], context: RequestContext): Promise<Change> {
      const { watchlist, symbols } = found(await watchlists(context).remove(own(context, id), tickers));
      forgetEntries(id, context);
      return changeOf(watchlist, tickers, symbols);
    },
    async delete(id: string, context: RequestContext): Promise<void> {
      if (!(await watchlists(context).delete(own(context, id)))) throw notFound();
    },
    async entries(
      { id }: Watchlist,
      page: Page,
      context: RequestContext,
      info: GraphQLResolveInfo,
    ): Promise<Connection<WatchlistEntryParent>> {
      const rows = (await entriesOf(id, context)).map((row) => ({ id: row.symbol, row }));
      const cursors = cursorsOf('Watchlist.entries', id);
      const batch = reaches(context.tier, batchTierOf('Watchlist.entries')) ? pageBatch('watchlist', id, info) : '';
      return pageOfList(rows, page, cursors, ({ row }) => entry(id, row, batch));
    },
    /** The entry of a list of the account; undefined if there is none. */
    async entry(id: string, ticker: string, context: RequestContext): Promise<WatchlistEntryParent | undefined> {
      if (!ID.test(id) || (await watchlists(context).get(own(context, id))) === undefined) return undefined;
      const row = (await entriesOf(id, context)).find(({ symbol }) => symbol === ticker);
      return row === undefined ? undefined : entry(id, row, '');
    },
    async security({ symbol, batch }: WatchlistEntryParent, context: RequestContext): Promise<SecurityRef | null> {
      return (await loaderOf(context, areStored).load(symbol)) ? securityRef(symbol, batch) : null;
    },
  };
}

export function createFields(services: Services) {
  const load = createWatchlistLoaders(services);
  return {
    Mutation: {
      createWatchlist: async (_root, { input: { name, tickers = [] } }, context) => {
        const { watchlist, changed, unchanged } = await load.create(name, tickers, context);
        return { watchlist, addedTickers: changed, unchangedTickers: unchanged, viewer: viewerOf(context) };
      },
      updateWatchlist: async (_root, { input: { id, ...changes } }, context) => ({
        watchlist: await load.update(id, changes, context),
        viewer: viewerOf(context),
      }),
      addToWatchlist: async (_root, { input: { id, tickers } }, context) => {
        const { watchlist, changed, unchanged } = await load.add(id, tickers, context);
        return { watchlist, addedTickers: changed, unchangedTickers: unchanged, viewer: viewerOf(context) };
      },
      removeFromWatchlist: async (_root, { input: { id, tickers } }, context) => {
        const { watchlist, changed, unchanged } = await load.remove(id, tickers, context);
        return { watchlist, removedTickers: changed, unchangedTickers: unchanged, viewer: viewerOf(context) };
      },
      deleteWatchlist: async (_root, { input: { id } }, context) => {
        await load.delete(id, context);
        return { deletedWatchlistId: id, viewer: viewerOf(context) };
      },
    },
    Viewer: {
      watchlists: async (_viewer, page, context) =>
        pageOfList(await load.all(context), page, cursorsOf('Viewer.watchlists'), (watchlist) => watchlist),
      watchlist: (_viewer, { id }, context) => load.one(id, context),
    },
    Watchlist: {
      entries: (watchlist, page, context, info) => load.entries(watchlist, page, context, info),
    },
    WatchlistEntry: {
      id: ({ watchlistId, symbol }) => nodeId('WatchlistEntry', `${watchlistId}/${symbol}`),
      ticker: ({ symbol }) => symbol,
      security: (entry, _args, context) => load.security(entry, context),
    },
  } satisfies Fields;
}
