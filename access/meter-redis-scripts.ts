import { z } from 'zod';

/**
 * An account's month in Redis is a hash: `used`, the `generation` of the count, and the database `snapshot` that its
 * seed was read from. Generations are random, so that a count that was lost and seeded again has a new one.
 */

/**
 * Adds units, negative for a refund, unless they exceed the limit ('' for none). Returns outcome, used, generation.
 * After a loss, a refund may arrive before its charge is adopted; `used` is then temporarily below 0.
 */
export const CHARGE = {
  name: 'svcChargeMonth',
  lua: `
    local used = tonumber(redis.call('HGET', KEYS[1], 'used'))
    if not used then return {-1, 0, ''} end
    local units, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
    local generation = redis.call('HGET', KEYS[1], 'generation')
    if units > 0 and limit and used + units > limit then return {0, used, generation} end
    return {1, redis.call('HINCRBY', KEYS[1], 'used', units), generation}`,
};

export const OUTCOME = { absent: -1, refused: 0, charged: 1 } as const;

export const chargeReply = z.tuple([z.number(), z.number(), z.string()]);

/**
 * Claims a generation before the database is read, or joins the one that another process claimed. So a process that
 * finds no generation after storing its charges knows that the next seed will contain them. Returns the generation.
 */
export const CLAIM = {
  name: 'svcClaimMonth',
  lua: `
    redis.call('HSETNX', KEYS[1], 'generation', ARGV[1])
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    return redis.call('HGET', KEYS[1], 'generation')`,
};

/** Sets the count of the generation unless it has one: if two processes seed concurrently, the first wins. */
export const SEED = {
  name: 'svcSeedMonth',
  lua: `
    if redis.call('HGET', KEYS[1], 'generation') ~= ARGV[1] then return 0 end
    if redis.call('HEXISTS', KEYS[1], 'used') == 1 then return 0 end
    redis.call('HSET', KEYS[1], 'used', ARGV[2], 'snapshot', ARGV[3])
    return 1`,
};

/** Adds units that are not in the seed of this generation. Returns 0 if the generation has changed. */
export const ADOPT = {
  name: 'svcAdoptMonth',
  lua: `
    if redis.call('HGET', KEYS[1], 'generation') ~= ARGV[1] then return 0 end
    redis.call('HINCRBY', KEYS[1], 'used', ARGV[2])
    return 1`,
};

/** Whether a PostgreSQL snapshot (`xmin:xmax:xip,…`) includes the committed transaction `xid`. */
export function snapshotSees(snapshot: string, xid: string): boolean {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':');
  const id = BigInt(xid);
  if (id < BigInt(xmin)) return true;
  return id < BigInt(xmax) && !running.split(',').includes(xid);
}
