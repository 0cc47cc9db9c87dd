import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from './errors.js';
import { SECRET_PREFIX, type SecretKind } from './secrets.js';

/** The credential of a request, not verified yet. */
export interface Credential {
  readonly kind: SecretKind;
  readonly secret: string;
  /** Origin of the page that sent it, as its browser says. */
  readonly origin?: string | undefined;
  /** Whether that page is one of this server's: an embed, which shows itself to pages of the key's origins alone. */
  readonly isFromOwnPage?: boolean | undefined;
}

export interface CredentialOptions {
  /** Origins of the web app (`https://app.example.com`), which may use the session cookie. */
  readonly allowedOrigins: readonly string[];
  /** Scheme of the request's URL, as far as the server knows: `http` or `https`. */
  readonly scheme: string;
}

const SESSION_COOKIE = 'svc_session';
/** Names of parameters, in any case, that are taken for a key in the URL. */
const QUERY_NAMES: ReadonlySet<string> = new Set(['apikey', 'api_key', 'key']);

/**
 * The credential of a request: `Authorization: Bearer`, `X-API-Key`, or the session cookie if no header has one. Null
 * if there is none. Throws `invalid_key` if the two headers differ and `key_in_query_unsupported` if the only key is in
 * the query string.
 */
export function readCredential(
  headers: IncomingHttpHeaders,
  query: Readonly<Record<string, unknown>>,
  options: CredentialOptions,
): Credential | null {
  const bearer = /^Bearer +(\S.*)$/i.exec(headers.authorization?.trim() ?? '')?.[1];
  const apiKey = single(headers['x-api-key'])?.trim();
  if (bearer !== undefined && apiKey && bearer !== apiKey) {
    throw new ApiError('invalid_key', 'Authorization and X-API-Key contain different keys; send only one of them.');
  }
  const { origin } = headers;
  const isFromOwnPage = (origin !== undefined && isOwnPage(headers, { ...options, allowedOrigins: [] })) || undefined;
  if (bearer !== undefined) return { kind: kindOf(bearer), secret: bearer, origin, isFromOwnPage };
  if (apiKey) return { kind: 'key', secret: apiKey, origin, isFromOwnPage };
  if (Object.keys(query).some((name) => QUERY_NAMES.has(name.toLowerCase())))
    throw new ApiError('key_in_query_unsupported');
  const session = isOwnPage(headers, options) ? cookieOf(headers.cookie, SESSION_COOKIE) : undefined;
  return session === undefined ? null : { kind: 'session', secret: session };
}

function kindOf(secret: string): SecretKind {
  return secret.startsWith(SECRET_PREFIX.session) ? 'session' : 'key';
}

/** Values of `Sec-Fetch-Site` for requests that another site made a browser send, also those without an origin. */
const OTHER_SITES: ReadonlySet<unknown> = new Set(['cross-site', 'same-site']);

/**
 * Whether a request is from a page of this server or of the web app, or from no page at all. Another site can make a
 * browser send the cookie, but cannot hide itself. A page of the own host that was loaded over plain HTTP may be
 * forged, so it must not use the cookie of HTTPS.
 */
export function isOwnPage(
  { origin, host, ...headers }: IncomingHttpHeaders,
  { allowedOrigins, scheme }: CredentialOptions,
): boolean {
  if (origin !== undefined && allowedOrigins.includes(origin)) return true;
  if (OTHER_SITES.has(headers['sec-fetch-site'])) return false;
  if (origin === undefined) return true;
  // Browsers send an origin in lower case and without a default port, as they send the host.
  const [, protocol, own] = /^(https?):\/\/([^/]+)$/.exec(origin) ?? [];
  return own !== undefined && own === host?.toLowerCase() && (protocol === 'https' || scheme === 'http');
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key = '', value = ''] = pair.split('=', 2);
    if (key.trim() === name && value.trim() !== '') return value.trim();
  }
  return undefined;
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
