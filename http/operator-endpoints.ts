import { timingSafeEqual } from 'node:crypto';
import type { Express, Request, Response } from 'express';
import { z } from 'zod';
import { ApiError } from '../access/errors.js';
import type { RequestContext } from '../access/request-context.js';
import { hashSecret } from '../access/secrets.js';
import { readBody } from './body.js';
import { Exchange } from './exchange.js';
import type { HttpOptions } from './options.js';

/** What programs of the operator tell: a gateway for texts to phones, a payment provider. */
export interface OperatorServices {
  /** Stores a text that arrived; `unknown` if no line is to have it. */
  readonly receiveText: (text: {
    readonly id: string;
    readonly from: string;
    readonly text: string;
    readonly answers: string | null;
  }) => Promise<'stored' | 'known' | 'unknown'>;
  /** Confirms the payment of an account's line; false if it has none. */
  readonly confirmPayment: (accountId: string) => Promise<boolean>;
}

/** Tokens that the programs send; an endpoint without one is not served. */
export interface OperatorTokens {
  readonly texts: string | undefined;
  readonly payments: string | undefined;
}

const ALLOW = ['Allow', 'POST'];
const SHORT = z.string().min(1).max(200);
const TEXT = z.object({
  id: SHORT.regex(/^[\w.@:+-]+$/),
  from: SHORT,
  text: z.string().min(1).max(10_000),
  answers: SHORT.nullish(),
});
const PAYMENT = z.object({ account_id: SHORT });

/** Compares digests, so that the time says nothing about the token. */
function isToken(given: string, token: string): boolean {
  return timingSafeEqual(hashSecret(given), hashSecret(token));
}

function parsed<Shape extends z.ZodObject>(shape: Shape, body: unknown): z.infer<Shape> {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const param = String(issue?.path[0] ?? 'body');
  throw new ApiError('invalid_parameter', `${param} is missing or wrong: ${issue?.message ?? 'it does not fit'}.`, {
    param,
  });
}

/**
 * `POST /internal/line-texts` and `POST /internal/line-payments`, for programs of the operator, which send a bearer
 * token of their own. Requests count towards the limit of their address.
 */
export function mountOperator(
  app: Express,
  options: HttpOptions<RequestContext>,
  services: OperatorServices,
  tokens: OperatorTokens,
): void {
  const endpoint = (
    path: string,
    token: string | undefined,
    variable: string,
    answer: (body: unknown) => Promise<object>,
  ): void => {
    if (token === undefined) return;
    const run = async (exchange: Exchange<RequestContext>, request: Request, response: Response): Promise<void> => {
      exchange.send({
        status: 200,
        body: JSON.stringify(await answer(await readBody(request, response))),
        cacheControl: 'no-store',
      });
    };
    app.all(path, (request, response) => {
      const given = /^Bearer +(\S.*)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
      // The token is no key.
      delete request.headers.authorization;
      const exchange = new Exchange(options, request, response);
      exchange.run(true, () => {
        if (request.method !== 'POST')
          return exchange.refuse(new ApiError('method_not_allowed', `${path} only supports POST.`), ALLOW);
        if (!isToken(given, token))
          throw new ApiError('invalid_key', `Send the token of ${variable} as Authorization: Bearer.`);
        return run(exchange, request, response);
      });
    });
  };
  endpoint('/internal/line-texts', tokens.texts, 'SVC_SMS_RECEIVE_TOKEN', async (body) => {
    const { id, from, text, answers } = parsed(TEXT, body);
    const receipt = await services.receiveText({ id, from, text, answers: answers ?? null });
    if (receipt === 'unknown')
      throw new ApiError(
        'not_found',
        'No line has texted this phone in the last 30 days, or several have: send answers, the id of the text that is answered.',
        { param: 'from' },
      );
    return { ok: true, stored: receipt === 'stored' };
  });
  endpoint('/internal/line-payments', tokens.payments, 'SVC_PAYMENT_TOKEN', async (body) => {
    const { account_id: accountId } = parsed(PAYMENT, body);
    if (!(await services.confirmPayment(accountId)))
      throw new ApiError('not_found', 'The account has no line; its owner sets one up first.', { param: 'account_id' });
    return { ok: true, account_id: accountId, status: 'active' };
  });
}
