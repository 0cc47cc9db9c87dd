import type { BarsRepository } from '../../store/bars.js';
import {
  ROWS_VERSION,
  rowsVersionName,
  symbolOfBarsVersion,
  symbolOfSecurityVersion,
} from '../../store/recorded-reads.js';
import type { Store } from '../../store/open-store.js';
import { callerOf, noteVersion, type Versions } from '../../store/table-versions.js';
import type { KindReads } from './kind-reads.js';
import { hasKindReads, kindOfRead, type KindName } from './kind-table.js';
import type { LiveReads } from './live-reads.js';

type ReadStore = Pick<Store, 'reading' | 'versionOf'>;

/** What reads live sources for requests. */
export interface LiveParts {
  readonly bars: Pick<LiveReads, 'used' | 'ensure'> | null;
  readonly kinds: Pick<KindReads, 'used' | 'ensure' | 'noted'> | null;
}

/** The tickers of a read: its first argument is a list of them, or of queries with one each. */
function tickersOf(asked: readonly (string | { readonly ticker: string })[]): readonly string[] {
  return asked.map((each) => (typeof each === 'string' ? each : each.ticker));
}

/** The repository, whose reads of a kind first have its tickers read from their source. */
function withKinds<Repository extends object>(
  name: string,
  repository: Repository,
  ensure: (kind: KindName, tickers: readonly string[]) => Promise<void>,
): Repository {
  return new Proxy(repository, {
    get(methods, method) {
      const read = Reflect.get(methods, method) as unknown;
      const kind = kindOfRead(name, String(method));
      if (kind === undefined || typeof read !== 'function') return read;
      return async (asked: readonly (string | { readonly ticker: string })[], ...more: unknown[]): Promise<unknown> => {
        await ensure(kind, tickersOf(asked));
        return Reflect.apply(read, methods, [asked, ...more]) as unknown;
      };
    },
  });
}

/** The histories, whose daily bars are read first: minutes without them are of no use. */
function withLive(
  bars: BarsRepository,
  { bars: live, kinds }: LiveParts,
  caller: string | undefined,
  versions: Versions,
): BarsRepository {
  const daily =
    live === null
      ? bars
      : {
          ...bars,
          async load(symbols: readonly string[]) {
            await live.ensure(symbols, caller);
            return bars.load(symbols);
          },
        };
  if (kinds === null) return daily;
  return withKinds('bars', daily, async (kind, tickers) => {
    await live?.ensure(tickers, caller);
    await readKind(kinds, kind, tickers, versions);
  });
}

/** Has rows read, and notes that the response uses them. */
async function readKind(
  kinds: Pick<KindReads, 'ensure' | 'noted'>,
  kind: KindName,
  tickers: readonly string[],
  versions: Versions,
): Promise<void> {
  for (const ticker of kinds.noted(kind, tickers))
    noteVersion(versions, rowsVersionName({ kind, ticker }), ROWS_VERSION);
  await kinds.ensure(kind, tickers, callerOf(versions));
}

/**
 * The store as requests read it: what a live source has and the store does not is read from the source first, and a
 * response that is used again notices what has become due.
 */
export function liveStore(store: ReadStore, parts: LiveParts): ReadStore {
  const { bars: live, kinds } = parts;
  return {
    versionOf(name) {
      const ticker = symbolOfBarsVersion(name) ?? symbolOfSecurityVersion(name);
      if (ticker !== undefined) {
        live?.used(ticker);
        kinds?.used(ticker);
      }
      return store.versionOf(name);
    },
    reading(versions: Versions) {
      const caller = callerOf(versions);
      return new Proxy(store.reading(versions), {
        get(repositories, name) {
          if (name === 'bars') return withLive(repositories.bars, parts, caller, versions);
          const repository = Reflect.get(repositories, name) as object;
          if (kinds === null || !hasKindReads(String(name))) return repository;
          return withKinds(String(name), repository, (kind, tickers) => readKind(kinds, kind, tickers, versions));
        },
      });
    },
  };
}
