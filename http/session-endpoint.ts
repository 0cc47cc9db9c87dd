import type { Express, Request, Response } from 'express';
import { z } from 'zod';
import { isOwnPage } from '../access/credential.js';
import { ApiError } from '../access/errors.js';
import type { RequestContext } from '../access/request-context.js';
import type { Sessions } from '../access/sessions.js';
import type { SignIn } from '../access/sign-in.js';
import { readBody } from './body.js';
import { Exchange } from './exchange.js';
import type { HttpOptions } from './options.js';

const SESSION_PATH = '/session';
const ALLOW = ['Allow', 'POST, DELETE, OPTIONS'];

export interface SessionOptions extends HttpOptions<RequestContext> {
  readonly signIn: Pick<SignIn, 'signIn'>;
  readonly sessions: Pick<Sessions, 'revoke'>;
}

const BODY = z.object({ email: z.string(), password: z.string() });
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * The session's cookie: for this host alone, not for scripts, nor for requests that other sites make in the background.
 */
function cookie({ headers: { host = '' } }: Request, value: string, maxAgeS: number): string {
  const secure = LOOPBACK.test(host) ? '' : '; Secure';
  return `svc_session=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeS}${secure}`;
}

function missing(param: string): ApiError {
  return new ApiError('missing_parameter', `${param} is missing; send {"email": …, "password": …}.`, { param });
}

async function readCredentials(request: Request, response: Response): Promise<z.infer<typeof BODY>> {
  const body = await readBody(request, response);
  const parsed = BODY.safeParse(body);
  if (parsed.success) return parsed.data;
  const param = String(parsed.error.issues[0]?.path[0] ?? 'email');
  if (body[param] === undefined || body[param] === null) throw missing(param);
  throw new ApiError('invalid_parameter', `${param} must be a text.`, { param });
}

/**
 * `POST /session` signs a browser in by a cookie, and `DELETE /session` signs it out. Both only from pages of this
 * server or of the web app: others must not sign a browser in to an account of theirs, either.
 */
export function mountSession(app: Express, options: SessionOptions): void {
  const create = async (exchange: Exchange<RequestContext>, response: Response): Promise<void> => {
    const { request, nowMs } = exchange;
    const { email, password } = await readCredentials(request, response);
    const client = { address: request.ip ?? null, userAgent: request.get('user-agent') ?? null };
    const { accountId, session } = await options.signIn.signIn(email, password, client);
    const maxAgeS = Math.floor((session.expiresAt.getTime() - nowMs) / 1000);
    exchange.send({
      status: 201,
      body: JSON.stringify({
        account_id: accountId,
        session_id: session.id,
        expires_at: session.expiresAt.toISOString(),
      }),
      cacheControl: 'no-store',
      headers: ['Set-Cookie', cookie(request, session.secret, maxAgeS)],
    });
  };
  const end = async (exchange: Exchange<RequestContext>): Promise<void> => {
    const { caller, request } = exchange;
    if (caller !== null && caller.sessionId !== null) await options.sessions.revoke(caller.accountId, caller.sessionId);
    exchange.send({
      status: 200,
      body: JSON.stringify({ ok: true }),
      cacheControl: 'no-store',
      headers: ['Set-Cookie', cookie(request, '', 0)],
    });
  };
  app.all(SESSION_PATH, (request: Request, response: Response) => {
    const exchange = new Exchange(options, request, response);
    if (request.method === 'OPTIONS') return exchange.preflight(ALLOW);
    exchange.run(true, () => {
      if (request.method !== 'POST' && request.method !== 'DELETE') {
        return exchange.refuse(new ApiError('method_not_allowed', `${SESSION_PATH} supports POST and DELETE.`), ALLOW);
      }
      const allowedOrigins = options.allowedOrigins ?? [];
      if (!isOwnPage(request.headers, { allowedOrigins, scheme: request.protocol }))
        throw new ApiError('origin_not_allowed');
      return request.method === 'POST' ? create(exchange, response) : end(exchange);
    });
  });
}
