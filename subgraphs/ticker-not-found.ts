import { ApiError } from '../access/errors.js';
import { editDistance } from '../access/parameters/edit-distance.js';
import type { RequestContext } from '../access/request-context.js';
import { noteVersion } from '../store/table-versions.js';
import { unansweredFor } from './kind-not-read.js';
import { orList } from './or-list.js';
import type { Services } from './services.js';

const MOST_NEAR = 3;
/** Tickers of one batch for which near ones are looked up: each is compared with every stored symbol. */
const MOST_LOOKED_UP = 5;
/** Up to this length, near is one change apart; beyond it, two. */
const SHORT = 4;

type Store = Services['store'];

interface KnownSymbols {
  readonly version: number | undefined;
  readonly symbols: readonly string[];
}

const known = new WeakMap<Store, KnownSymbols>();

/** The stored symbols, kept until the table changes. */
async function storedSymbols(store: Store, { versions }: Pick<RequestContext, 'versions'>): Promise<readonly string[]> {
  const version = store.versionOf('securities');
  const last = known.get(store);
  if (last !== undefined && version !== undefined && last.version === version) {
    noteVersion(versions, 'securities', version);
    return last.symbols;
  }
  const symbols = await store.reading(versions).securities.symbolsWithBars();
  known.set(store, { version, symbols });
  return symbols;
}

/** Up to three symbols that a mistyped or unfinished ticker may stand for, nearest first. */
function nearSymbols(wanted: string, symbols: readonly string[]): readonly string[] {
  const reach = wanted.length <= SHORT ? 1 : 2;
  const near = symbols.flatMap((symbol) => {
    if (wanted.length > 1 && symbol.startsWith(wanted)) return [{ symbol, distance: 1 }];
    if (Math.abs(symbol.length - wanted.length) > reach) return [];
    const distance = editDistance(wanted, symbol);
    return distance <= reach && distance < wanted.length ? [{ symbol, distance }] : [];
  });
  return near
    .sort(
      (one, other) =>
        one.distance - other.distance ||
        one.symbol.length - other.symbol.length ||
        (one.symbol < other.symbol ? -1 : 1),
    )
    .slice(0, MOST_NEAR)
    .map(({ symbol }) => symbol);
}

/** Longest part of a client's value that an error repeats. */
const MAX_VALUE_CHARACTERS = 200;

/** The gate of the field replaces `param` with the name of its own argument. */
function tickerNotFound(ticker: string, param = 'ticker', near: readonly string[] = []): ApiError {
  const advice = near.length === 0 ? 'check the ticker.' : `did you mean ${orList(near)}?`;
  const value = ticker.slice(0, MAX_VALUE_CHARACTERS);
  return new ApiError('ticker_not_found', `No data is stored for ${value}; ${advice}`, { param, value });
}

/** The error of a ticker that a list of securities names and of which no daily bars are stored. */
function withoutPrices(ticker: string, param = 'ticker'): ApiError {
  const message = `${ticker} is known, but no daily prices are stored for it.`;
  return new ApiError('ticker_not_found', message, { param, value: ticker });
}

/** The error of a ticker that a live source may have, but did not give; null if it does not have it. */
function notRead({ live }: Pick<Services, 'live'>, ticker: string): ApiError | null {
  const failed = live?.faultOf(ticker) ?? null;
  if (failed === null) return null;
  if (failed.fault === 'crowded') {
    const crowded =
      `${ticker} is not stored, and too many such tickers of this account wait to be read from their source; ` +
      'ask for fewer at a time, and for this one after Retry-After seconds.';
    return new ApiError('rate_limited', crowded, { retry_after_s: failed.retryAfterS });
  }
  const message = `${ticker} is not stored, and its source ${unansweredFor(failed.fault)}; retry after Retry-After seconds.`;
  return new ApiError('unavailable', message, { retry_after_s: failed.retryAfterS });
}

/**
 * Creates the errors of tickers without data, which name near ones that are stored, or say that prices alone are
 * missing.
 */
export async function notFoundErrors(
  services: Pick<Services, 'store' | 'live'>,
  tickers: readonly string[],
  context: Pick<RequestContext, 'versions'>,
): Promise<(ticker: string, param?: string) => ApiError> {
  if (tickers.length === 0) return (ticker, param) => notRead(services, ticker) ?? tickerNotFound(ticker, param);
  const { securities } = services.store.reading(context.versions);
  const [symbols, listed] = await Promise.all([storedSymbols(services.store, context), securities.bySymbols(tickers)]);
  const near = new Map(tickers.slice(0, MOST_LOOKED_UP).map((ticker) => [ticker, nearSymbols(ticker, symbols)]));
  return (ticker, param) =>
    notRead(services, ticker) ??
    (listed.get(ticker)?.lastDay === null
      ? withoutPrices(ticker, param)
      : tickerNotFound(ticker, param, near.get(ticker)));
}

interface UnknownTicker {
  readonly ticker: string;
  readonly param: string;
}

/**
 * One error for tickers without data, at least one, with `details` if there are several. Tickers that a live source may
 * have but did not give are left out, unless there are no others.
 */
export async function allNotFound(
  services: Pick<Services, 'store' | 'live'>,
  unknown: readonly UnknownTicker[],
  context: Pick<RequestContext, 'versions'>,
): Promise<ApiError> {
  const errorOf = await notFoundErrors(
    services,
    unknown.map(({ ticker }) => ticker),
    context,
  );
  const errors = unknown.map(({ ticker, param }) => ({ param, error: errorOf(ticker, param) }));
  const missing = errors.filter(({ error }) => error.code === 'ticker_not_found');
  const [first] = missing.length > 0 ? missing : errors;
  if (first === undefined) throw new Error('There is no unknown ticker.');
  if (missing.length < 2) return first.error;
  const details = missing.map(({ param, error: { message } }) => ({ param, message }));
  const message = details.map((each) => each.message).join(' ');
  return new ApiError('ticker_not_found', message, { ...first.error.extra, details });
}
