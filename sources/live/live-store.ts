import { symbolOfBarsVersion } from '../../store/recorded-reads.js';
import type { Store } from '../../store/open-store.js';
import type { LiveReads } from './live-reads.js';

type ReadStore = Pick<Store, 'reading' | 'versionOf'>;

/**
 * The store as requests read it: histories that a live source has and the store does not are read from the source first,
 * and a response that is used again notices what has become due.
 */
export function liveStore(store: ReadStore, live: LiveReads): ReadStore {
  return {
    versionOf(name) {
      const ticker = symbolOfBarsVersion(name);
      if (ticker !== undefined) live.used(ticker);
      return store.versionOf(name);
    },
    reading: (versions) =>
      new Proxy(store.reading(versions), {
        get(repositories, name) {
          if (name !== 'bars') return Reflect.get(repositories, name) as unknown;
          const { bars } = repositories;
          return {
            ...bars,
            async load(symbols: readonly string[]) {
              await live.ensure(symbols);
              return bars.load(symbols);
            },
          };
        },
      }),
  };
}
