import { MarketgraphError } from './error.js';

/** What came over the wire. */
export interface WireAnswer {
  readonly status: number;
  /** From the header; errors carry their own. */
  readonly requestId: string | null;
  readonly text: string;
}

/** The parts of a GraphQL answer; data is null where nothing was executed. */
export interface ParsedAnswer {
  readonly data: object | null;
  readonly errors: readonly MarketgraphError[];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStep(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function readError(value: unknown, { status, requestId }: WireAnswer): MarketgraphError {
  const { message, path, extensions } = isObject(value) ? value : {};
  const { code, request_id: ownRequestId, ...extra } = isObject(extensions) ? extensions : {};
  return new MarketgraphError({
    code: typeof code === 'string' ? code : 'INVALID_ANSWER',
    message: typeof message === 'string' ? message : 'The server answered with an error that has no message.',
    status,
    requestId: typeof ownRequestId === 'string' ? ownRequestId : requestId,
    path: Array.isArray(path) ? path.filter(isStep) : [],
    extra,
  });
}

function readBody(answer: WireAnswer): Record<string, unknown> {
  const invalid = (cause?: unknown): MarketgraphError =>
    new MarketgraphError({ code: 'INVALID_ANSWER', message: `The server answered ${answer.status} with a body that is no GraphQL answer.`, status: answer.status, requestId: answer.requestId }, cause);
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch (error) {
    throw invalid(error);
  }
  if (!isObject(body) || (!isObject(body['data']) && !Array.isArray(body['errors']))) throw invalid();
  return body;
}

/** Reads a GraphQL answer. Throws MarketgraphError `INVALID_ANSWER` where the body is none, as from a proxy in between. */
export function readAnswer(answer: WireAnswer): ParsedAnswer {
  const { data, errors } = readBody(answer);
  return {
    data: isObject(data) ? data : null,
    errors: Array.isArray(errors) ? errors.map((error) => readError(error, answer)) : [],
  };
}
