import { isIPv6 } from 'node:net';

/** The sliding window: a request counts until exactly this long after it was accepted. */
export const WINDOW_MS = 60_000;

/** Whose minute it is: an account's, or an address's where there is no valid key. */
export type Scope = `account:${string}` | `address:${string}`;

/** The minute after a request was counted or refused. */
export interface MinuteState {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests that would be accepted now. */
  readonly remaining: number;
  /** Epoch second at which the next unit comes back; now where nothing is counted. */
  readonly resetAtS: number;
  /** Seconds after which a request will be accepted, at least 1; 0 where this one was. */
  readonly retryAfterS: number;
}

/** Requests a minute over a sliding window, exact: never more than `limit` accepted within any `WINDOW_MS`. */
export interface RateLimiter {
  /** Counts one request unless it exceeds `limit`: a refused one consumes nothing. Throws `unavailable`. */
  take(scope: Scope, limit: number, nowMs: number): MinuteState | Promise<MinuteState>;
  /** The state without counting anything; `allowed` tells whether a request would be accepted. */
  peek(scope: Scope, limit: number, nowMs: number): MinuteState | Promise<MinuteState>;
  /** Makes the counts durable where the backend does not do so itself. */
  flush(): Promise<void>;
}

export function accountScope(accountId: string): Scope {
  return `account:${accountId}`;
}

/** An IPv6 customer holds a whole /64, so that is what shares a minute; IPv4 in IPv6 is the IPv4 address. */
export function addressScope(address: string): Scope {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return `address:${mapped}`;
  return `address:${isIPv6(address) ? networkOf(address) : address}`;
}

function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%', 1).join('').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const network = [...groups, ...Array.from({ length: zeros }, () => '0'), ...rest].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/**
 * The answer both backends give.
 * @param counted requests in the window, an accepted one included
 * @param nextFreeMs when the next unit comes back: the end of the oldest counted request that stands in the way
 */
export function minuteState(allowed: boolean, limit: number, counted: number, nextFreeMs: number, nowMs: number): MinuteState {
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - counted),
    resetAtS: Math.ceil(nextFreeMs / 1000),
    retryAfterS: allowed ? 0 : Math.max(1, Math.ceil((nextFreeMs - nowMs) / 1000)),
  };
}
