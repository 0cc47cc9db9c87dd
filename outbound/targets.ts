import { notPublic, refusalOfAddress, refusalOfUrl } from './addresses.js';
import { parseUrl } from './parse-url.js';
import { createDnsResolver, type ResolveName } from './resolve.js';

/** A customer URL as it is stored, or why it is refused, phrased to follow a colon. */
export type ReadTarget = { readonly url: URL } | { readonly refusal: string };

/** Checks customer URLs before they are stored. */
export interface TargetCheck {
  /** Reads a URL and checks its text; `href` is the normalised form to store. */
  read(text: string): ReadTarget;
  /**
   * Why the addresses of its name are refused; null if they are not. A name that does not resolve now is accepted,
   * because every send resolves and checks it again for its connection.
   */
  refusalOfName(url: URL): Promise<string | null>;
}

export interface TargetCheckOptions {
  readonly resolve?: ResolveName;
  /** Allows plain HTTP and private addresses, for development; names are not resolved. */
  readonly allowsPrivate?: boolean;
}

export function createTargetCheck({
  resolve = createDnsResolver(),
  allowsPrivate = false,
}: TargetCheckOptions = {}): TargetCheck {
  const refusalOf = allowsPrivate ? refusalOfDevelopmentUrl : refusalOfUrl;
  return {
    read(text) {
      const url = parseUrl(text);
      if (url === undefined) return { refusal: 'it is not a URL' };
      const refusal = refusalOf(url);
      return refusal === null ? { url } : { refusal };
    },
    async refusalOfName({ hostname }) {
      if (allowsPrivate) return null;
      const addresses = await resolve(hostname).catch(() => []);
      return addresses.some(({ address }) => refusalOfAddress(address) !== null) ? notPublic(hostname) : null;
    },
  };
}

function refusalOfDevelopmentUrl(url: URL): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'the URL must start with https://';
  return url.username === '' && url.password === '' ? null : 'the URL must not contain a user or password';
}
