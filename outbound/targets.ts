import { refusalOfAddress, refusalOfUrl } from './addresses.js';
import { resolveBySystem, type ResolveName } from './resolve.js';

/** Why a customer URL is refused, phrased to follow a colon; null if it is not. */
export type TargetCheck = (text: string) => Promise<string | null>;

export interface TargetCheckOptions {
  readonly resolve?: ResolveName;
  /** Allows plain HTTP and private addresses, for development. */
  readonly allowsPrivate?: boolean;
}

/**
 * Checks a customer URL before it is stored. A name that does not resolve now is accepted, because every send resolves
 * and checks it again for its connection.
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
    return first === undefined ? null : `${url.hostname} resolves to a non-public address (${first})`;
  };
}

function refusalOfDevelopmentUrl(url: URL): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'the URL must start with https://';
  return url.username === '' && url.password === '' ? null : 'the URL must not contain a user or password';
}
