import DataLoader from 'dataloader';
import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { newId, systemRandom } from '../../access/secrets.js';
import { WATCHLISTS } from '../../access/tiers.js';
import type { OwnWatchlist, Watchlist, WatchlistEntry, WatchlistsRepository } from '../../store/watchlists.js';
import type { Services } from '../services.js';
import { symbolOf } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';

/** A list after a change, with the symbols that changed it and those that did not. */
interface Change {
  readonly watchlist: Watchlist;
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
}

type Batch<Value> = (keys: readonly string[], context: RequestContext) => Promise<readonly Value[]>;

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

function changeOf(watchlist: Watchlist, named: readonly string[], changed: readonly string[]): Change {
  const isFirst = new Set(changed);
  const unchanged = named.filter((symbol) => !isFirst.delete(symbol));
  return { watchlist, changed: [...new Set(named)].filter((symbol) => changed.includes(symbol)), unchanged };
}

/** A per-request loader: calls made in one tick become one query. */
function loaderOf<Value>(context: RequestContext, batch: Batch<Value>): DataLoader<string, Value> {
  const known = context.loaders.get(batch);
  if (known instanceof DataLoader) return known as DataLoader<string, Value>;
  const loader = new DataLoader<string, Value>((keys) => batch(keys, context));
  context.loaders.set(batch, loader);
  return loader;
}

/** Data access for the resolvers; lists of other accounts are not found. */
function createLoaders({ store }: Pick<Services, 'store'>) {
  const watchlists = ({ versions }: RequestContext): WatchlistsRepository => store.reading(versions).watchlists;
  const entries: Batch<readonly WatchlistEntry[]> = async (ids, context) => {
    const stored = await watchlists(context).entriesOf(ids);
    return ids.map((id) => stored.get(id) ?? []);
  };
  /** An operation can change a list several times and returns it after each change. */
  const forgetEntries = (id: string, context: RequestContext): void => void loaderOf(context, entries).clear(id);
  const areStored: Batch<boolean> = async (symbols, { versions }) => {
    const stored = await store.reading(versions).securities.bySymbols(symbols);
    return symbols.map((symbol) => stored.has(symbol));
  };
  return {
    all: async (first: number, context: RequestContext): Promise<readonly Watchlist[]> => (await watchlists(context).ofAccount(context.identity.accountId)).slice(0, first),
    one: async (id: string, context: RequestContext): Promise<Watchlist> => found(await watchlists(context).get(own(context, id))),
    async create(name: string, tickers: readonly string[], context: RequestContext): Promise<Change> {
      const named = tickers.map(symbolOf);
      const symbols = [...new Set(named)];
      const row = { id: newId('wl', systemRandom), accountId: context.identity.accountId, name: checkedName(name), createdAt: new Date(context.nowMs) };
      const inserted = await watchlists(context).insert(row, symbols, WATCHLISTS.perAccount);
      if (inserted.outcome === 'inserted') return changeOf(inserted.watchlist, named, symbols);
      if (inserted.outcome === 'too_many') throw new ApiError('watchlists_cap', undefined, { cap: WATCHLISTS.perAccount });
      throw new ApiError('not_found', 'No account has this id.');
    },
    rename: async (id: string, name: string, context: RequestContext): Promise<Watchlist> => found(await watchlists(context).rename(own(context, id), checkedName(name))),
    async add(id: string, tickers: readonly string[], context: RequestContext): Promise<Change> {
      const named = tickers.map(symbolOf);
      const addition = await watchlists(context).add(own(context, id), named, { most: WATCHLISTS.tickersEach, at: new Date(context.nowMs) });
      forgetEntries(id, context);
      if (addition.outcome === 'added') return changeOf(addition.watchlist, named, addition.symbols);
      throw addition.outcome === 'not_found' ? notFound() : new ApiError('watchlist_tickers_cap', undefined, { cap: WATCHLISTS.tickersEach });
    },
    async remove(id: string, tickers: readonly string[], context: RequestContext): Promise<Change> {
      const named = tickers.map(symbolOf);
      const { watchlist, symbols } = found(await watchlists(context).remove(own(context, id), named));
      forgetEntries(id, context);
      return changeOf(watchlist, named, symbols);
    },
    async delete(id: string, context: RequestContext): Promise<void> {
      if (!(await watchlists(context).delete(own(context, id)))) throw notFound();
    },
    entryCount: async ({ id }: Watchlist, context: RequestContext): Promise<number> => (await loaderOf(context, entries).load(id)).length,
    entries: async ({ id }: Watchlist, first: number, context: RequestContext): Promise<readonly WatchlistEntry[]> => (await loaderOf(context, entries).load(id)).slice(0, first),
    async security({ symbol }: WatchlistEntry, context: RequestContext): Promise<{ readonly symbol: string } | null> {
      return (await loaderOf(context, areStored).load(symbol)) ? { symbol } : null;
    },
  };
}

export function createFields(services: Services) {
  const load = createLoaders(services);
  return {
    Mutation: {
      createWatchlist: (_root, { name, tickers }, context) => load.create(name, tickers, context),
      renameWatchlist: (_root, { id, name }, context) => load.rename(id, name, context),
      addToWatchlist: (_root, { id, tickers }, context) => load.add(id, tickers, context),
      removeFromWatchlist: (_root, { id, tickers }, context) => load.remove(id, tickers, context),
      deleteWatchlist: async (_root, { id }, context) => {
        await load.delete(id, context);
        return { id };
      },
    },
    Viewer: {
      watchlists: (_viewer, { first }, context) => load.all(first, context),
      watchlist: (_viewer, { id }, context) => load.one(id, context),
    },
    Watchlist: {
      entryCount: (watchlist, _args, context) => load.entryCount(watchlist, context),
      entries: (watchlist, { first }, context) => load.entries(watchlist, first, context),
    },
    WatchlistEntry: {
      security: (entry, _args, context) => load.security(entry, context),
    },
  } satisfies Fields;
}
