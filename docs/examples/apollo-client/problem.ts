import type { ApolloError } from '@apollo/client';

/** One error of the API, as docs/errors.md describes it. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  /** Where in the data; empty where the whole request failed. */
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
 * What went wrong, in one shape. A field that failed is in `graphQLErrors`; a request that was refused as a whole (key, minute)
 * comes with its status as `networkError`, whose body has errors of the same form.
 */
export function problemsOf(error: ApolloError | undefined): readonly Problem[] {
  if (error === undefined) return [];
  if (error.graphQLErrors.length > 0) return error.graphQLErrors.map(problemOf);
  const refusal: unknown = error.networkError;
  const result = isFields(refusal) ? refusal['result'] : undefined;
  if (isFields(result) && Array.isArray(result['errors'])) return result['errors'].map(problemOf);
  return [problemOf({ message: 'The server cannot be reached. Does it run, and is the address right?', extensions: { code: 'UNREACHABLE' } })];
}
