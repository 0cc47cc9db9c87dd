import type { Resolvers } from './generated/resolver-types.js';
import type { WatchlistLoaders } from './watchlists.js';

type Fields = Pick<Resolvers, 'Watchlist' | 'WatchlistEntry'>;
type ViewerFields = Pick<NonNullable<Resolvers['Viewer']>, 'watchlists' | 'watchlist'>;
type Mutations = Pick<NonNullable<Resolvers['Mutation']>, 'createWatchlist' | 'renameWatchlist' | 'addToWatchlist' | 'removeFromWatchlist' | 'deleteWatchlist'>;

/** Watchlists and their entries. */
export function createWatchlistMutations(load: WatchlistLoaders): Mutations {
  return {
    createWatchlist: (_root, { name, tickers }, context) => load.create(name, tickers, context),
    renameWatchlist: (_root, { id, name }, context) => load.rename(id, name, context),
    addToWatchlist: (_root, { id, tickers }, context) => load.add(id, tickers, context),
    removeFromWatchlist: (_root, { id, tickers }, context) => load.remove(id, tickers, context),
    deleteWatchlist: async (_root, { id }, context) => {
      await load.delete(id, context);
      return { id };
    },
  };
}

export function createWatchlistViewer(load: WatchlistLoaders): ViewerFields {
  return {
    watchlists: (_viewer, { first }, context) => load.all(first, context),
    watchlist: (_viewer, { id }, context) => load.one(id, context),
  };
}

export function createWatchlistFields(load: WatchlistLoaders): Fields {
  return {
    Watchlist: {
      entryCount: (watchlist, _args, context) => load.entryCount(watchlist, context),
      entries: (watchlist, { first }, context) => load.entries(watchlist, first, context),
    },
    WatchlistEntry: {
      security: (entry, _args, context) => load.security(entry, context),
    },
  };
}
