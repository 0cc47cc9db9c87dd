import type { ApolloError } from '@apollo/client';

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

/**
 * Errors in one shape. A field that failed is in `graphQLErrors`; a request that failed as a whole (key, rate limit) is a
 * `networkError` with a status, whose body has errors of the same form.
 */
export function problemsOf(error: ApolloError | undefined): readonly Problem[] {
  if (error === undefined) return [];
  if (error.graphQLErrors.length > 0) return error.graphQLErrors.map(problemOf);
  const { networkError }: { readonly networkError: unknown } = error;
  const result = isFields(networkError) ? networkError['result'] : undefined;
  if (isFields(result) && Array.isArray(result['errors'])) return result['errors'].map(problemOf);
  return [problemOf({ message: 'The server cannot be reached. Is it running, and is the URL correct?', extensions: { code: 'UNREACHABLE' } })];
}
