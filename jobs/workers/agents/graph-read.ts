import { ApiError, isErrorCode, type ErrorCode } from '../../../access/errors.js';
import type { ErrorExtra } from '../../../access/error-extra.js';
import type { Identity } from '../../../access/identity.js';

/** In whose name the graph is read, and when. */
export interface GraphReader {
  readonly identity: Identity;
  readonly requestId: string;
  readonly nowMs: number;
  readonly onDataSource?: ((source: string) => void) | undefined;
}

export interface GraphAnswer {
  readonly data?: unknown;
  readonly errors?:
    | readonly {
        readonly message: string;
        readonly extensions?: Readonly<Record<string, unknown>> | undefined;
      }[]
    | undefined;
}

/** Executes stored operations through the gateway, in a reader's name; the reads of one reader share loaders. */
export type OpenGraph = (
  reader: GraphReader,
) => (operation: string, variables: Readonly<Record<string, unknown>>) => Promise<GraphAnswer>;

/** The data of an operation. Throws ApiError for errors that do more than leave a value out. */
export type GraphRead = (operation: string, variables: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** What leaves a value out: there is none, whoever asks. */
const MISSING: readonly ErrorCode[] = ['ticker_not_found', 'insufficient_data', 'not_found', 'no_signals'];

function codeOf(extensions: Readonly<Record<string, unknown>> = {}): ErrorCode {
  const { code } = extensions;
  const name = typeof code === 'string' ? code.toLowerCase() : '';
  return isErrorCode(name) ? name : 'internal_error';
}

function tiersOf({ tier, required_tier: required }: Readonly<Record<string, unknown>> = {}): ErrorExtra {
  return typeof tier === 'string' && typeof required === 'string' ? { tier, required_tier: required } : {};
}

export function graphRead(open: OpenGraph, reader: GraphReader): GraphRead {
  const execute = open(reader);
  return async (operation, variables) => {
    const { data, errors = [] } = await execute(operation, variables);
    const failed = errors.find(({ extensions }) => !MISSING.includes(codeOf(extensions)));
    if (failed === undefined) return data;
    const code = codeOf(failed.extensions);
    // The tier was enough when the agent was saved.
    if (code === 'tier_required')
      throw new ApiError('entitlement_required', failed.message, tiersOf(failed.extensions));
    throw new ApiError(code, code === 'internal_error' ? undefined : failed.message);
  };
}
