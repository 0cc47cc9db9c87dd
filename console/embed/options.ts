import { MarketgraphError } from '../../client/error.js';
import { decodedStep } from '../app/address.js';

const THEMES = ['auto', 'light', 'dark'] as const;
const DEFAULT_LOCALE = 'en-US';
/** Keys that anybody may see: publishable ones, and those of the demo accounts. */
const PUBLIC_KEY = /^svc_(?:pub|demo)_/;

/** What the address of an embed says: `/embed/<kind>/<subject>?key=…&theme=…&locale=…`. */
export interface EmbedOptions {
  readonly kind: string;
  readonly subject: string;
  readonly theme: (typeof THEMES)[number];
  /** A BCP 47 tag that the browser knows. */
  readonly locale: string;
  /** Null without one. */
  readonly key: string | null;
  readonly query: URLSearchParams;
}

/** A refusal that needs no request. */
export function refused(code: string, message: string): MarketgraphError {
  return new MarketgraphError({ code, message, status: 0, requestId: null });
}

function knownLocale(tag: string | null): string {
  if (tag === null) return DEFAULT_LOCALE;
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag)[0] ?? DEFAULT_LOCALE;
  } catch (error) {
    // No tag at all, such as `de_DE`.
    if (error instanceof RangeError) return DEFAULT_LOCALE;
    throw error;
  }
}

/** Reads an address. What it does not know of `theme` and `locale` falls back to their defaults. */
export function readOptions({ pathname, searchParams: query }: URL): EmbedOptions {
  const [, , kind = '', subject = ''] = pathname.split('/').map(decodedStep);
  const key = query.get('key');
  return {
    kind,
    subject,
    theme: THEMES.find((each) => each === query.get('theme')) ?? 'auto',
    locale: knownLocale(query.get('locale')),
    key: key === '' ? null : key,
    query,
  };
}

/** Throws for a key that must not be in a page. */
export function requirePublicKey(key: string | null): string {
  if (key === null)
    throw refused('MISSING_KEY', 'The address of this frame has no key: add ?key= with a publishable key.');
  if (PUBLIC_KEY.test(key)) return key;
  throw refused(
    'SECRET_KEY',
    'The key in the address of this frame is not publishable. If it is a secret one, everybody has seen it: revoke it, and use a publishable key.',
  );
}

/** A whole number of the address. Throws for anything else. */
export function wholeNumber(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name);
  if (text === null || text === '') return fallback;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw refused('INVALID_PARAMETER', `${name} must be a whole number.`);
}

const DEFAULT_VALUE_USD = 10_000;

/**
 * Positions as in `AAPL:6000,MSFT:4000`, with their values in USD; 10,000 where none is given. Throws for anything
 * else.
 */
export function readPositions(subject: string): readonly { readonly ticker: string; readonly value: number }[] {
  return subject.split(',').map((entry) => {
    const [, ticker, value] = /^\s*([^:\s]+)\s*(?::\s*(\d{1,12}(?:\.\d{1,2})?))?\s*$/.exec(entry) ?? [];
    if (ticker === undefined)
      throw refused(
        'INVALID_PARAMETER',
        'The positions must be tickers with values in USD, such as AAPL:6000,MSFT:4000.',
      );
    return { ticker, value: value === undefined ? DEFAULT_VALUE_USD : Number(value) };
  });
}
