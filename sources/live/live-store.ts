import { symbolOfBarsVersion, symbolOfSecurityVersion } from '../../store/recorded-reads.js';
import type { Store } from '../../store/open-store.js';
import type { KindReads } from './kind-reads.js';
import { hasKindReads, kindOfRead } from './kind-table.js';
import type { LiveReads } from './live-reads.js';

type ReadStore = Pick<Store, 'reading' | 'versionOf'>;

/** What reads live sources for requests. */
export interface LiveParts {
  readonly bars: Pick<LiveReads, 'used' | 'ensure'> | null;
  readonly kinds: Pick<KindReads, 'used' | 'ensure'> | null;
}

/** The repository, whose reads of a kind first have its tickers read from their source. */
function withKinds(name: string, repository: object, kinds: Pick<KindReads, 'ensure'>): object {
  return new Proxy(repository, {
    get(methods, method) {
      const read = Reflect.get(methods, method) as unknown;
      const kind = kindOfRead(name, String(method));
      if (kind === undefined || typeof read !== 'function') return read;
      return async (tickers: readonly string[], ...more: unknown[]): Promise<unknown> => {
        await kinds.ensure(kind, tickers);
        return Reflect.apply(read, methods, [tickers, ...more]) as unknown;
      };
    },
  });
}

/**
 * The store as requests read it: what a live source has and the store does not is read from the source first, and a
 * response that is used again notices what has become due.
 */
export function liveStore(store: ReadStore, { bars: live, kinds }: LiveParts): ReadStore {
  return {
    versionOf(name) {
      const ticker = symbolOfBarsVersion(name) ?? symbolOfSecurityVersion(name);
      if (ticker !== undefined) {
        live?.used(ticker);
        kinds?.used(ticker);
      }
      return store.versionOf(name);
    },
    reading: (versions) =>
      new Proxy(store.reading(versions), {
        get(repositories, name) {
          if (kinds !== null && hasKindReads(String(name)))
            return withKinds(String(name), Reflect.get(repositories, name) as object, kinds);
          if (live === null || name !== 'bars') return Reflect.get(repositories, name) as unknown;
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
