import { json, type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { ApiError } from '../../access/errors.js';

/** One GraphQL-over-HTTP operation. */
export interface OperationRequest {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Far above the limit for clients, because routers send the representations of whole lists. */
const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

const parseJson: RequestHandler = json({ limit: BODY_LIMIT_BYTES, type: () => true });

const BODY = z.object({
  query: z.string().min(1),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
});

function bodyError(error: unknown): ApiError {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413)
    return new ApiError('body_too_large', `The body is larger than ${BODY_LIMIT_BYTES / 1024 / 1024} MiB.`);
  if (status === 415)
    return new ApiError(
      'unsupported_media_type',
      'Send the body as JSON in UTF-8, plain or compressed with gzip, deflate or br.',
    );
  return new ApiError('invalid_json');
}

/** Reads the operation from a GET's query string, for streams. Throws `invalid_json`. */
function fromAddress({ url }: Request): unknown {
  const mark = url.indexOf('?');
  const { variables, ...given } = Object.fromEntries(new URLSearchParams(mark === -1 ? '' : url.slice(mark)));
  try {
    return { ...given, variables: variables === undefined ? undefined : (JSON.parse(variables) as unknown) };
  } catch {
    throw new ApiError('invalid_json');
  }
}

async function fromBody(request: Request, response: Response): Promise<unknown> {
  if (typeof request.is(['application/json', 'application/*+json']) !== 'string')
    throw new ApiError('unsupported_media_type');
  await new Promise<void>((resolve, reject) => {
    void parseJson(request, response, (error?: unknown) =>
      error === undefined ? resolve() : reject(bodyError(error)),
    );
  });
  return request.body;
}

/** Reads the operation. Throws `unsupported_media_type`, `body_too_large`, `invalid_json`, `invalid_parameter`. */
export async function readOperation(request: Request, response: Response): Promise<OperationRequest> {
  const body = BODY.safeParse(request.method === 'GET' ? fromAddress(request) : await fromBody(request, response));
  if (!body.success)
    throw new ApiError(
      'invalid_parameter',
      'Send {"query", "operationName", "variables"}: query a string, variables an object.',
      { param: String(body.error.issues[0]?.path[0] ?? 'query') },
    );
  const { query, operationName, variables } = body.data;
  return { query, operationName: operationName ?? undefined, variables: variables ?? {} };
}
