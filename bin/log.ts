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

/** The log of a program, which begins with what is doubtful in its settings. */
export function createLog(config: Pick<Config, 'logLevel' | 'doubts'>): Logger {
  const hooks = { logMethod: limitedByKind() };
  const serializers = { err: loggedError };
  const options = { level: config.logLevel, redact: REDACTED, mixin: traceFields, hooks, serializers };
  const log = pino(options, pino.destination({ dest: 2, sync: false }));
  for (const doubt of config.doubts) log.warn(doubt);
  return log;
}
