import type { IncomingMessage } from 'node:http';
import { readCredential } from '../../access/credential.js';
import type { RequestContext } from '../../access/request-context.js';
import type { LiveCaller } from '../../gateway/live/live.js';
import type { HttpOptions } from '../options.js';
import type { GraphqlExchange } from './graphql-http.js';

/** The caller of a subscription while its stream is open. */
export function liveCaller(
  {
    context: {
      origin: { identity },
      requestId,
    },
  }: GraphqlExchange<RequestContext>,
  { headers, protocol }: Pick<IncomingMessage, 'headers'> & { readonly protocol: string },
  { access, allowedOrigins = [] }: Pick<HttpOptions<RequestContext>, 'access' | 'allowedOrigins'>,
): Omit<LiveCaller, 'open' | 'transport'> {
  // Not from the query string: the caller was authenticated by its headers.
  const credential = readCredential(headers, {}, { allowedOrigins, scheme: protocol });
  return { identity, requestId, authenticate: () => access.authenticator.authenticate(credential) };
}
