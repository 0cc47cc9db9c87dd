import { redisAddresses, type RedisServers } from '../access/redis-servers.js';
import { codeOf, messageOf } from '../store/errors.js';
import { certificateFailure } from '../store/tls-failures.js';
import { REDIS_SETTINGS } from './redis-config.js';

const AUTHORITY = "name the file with its authority's certificate in NODE_EXTRA_CA_CERTS";

/** The error at the root of `error`; a cluster's client keeps that of the node it asked last. */
function rootOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const deeper = error.cause ?? ('lastNodeError' in error ? error.lastNodeError : undefined);
  return deeper instanceof Error ? rootOf(deeper) : error;
}

/** Why a Redis cannot be used, and what to do about it. */
export function redisFailure(servers: RedisServers, error: unknown): string {
  const reason = rootOf(error);
  const [address, setting] = [redisAddresses(servers), REDIS_SETTINGS[servers.kind]];
  const code = codeOf(reason);
  if (code === 'ECONNREFUSED') return `Redis is unreachable at ${address}; start it, or correct ${setting}.`;
  const untrusted = certificateFailure(`Redis at ${address}`, code, AUTHORITY);
  if (untrusted !== undefined) return untrusted;
  // The client does not tell why it could not connect to a sentinel or node.
  const hint =
    servers.kind !== 'single' && servers.isTls
      ? ` If nobody known here has signed their certificates, ${AUTHORITY}.`
      : '';
  return `Redis at ${address} cannot be used: ${messageOf(reason).replace(/\.$/, '')}. Check that it runs, and correct ${setting}.${hint}`;
}
