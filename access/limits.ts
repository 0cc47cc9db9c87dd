import { isIPv6 } from 'node:net';

/** The sliding window: a request counts until exactly this long after it was accepted. */
export const WINDOW_MS = 60_000;

/** What a limit applies to: an account, a publishable key or, without a valid key, an address. */
export type Scope = `account:${string}` | `key:${string}` | `address:${string}`;

/** The state of a limit after a request was counted or rejected. */
export interface MinuteState {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests that would be accepted now. */
  readonly remaining: number;
  /** Epoch second at which the next unit becomes available; now if nothing is counted. */
  readonly resetAtS: number;
  /** Seconds until a request will be accepted, at least 1; 0 if this one was. */
  readonly retryAfterS: number;
}

/** An exact sliding-window rate limit: never more than `limit` requests within any `WINDOW_MS`. */
export interface RateLimiter {
  /** Counts one request unless it exceeds `limit`; a rejected request is not counted. Throws `unavailable`. */
  take(scope: Scope, limit: number, nowMs: number): MinuteState | Promise<MinuteState>;
  /** The state without counting a request; `allowed` is whether one would be accepted. */
  peek(scope: Scope, limit: number, nowMs: number): MinuteState | Promise<MinuteState>;
  /** Makes the counts durable if the backend does not do so itself. */
  flush(): Promise<void>;
}

export function accountScope(accountId: string): Scope {
  return `account:${accountId}`;
}

export function keyScope(keyId: string): Scope {
  return `key:${keyId}`;
}

/** The address of `5.6.7.8:1234` or `[2001:db8::1]:1234`, as some proxies write it; otherwise the text. */
function withoutPort(address: string): string {
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? /^\[([^\]]+)\](:\d+)?$/.exec(address)?.[1] ?? address;
}

/** An IPv6 customer has a whole /64, which therefore shares one limit; a mapped IPv4 address counts as IPv4. */
export function addressScope(given: string): Scope {
  const address = withoutPort(given);
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
 * The result of both backends.
 * @param counted requests in the window, including an accepted one
 * @param nextFreeMs when the next unit becomes available: when the oldest blocking request leaves the window
 */
export function minuteState(
  allowed: boolean,
  limit: number,
  counted: number,
  nextFreeMs: number,
  nowMs: number,
): MinuteState {
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - counted),
    resetAtS: Math.ceil(nextFreeMs / 1000),
    retryAfterS: allowed ? 0 : Math.max(1, Math.ceil((nextFreeMs - nowMs) / 1000)),
  };
}
