import type { Express, Request, Response } from 'express';
import { ApiError } from '../access/errors.js';
import type { RequestContext } from '../access/request-context.js';
import { createSignedIdentities, IDENTITY_HEADER } from '../access/signed-identity.js';
import { Exchange } from './exchange.js';
import type { HttpOptions } from './options.js';

const IDENTITY_PATH = '/internal/identity';
const ALLOW = ['Allow', 'POST'];

/**
 * `POST /internal/identity`: exchanges a key for a signed identity, for the auth hook of a third-party router. It
 * counts against the rate limit like the operation it authenticates.
 */
export function mountIdentity(app: Express, options: HttpOptions<RequestContext>, secret: string): void {
  const identities = createSignedIdentities(secret);
  app.all(IDENTITY_PATH, (request: Request, response: Response) => {
    const exchange = new Exchange(options, request, response);
    if (request.method !== 'POST') {
      const error = new ApiError('method_not_allowed', `${IDENTITY_PATH} only supports POST.`);
      return exchange.run(true, () => exchange.refuse(error, ALLOW));
    }
    exchange.run(false, () => {
      const { identity, requestId, operationCost, seen } = exchange.context;
      const { token, expiresAtS } = identities.mint(
        { identity, requestId, operationCost, isGateway: false, seen },
        exchange.nowMs,
      );
      const body = { header: IDENTITY_HEADER, identity: token, expires_at: new Date(expiresAtS * 1000).toISOString() };
      exchange.send({
        status: 200,
        body: JSON.stringify(body),
        cacheControl: 'no-store',
        headers: [IDENTITY_HEADER, token],
      });
    });
  });
}
