import { z } from 'zod';

/**
 * An account's month in Redis is a hash: `used`, the `generation` it was seeded as, and the database `snapshot` its seed
 * was read from. A generation is random: a count that Redis lost and got back is another one.
 */

/**
 * Adds units, negative for a refund, unless they exceed the limit ('' is none). Answers outcome, used, generation. Just
 * after a loss a refund may come before its charge is adopted: then `used` is below 0 until it is.
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
 * Opens a generation before the database is read, or joins the one that another process opened. So whoever finds no
 * generation after storing its charges knows that the next seed will contain them. Answers the generation.
 */
export const CLAIM = {
  name: 'svcClaimMonth',
  lua: `
    redis.call('HSETNX', KEYS[1], 'generation', ARGV[1])
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    return redis.call('HGET', KEYS[1], 'generation')`,
};

/** Sets the count of the generation unless it has one: of two processes that seed at once, the first wins. */
export const SEED = {
  name: 'svcSeedMonth',
  lua: `
    if redis.call('HGET', KEYS[1], 'generation') ~= ARGV[1] then return 0 end
    if redis.call('HEXISTS', KEYS[1], 'used') == 1 then return 0 end
    redis.call('HSET', KEYS[1], 'used', ARGV[2], 'snapshot', ARGV[3])
    return 1`,
};

/** Adds units that the seed of this generation cannot have contained. Answers 0 where the generation is another one by now. */
export const ADOPT = {
  name: 'svcAdoptMonth',
  lua: `
    if redis.call('HGET', KEYS[1], 'generation') ~= ARGV[1] then return 0 end
    redis.call('HINCRBY', KEYS[1], 'used', ARGV[2])
    return 1`,
};

/** Whether a snapshot (`xmin:xmax:xip,…`, as PostgreSQL prints it) sees what the committed transaction `xid` wrote. */
export function snapshotSees(snapshot: string, xid: string): boolean {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':');
  const id = BigInt(xid);
  if (id < BigInt(xmin)) return true;
  return id < BigInt(xmax) && !running.split(',').includes(xid);
}
