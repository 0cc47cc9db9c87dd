import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';

/** One error of the API (docs/errors.md). */
export interface Problem {
  readonly code: string;
  readonly message: string;
  /** Path in the data; empty if the whole request failed. */
  readonly path: readonly (string | number)[];
  readonly requiredTier: string | null;
  readonly retryAfterS: number | null;
  readonly requestId: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function problemOf(error: unknown): Problem {
  const { message, path, extensions } = isFields(error) ? error : {};
  const { code, required_tier, retry_after_s, request_id } = isFields(extensions) ? extensions : {};
  return {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    message: typeof message === 'string' ? message : 'The server gave no reason.',
    path: Array.isArray(path) ? (path as (string | number)[]) : [],
    requiredTier: typeof required_tier === 'string' ? required_tier : null,
    retryAfterS: typeof retry_after_s === 'number' ? retry_after_s : null,
    requestId: typeof request_id === 'string' ? request_id : null,
  };
}

/** The errors of a response's body; none if it is not GraphQL. */
function errorsIn(body: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(body);
    return isFields(parsed) && Array.isArray(parsed['errors']) ? parsed['errors'] : [];
  } catch {
    return [];
  }
}

/**
 * Errors in one shape. A field that failed is in `CombinedGraphQLErrors`, as is a request that failed as a whole (key,
 * rate limit); a `ServerError` has the same body as text.
 */
export function problemsOf(error: Error | undefined): readonly Problem[] {
  if (error === undefined) return [];
  if (CombinedGraphQLErrors.is(error)) return error.errors.map(problemOf);
  const errors = ServerError.is(error) ? errorsIn(error.bodyText) : [];
  if (errors.length > 0) return errors.map(problemOf);
  return [
    problemOf({
      message: 'The server cannot be reached. Is it running, and is the URL correct?',
      extensions: { code: 'UNREACHABLE' },
    }),
  ];
}
