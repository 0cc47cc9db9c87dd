import type { ExecutionResult, FormattedExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import type { Logger } from 'pino';
import { messageOf } from '../../access/echo.js';
import { ERRORS, type ApiError } from '../../access/errors.js';
import type { OperationCost } from '../../access/request-context.js';
import type { RefusedOperation } from '../../gateway/gateway.js';
import { declaredErrorBody } from '../../gateway/live/shown-answer.js';
import { REFUSED } from '../../telemetry/topics.js';
import { limitsJson, type RequestLimits } from '../request-limits.js';

/** The request's data that is added to a response. */
export interface ServedContext {
  readonly requestId: string;
  readonly operationCost: OperationCost | null;
}

/** The part of a response that is the same for equal results. */
export interface AnswerContent {
  readonly errors: readonly GraphQLFormattedError[] | undefined;
  /** JSON; undefined if the operation was not executed. */
  readonly data: string | undefined;
}

/** What became of an operation. */
export interface Outcome {
  readonly status: number;
  readonly content: AnswerContent;
  readonly contentType: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
}

/** How results become responses, with or without Apollo Server. */
export interface AnswerFormat<C> {
  /** The error as sent to clients, without a request id; it has a code. */
  error(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError;
  /** The body: the content with `extensions`, and with the request id in each of its errors. */
  body(content: AnswerContent, context: C, limits: RequestLimits | null): string;
}

/** Leaves errors and results unchanged. */
export const PLAIN_FORMAT: AnswerFormat<unknown> = {
  error: (formatted) => formatted,
  body: (content) => bodyText(content),
};

/** Masks and logs undeclared errors; adds the request id to errors, and cost and limits to responses. */
export function servedFormat<C extends ServedContext>({
  log,
}: {
  readonly log: Pick<Logger, 'error'>;
}): AnswerFormat<C> {
  return {
    error(formatted, error) {
      const { message, extensions = {}, ...place } = formatted;
      const { request_id: _requestId, ...lasting } = extensions;
      const { code } = lasting;
      REFUSED.tell({ code: typeof code === 'string' ? code.toLowerCase() : 'internal_error' });
      if (code !== undefined && code !== ApolloServerErrorCode.INTERNAL_SERVER_ERROR)
        return { message, ...place, extensions: lasting };
      log.error({ err: error, path: formatted.path }, 'an operation failed');
      return { message: ERRORS.internal_error.message, ...place, extensions: { code: 'INTERNAL_ERROR' } };
    },
    body({ errors, data }, { requestId, operationCost }, limits) {
      const named = errors && withRequestId(errors, requestId);
      // The cost of an operation that was not executed says nothing: it may not even be valid.
      const cost = operationCost === null || data === undefined ? {} : { cost: costJson(operationCost) };
      return bodyText({ errors: named, data }, { ...cost, ...(limits === null ? {} : { limits: limitsJson(limits) }) });
    },
  };
}

/** Adds the request id to each error. */
export function withRequestId(
  errors: readonly GraphQLFormattedError[],
  requestId: string,
): readonly GraphQLFormattedError[] {
  return errors.map((error) => ({ ...error, extensions: { ...error.extensions, request_id: requestId } }));
}

function costJson({ requested, limit }: OperationCost): object {
  return { requested, limit, remaining: limit - requested };
}

function bodyText({ errors, data }: AnswerContent, extensions: object = {}): string {
  const parts = errors === undefined ? [] : [`"errors":${JSON.stringify(errors)}`];
  if (data !== undefined) parts.push(`"data":${data}`);
  const added = JSON.stringify(extensions);
  if (added !== '{}') parts.push(`"extensions":${added}`);
  return `{${parts.join(',')}}\n`;
}

/** A declared error that ended the request before there was a result. */
export function refusalBody(error: ApiError, requestId: string, limits: RequestLimits | null): object {
  return {
    ...declaredErrorBody(error, requestId),
    ...(limits === null ? {} : { extensions: { limits: limitsJson(limits) } }),
  };
}

/** The error with a code and without `extensions.http`. */
function formatted(error: GraphQLError, codeless: string): GraphQLFormattedError {
  const { http: _http, ...extensions } = error.extensions;
  return {
    ...error.toJSON(),
    message: messageOf(error),
    extensions: { ...extensions, code: extensions['code'] ?? codeless },
  };
}

/** The content of a response whose errors are formatted. */
export function contentOf({ errors, data }: FormattedExecutionResult): AnswerContent {
  return { errors, data: data === undefined ? undefined : JSON.stringify(data) };
}

/** The content of an executed operation, in the same bytes as from Apollo Server. */
export function executedContent<C>({ errors, data }: ExecutionResult, format: AnswerFormat<C>): AnswerContent {
  const shown = errors?.map((error) =>
    format.error(formatted(error, ApolloServerErrorCode.INTERNAL_SERVER_ERROR), error),
  );
  return contentOf({ ...(shown === undefined ? {} : { errors: shown }), ...(data === undefined ? {} : { data }) });
}

/** The content for an operation that was rejected before it ran, as from Apollo Server. `code` is the default code. */
export function refusedContent<C>(
  { errors, data }: RefusedOperation,
  code: string,
  format: AnswerFormat<C>,
): AnswerContent {
  const shown = errors.map((error) => format.error(formatted(error, code), error));
  return contentOf(data === undefined ? { errors: shown } : { errors: shown, data });
}
