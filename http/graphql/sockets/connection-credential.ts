import type { IncomingHttpHeaders } from 'node:http';
import { parse } from 'node:querystring';
import { readCredential, type Credential, type CredentialOptions } from '../../../access/credential.js';
import { ApiError } from '../../../access/errors.js';

/** What a socket was opened with: the handshake, and the payload of `connection_init`. */
export interface Opening {
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Headers by the names, in lower case, of parameters that replace them: browsers cannot set headers of a WebSocket. */
const HEADERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'x-api-key': 'x-api-key',
    apikey: 'x-api-key',
    authorization: 'authorization',
  }),
);

function headersOf(params: Opening['params']): IncomingHttpHeaders {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    const header = HEADERS.get(name.toLowerCase());
    if (header === undefined || value === null || value === undefined) continue;
    if (typeof value !== 'string' || (headers[header] ?? value) !== value) {
      throw new ApiError('invalid_key', `connectionParams must have one key, as text, in ${name}.`);
    }
    headers[header] = value;
  }
  return headers;
}

/**
 * The credential of a socket: from `connection_init`, else from the handshake as for requests. The session cookie needs
 * an `Origin`, which browsers always send, because a page of any site may open a socket. Throws as `readCredential`,
 * and
 * `invalid_key` if both have different keys.
 */
export function connectionCredential({ headers, url, params }: Opening, options: CredentialOptions): Credential | null {
  const mark = url.indexOf('?');
  const query = mark === -1 ? {} : parse(url.slice(mark + 1));
  const { cookie: _cookie, ...withoutCookie } = headers;
  const given = readCredential(headersOf(params), {}, options);
  if (given === null) return readCredential(headers.origin === undefined ? withoutCookie : headers, query, options);
  const other = readCredential(withoutCookie, {}, options);
  if (other === null || other.secret === given.secret) return { ...given, origin: headers.origin };
  throw new ApiError('invalid_key', 'connectionParams and the headers have different keys; send only one of them.');
}
