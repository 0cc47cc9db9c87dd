import { pino, type Logger } from 'pino';
import type { Config } from './config.js';
import { limitedByKind } from './limited-log.js';
import { loggedError } from './logged-error.js';
import { traceFields } from './metrics/access-log.js';

/** Headers that may carry secrets. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers["x-api-key"]',
  'req.headers["x-svc-identity"]',
  'req.headers.cookie',
];

export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  const hooks = { logMethod: limitedByKind() };
  const serializers = { err: loggedError };
  const options = { level: config.logLevel, redact: REDACTED, mixin: traceFields, hooks, serializers };
  return pino(options, pino.destination({ dest: 2, sync: false }));
}
