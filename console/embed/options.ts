import { MarketgraphError } from '../../client/error.js';
import { decodedStep } from '../app/address.js';

const THEMES = ['auto', 'light', 'dark'] as const;
const DEFAULT_LOCALE = 'en-US';
/** Keys that anybody may see: publishable ones, and those of the demo accounts. */
const PUBLIC_KEY = /^svc_(?:pub|demo)_[\w-]+$/;

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

/** The locale of a language tag; null if the browser does not know it, or if it is no tag at all, such as `de_DE`. */
function localeOf(tag: string): string | null {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag)[0] ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** What is typed for a parameter; null if nothing is. */
function given(query: URLSearchParams, name: string): string | null {
  const text = query.get(name);
  return text === '' ? null : text;
}

/**
 * Reads an address. What it does not know of `theme` and `locale` falls back to their defaults: `requireDisplay`
 * says what is wrong.
 */
export function readOptions({ pathname, searchParams: query }: URL): EmbedOptions {
  const [, , kind = '', subject = ''] = pathname.split('/').map(decodedStep);
  return {
    kind,
    subject,
    theme: THEMES.find((each) => each === query.get('theme')) ?? 'auto',
    locale: localeOf(given(query, 'locale') ?? DEFAULT_LOCALE) ?? DEFAULT_LOCALE,
    key: given(query, 'key'),
    query,
  };
}

/** Throws for a theme or a locale that is not known. Unknown parameters are ignored, as in REST. */
export function requireDisplay(query: URLSearchParams): void {
  const theme = given(query, 'theme');
  if (theme !== null && !THEMES.some((each) => each === theme))
    throw refused('INVALID_PARAMETER', 'theme must be auto, light or dark.');
  const locale = given(query, 'locale');
  if (locale !== null && localeOf(locale) === null)
    throw refused('INVALID_PARAMETER', 'locale must be a language tag that the browser knows, such as de-DE.');
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
