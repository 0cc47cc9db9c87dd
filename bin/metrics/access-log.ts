import type { Logger } from 'pino';
import { currentTrace } from '../../telemetry/trace.js';
import type { EndedRequest } from './observed-requests.js';

const MS_PER_SECOND = 1000;

/** Writes a line per request, at level `info`: no headers, no query strings, and paths of known routes alone. */
export function accessLog(log: Pick<Logger, 'info'>): (request: EndedRequest) => void {
  return ({ method, route, path, status, seconds, address, notes: { requestId, accountId, tier, code, operation } }) =>
    log.info(
      {
        request_id: requestId,
        method,
        route,
        path,
        operation,
        status,
        code,
        tier,
        account: accountId,
        address,
        ms: Math.round(seconds * MS_PER_SECOND * 100) / 100,
      },
      'request',
    );
}

/** Adds the caller's trace to every line that is logged in it. */
export function traceFields(): object {
  const trace = currentTrace();
  return trace === undefined ? {} : { trace_id: trace.traceId, parent_id: trace.parentId };
}
