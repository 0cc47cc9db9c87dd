import { MarketgraphError } from '../../client/error.js';

/** Any error as one of the client's. */
export function asError(error: unknown): MarketgraphError {
  if (error instanceof MarketgraphError) return error;
  return new MarketgraphError({ code: 'CONSOLE_ERROR', message: String(error), status: 0, requestId: null }, error);
}
