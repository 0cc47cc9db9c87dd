import type { Request } from 'express';
import { readCredential } from '../../access/credential.js';
import type { RequestContext } from '../../access/request-context.js';
import { EVENT_STREAM_TYPE } from '../../gateway/live/event-stream.js';
import type { LiveCaller } from '../../gateway/live/live.js';
import type { HttpOptions } from '../options.js';
import type { GraphqlExchange } from './graphql-http.js';

/** Tells proxies not to buffer the stream. */
export const STREAM_HEADERS = ['X-Accel-Buffering', 'no'];

/** The caller of a subscription while its stream is open. */
export function liveCaller(
  exchange: GraphqlExchange<RequestContext>,
  { headers, protocol }: Pick<Request, 'headers' | 'protocol'>,
  { access, allowedOrigins = [] }: Pick<HttpOptions<RequestContext>, 'access' | 'allowedOrigins'>,
): LiveCaller {
  // Not from the query string: the caller was authenticated by its headers.
  const credential = readCredential(headers, {}, { allowedOrigins, scheme: protocol });
  return {
    identity: exchange.context.identity,
    requestId: exchange.context.requestId,
    authenticate: () => access.authenticator.authenticate(credential),
    open: () => exchange.open(EVENT_STREAM_TYPE, STREAM_HEADERS),
  };
}
