import { MarketgraphError } from './error.js';

/** An HTTP response. */
export interface WireAnswer {
  readonly status: number;
  /** From the header; errors have their own. */
  readonly requestId: string | null;
  readonly text: string;
}

/** A parsed GraphQL response; data is null if nothing was executed. */
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
    message: typeof message === 'string' ? message : 'The server sent an error without a message.',
    status,
    requestId: typeof ownRequestId === 'string' ? ownRequestId : requestId,
    path: Array.isArray(path) ? path.filter(isStep) : [],
    extra,
  });
}

function readBody(answer: WireAnswer): Record<string, unknown> {
  const invalid = (cause?: unknown): MarketgraphError =>
    new MarketgraphError(
      {
        code: 'INVALID_ANSWER',
        message: `The server responded ${answer.status} with a body that is not a GraphQL response.`,
        status: answer.status,
        requestId: answer.requestId,
      },
      cause,
    );
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch (error) {
    throw invalid(error);
  }
  if (!isObject(body) || (!isObject(body['data']) && !Array.isArray(body['errors']))) throw invalid();
  return body;
}

/**
 * Parses a GraphQL response. Throws MarketgraphError `INVALID_ANSWER` for other bodies, such as a proxy's error page.
 */
export function readAnswer(answer: WireAnswer): ParsedAnswer {
  const { data, errors } = readBody(answer);
  return {
    data: isObject(data) ? data : null,
    errors: Array.isArray(errors) ? errors.map((error) => readError(error, answer)) : [],
  };
}
