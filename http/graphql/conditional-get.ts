import type { IncomingMessage } from 'node:http';
import { ApiError, ERRORS, isErrorCode } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { ReusableBody } from '../compression.js';
import { isUnchanged, REVALIDATED, secretTag, weak } from '../etag.js';
import { createResponseCache } from '../response-cache.js';
import type { AnswerContent, Outcome } from './answer-format.js';
import type { GraphqlExchange, Polled, Repeated } from './graphql-http.js';

/** An outcome with its entity tag; without one if it must not be asked for again. */
interface Tagged {
  readonly outcome: Outcome;
  readonly tag: string | undefined;
}

/** Whether an error stays until the request or the data changes; others pass with time. */
function isLasting(code: unknown): boolean {
  const name = typeof code === 'string' ? code.toLowerCase() : '';
  if (!isErrorCode(name)) return false;
  const { status } = ERRORS[name];
  return status < 500 && status !== 429;
}

/** Weak, because the extensions of equal responses differ. */
function tagOf({ status, content: { errors, data } }: Outcome, tagKey: string, asked: string): string | undefined {
  const areLasting = (errors ?? []).every(({ extensions }) => isLasting(extensions?.['code']));
  if (status !== 200 || data === undefined || !areLasting) return undefined;
  return weak(secretTag(tagKey, asked, errors === undefined ? data : `${JSON.stringify(errors)} ${data}`));
}

export interface ConditionalGetOptions {
  /** Current version of stored data by name; without it, no response is cached. */
  readonly versionOf?: (name: string) => number | undefined;
  /** Secret of the entity tags. */
  readonly tagKey: string;
}

/**
 * Answers queries by GET: with an entity tag, and with 304, free of charge, if the client has the response. A response
 * is cached until its data changes if it depends on nothing but the data, the tier and the request.
 */
export function conditionalGet({ versionOf, tagKey }: ConditionalGetOptions) {
  const cache = versionOf === undefined ? undefined : createResponseCache(versionOf);

  const execute = async ({ repeated, execute }: Polled, context: RequestContext, url: string): Promise<Tagged> => {
    const outcome = await execute();
    const tag = tagOf(outcome, tagKey, url);
    const { errors, data } = outcome.content;
    const isCachable = tag !== undefined && data !== undefined && errors === undefined;
    if (isCachable && repeated !== undefined)
      cache?.add(keyOf(repeated, context), new ReusableBody(data), tag, context);
    return { outcome, tag };
  };

  /** The cached response, charged; undefined also if the quota does not cover it, because some of its fields may be. */
  const find = async ({ repeated }: Polled, context: RequestContext): Promise<Tagged | undefined> => {
    const cached = repeated === undefined ? undefined : cache?.find(keyOf(repeated, context));
    if (cached === undefined || repeated === undefined) return undefined;
    if (await isRefused(() => context.pay(cached.cost))) return undefined;
    for (const source of cached.dataSources) context.dataSources.add(source);
    for (const [name, version] of cached.versions) context.versions.set(name, version);
    const content: AnswerContent = { errors: undefined, data: String(cached.body.bytes) };
    return { outcome: { status: 200, content, contentType: repeated.contentType, headers: [] }, tag: cached.tag };
  };

  return async (
    polled: Polled,
    request: Pick<IncomingMessage, 'headers' | 'url'>,
    exchange: GraphqlExchange<RequestContext>,
  ): Promise<void> => {
    const { context } = exchange;
    const match = request.headers['if-none-match'];
    if (match !== undefined) context.defer();
    const answer = (await find(polled, context)) ?? (await execute(polled, context, request.url ?? ''));
    if (answer.tag !== undefined && isUnchanged(match, answer.tag)) {
      await exchange.refund();
      return exchange.send({
        ...taggedWith(answer.tag),
        status: 304,
        body: '',
        contentType: answer.outcome.contentType,
      });
    }
    // Without the postponement, each field is charged or refused by itself.
    const { outcome, tag } = (await isRefused(() => context.settle()))
      ? await execute(polled, context, request.url ?? '')
      : answer;
    const { status, content, contentType } = outcome;
    const caching =
      tag === undefined ? { cacheControl: 'no-store', headers: outcome.headers } : taggedWith(tag, outcome.headers);
    exchange.send({ status, body: polled.bodyOf(content), contentType, ...caching });
  };
}

/** What a response depends on apart from the data. */
function keyOf({ operationId, variables }: Repeated, { tier }: RequestContext): string {
  return JSON.stringify([operationId, tier, variables]);
}

function taggedWith(tag: string, headers: readonly string[] = []) {
  return { cacheControl: REVALIDATED, headers: [...headers, 'ETag', tag, 'Vary', 'Accept'] };
}

/** Whether a charge is refused with a declared error. */
async function isRefused(charge: () => void | Promise<void>): Promise<boolean> {
  try {
    await charge();
    return false;
  } catch (error) {
    if (error instanceof ApiError) return true;
    throw error;
  }
}
