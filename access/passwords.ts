import { scrypt, timingSafeEqual } from 'node:crypto';
import { ApiError } from './errors.js';
import { FairQueue } from './fair-queue.js';
import type { RandomBytes } from './secrets.js';

/**
 * Cost of a hash: 32 MiB and three passes, which OWASP lists as equal to N = 2^17, r = 8, p = 1 in a quarter of the
 * memory.
 */
export interface ScryptCost {
  /** Binary logarithm of N. */
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

const COST: ScryptCost = { ln: 15, r: 8, p: 3 };
/** A hash of a password that everybody knows protects nothing; the first sign-in renews it. */
const PUBLIC_COST: ScryptCost = { ln: 10, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Characters of a password, after normalization. */
const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

/** Hashes run in threads of libuv, which file access and name lookups need too. */
const RUNNING = 2;
const WAITING = 32;
const WAITING_EACH = 8;
const BUSY_WAIT_S = 2;

export interface Passwords {
  /** Hashes a checked password; one that is public at a small cost. Throws `unavailable` if too many hashes wait. */
  hash(password: string, turn: string, isPublic?: boolean): Promise<string>;
  /** Whether a password has this hash; without one, the same work for the answer no. Throws `unavailable`. */
  verify(password: string, stored: string | undefined, turn: string): Promise<boolean>;
  /** Whether the hash was made with other parameters than those in use. */
  isOutdated(stored: string): boolean;
  /** Hashes computed so far. */
  readonly runs: number;
}

export interface PasswordsOptions {
  readonly random: RandomBytes;
  readonly cost?: ScryptCost;
}

interface ParsedHash {
  readonly cost: ScryptCost;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const FORMAT = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+={0,2})\$([\w+/]+={0,2})$/;

function parsed(stored: string): ParsedHash {
  const [, ln, r, p, salt = '', hash = ''] = FORMAT.exec(stored) ?? [];
  if (hash === '') throw new Error('A stored password hash has an unknown format.');
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function derive(password: string, salt: Buffer, { ln, r, p }: ScryptCost): Promise<Buffer> {
  const N = 2 ** ln;
  // Twice what the algorithm needs, since Node counts its working memory too.
  const options = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/** Password hashes by scrypt, off the event loop and a few at a time. */
export function createPasswords({ random, cost = COST }: PasswordsOptions): Passwords {
  const busy = (): ApiError =>
    new ApiError('unavailable', `Too many sign-ins wait; retry after ${BUSY_WAIT_S} seconds.`, {
      retry_after_s: BUSY_WAIT_S,
    });
  const queue = new FairQueue({ running: RUNNING, waiting: WAITING, waitingEach: WAITING_EACH, busy });
  const absent: ParsedHash = { cost, salt: random(SALT_BYTES), hash: random(HASH_BYTES) };
  let runs = 0;
  const run = (password: string, salt: Buffer, of: ScryptCost, turn: string): Promise<Buffer> =>
    queue.run({ turn, onAbandoned: () => undefined }, () => {
      runs += 1;
      return derive(password, salt, of);
    });
  return {
    async hash(password, turn, isPublic = false) {
      const salt = random(SALT_BYTES);
      const own = isPublic ? PUBLIC_COST : cost;
      const key = await run(password, salt, own, turn);
      const { ln, r, p } = own;
      return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64')}$${key.toString('base64')}`;
    },
    async verify(password, stored, turn) {
      const right = stored === undefined ? absent : parsed(stored);
      const key = await run(password, right.salt, right.cost, turn);
      return key.length === right.hash.length && timingSafeEqual(key, right.hash) && stored !== undefined;
    },
    isOutdated(stored) {
      const { ln, r, p } = parsed(stored).cost;
      return ln !== cost.ln || r !== cost.r || p !== cost.p;
    },
    get runs() {
      return runs;
    },
  };
}

/** The start of passwords that are guessed first; a repetition or continuation of one is refused too. */
const COMMON = [
  'password',
  'passw0rd',
  'p@ssw0rd',
  'p@ssword',
  'qwerty',
  'qwertyuiop',
  'qwertyuiopasdfghjkl',
  'azertyuiop',
  'letmein',
  'iloveyou',
  'welcome',
  'admin',
  'administrator',
  'changeme',
  'football',
  'baseball',
  'princess',
  'sunshine',
  'superman',
  'trustno1',
  'whatever',
  'monkey',
  'dragon',
  'master',
  'abc',
  'test',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'zaq12wsx',
  'asdfghjkl',
  'zxcvbnm',
  'secret',
  'default',
  'marketgraph',
] as const;
const RUNS = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
];
/** Fewer different characters than this are a pattern. */
const LEAST_DIFFERENT = 5;
const DIGITS_AND_MARKS = /[\d\W_]+/g;

/**
 * Whether guessing tools try the password early: common words with digits around them, runs, repetitions, the own
 * address.
 */
function isCommon(password: string, email: string): boolean {
  const text = password.toLowerCase();
  const letters = text.replace(DIGITS_AND_MARKS, '');
  const [local = ''] = email.toLowerCase().split('@', 1);
  if (new Set(text).size < LEAST_DIFFERENT || RUNS.some((run) => run.includes(text))) return true;
  if (text === email.toLowerCase() || (local.length >= 4 && text.replaceAll(local, '').length < 4)) return true;
  return COMMON.some((word) => {
    const core = word.replace(DIGITS_AND_MARKS, '');
    const isRepeated = text.replaceAll(word, '').replace(DIGITS_AND_MARKS, '') === '';
    return (
      (text.includes(word) && isRepeated) || (core.length >= 4 && letters !== '' && letters.replaceAll(core, '') === '')
    );
  });
}

/** Throws `invalid_parameter` for a password that is too short, too long or among those that are guessed first. */
export function requireGoodPassword(password: string, email: string, param = 'password'): void {
  const { length } = Array.from(password.normalize('NFKC'));
  const { min, max } = PASSWORD_LENGTH;
  if (length < min || length > max) {
    throw new ApiError('invalid_parameter', `${param} must have ${min} to ${max} characters.`, { param });
  }
  if (isCommon(password.normalize('NFKC'), email)) {
    const message = `${param} is one of those that are guessed first; choose another, such as four unrelated words.`;
    throw new ApiError('invalid_parameter', message, { param });
  }
}
