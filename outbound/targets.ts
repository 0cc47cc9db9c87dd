import { refusalOfAddress, refusalOfUrl } from './addresses.js';
import { resolveBySystem, type ResolveName } from './resolve.js';

/** What stands against sending to a customer's URL, as words that follow a colon; null for nothing. */
export type TargetCheck = (text: string) => Promise<string | null>;

export interface TargetCheckOptions {
  readonly resolve?: ResolveName;
  /** Lets plain HTTP and addresses of this machine and its network through, for development. */
  readonly allowsPrivate?: boolean;
}

/**
 * Checks a customer's URL before it is stored. A name that does not resolve now is let through: every send resolves and
 * checks it again, on the connection itself.
 */
export function createTargetCheck({ resolve = resolveBySystem, allowsPrivate = false }: TargetCheckOptions = {}): TargetCheck {
  return async (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined) return 'it is not a URL';
    if (allowsPrivate) return refusalOfDevelopmentUrl(url);
    const refusal = refusalOfUrl(url);
    if (refusal !== null) return refusal;
    const addresses = await resolve(url.hostname).catch(() => []);
    const [first] = addresses.flatMap(({ address }) => refusalOfAddress(address) ?? []);
    return first === undefined ? null : `${url.hostname} has an address that is not public (${first})`;
  };
}

function refusalOfDevelopmentUrl(url: URL): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'the URL must start with https://';
  return url.username === '' && url.password === '' ? null : 'the URL may not hold a user or password';
}
