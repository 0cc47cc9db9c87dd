import type { Store } from '../store/open-store.js';
import { KEYS_CHANGED } from '../store/accounts.js';
import { createAccounts, type Accounts } from './accounts.js';
import { createAuthenticator, type Authenticator } from './authenticate.js';
import type { Clock } from '../calendar/utc-periods.js';
import { storeDemoKeys } from './demo.js';
import { createFieldUsage, type FieldUsage } from './field-usage.js';
import { createKeys, type Keys } from './keys.js';
import { createOperators, storeDemoOperator, type Operators, type OperatorsLog } from './operators.js';
import { createOwners, type Owners } from './owners.js';
import type { RateLimiter } from './limits.js';
import { createMemoryRateLimiter } from './limits-memory.js';
import { createRedisRateLimiter } from './limits-redis.js';
import type { Meter } from './meter.js';
import { createMemoryMeter } from './meter-memory.js';
import { createRedisMeter } from './meter-redis.js';
import type { RedisClient } from './redis-servers.js';
import { systemRandom, type RandomBytes } from './secrets.js';
import { createSessions, type Sessions } from './sessions.js';
import { createAttempts } from './attempts.js';
import type { DeliverMail } from './mail.js';
import { createPasswords, type Passwords } from './passwords.js';
import { createSignIn, type SignIn } from './sign-in.js';
import { createTokenLeases } from './token-leases.js';
import { createTokens, type Tokens } from './tokens.js';

/** The parts of the store that this module uses. */
export type AccessStore = Pick<
  Store,
  'accounts' | 'keys' | 'sessions' | 'signIns' | 'usage' | 'tokenLedger' | 'operators' | 'listen'
>;

export interface AccessOptions {
  readonly store: AccessStore;
  /** From `connectRedis`, to share limits between processes; without it, limits are per process. */
  readonly redis?: RedisClient | undefined;
  readonly clock: Clock;
  readonly random?: RandomBytes;
  /** Whether to store and accept the four demo keys; from `areDemoKeysAllowed`. */
  readonly areDemoKeysAllowed?: boolean;
  /** Milliseconds between flushes, 1,000 by default; null leaves flushing to the caller. */
  readonly flushEveryMs?: number | null;
  /** Clock of the rate limit on Redis; see `RedisRateLimiterOptions`. */
  readonly minuteTime?: 'server' | 'caller';
  /** Delivers password resets; without it they fail, and are reported to `onMailError`. */
  readonly deliverMail?: DeliverMail;
  readonly onMailError?: (error: unknown) => void;
  /** Called if a background flush fails; counts that were not stored are retried by the next one. */
  readonly onFlushError: (error: unknown) => void;
  /** Called if reservations of AI tokens could not be renewed; tried again. `onFlushError` by default. */
  readonly onRenewError?: (error: unknown) => void;
  /** Where changes that operators make are logged; nowhere by default. */
  readonly log?: OperatorsLog;
}

export interface Access {
  readonly authenticator: Authenticator;
  readonly limiter: RateLimiter;
  readonly meter: Meter;
  readonly fieldUsage: Pick<FieldUsage, 'history'>;
  readonly tokens: Tokens;
  readonly keys: Keys;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly passwords: Pick<Passwords, 'runs'>;
  readonly owners: Owners;
  readonly operators: Operators;
  /** Stores all counts. Failures are thrown as an AggregateError and retried by the next flush. */
  flush(): Promise<void>;
  /** Stops listening and flushing after a final flush. Does not close the store or Redis. */
  close(): Promise<void>;
}

const FLUSH_EVERY_MS = 1_000;

export async function createAccess(options: AccessOptions): Promise<Access> {
  const { store, clock, random = systemRandom, areDemoKeysAllowed = false } = options;
  const authenticator = createAuthenticator({ keys: store.keys, sessions: store.sessions, clock, areDemoKeysAllowed });
  const stopListening = await store.listen(KEYS_CHANGED, (accountId) => authenticator.forget(accountId), {
    onGap: () => authenticator.forget(),
  });
  if (areDemoKeysAllowed) {
    await storeDemoKeys(store, clock);
    await storeDemoOperator(store.operators, clock);
  }
  const { limiter, meter: months } = await createCounters(options, random);
  const fieldUsage = createFieldUsage(store.usage);
  const meter: Meter = Object.assign(months, { noteFields: fieldUsage.note });
  const flush = serialized(() =>
    settleAll([limiter.flush(), meter.flush(), fieldUsage.flush(), authenticator.flush()]),
  );
  const stopFlushing = flushRegularly(flush, options);
  const onChange = (accountId: string): void => authenticator.forget(accountId);
  const sessions = createSessions({ sessions: store.sessions, clock, random, onChange });
  const passwords = createPasswords({ random });
  const signIn = createSignIn({
    signIns: store.signIns,
    sessions,
    passwords,
    attempts: createAttempts({ signIns: store.signIns, clock, random }),
    deliverMail: options.deliverMail ?? (() => Promise.reject(new Error('No mail is delivered here.'))),
    onMailError: options.onMailError ?? (() => undefined),
    clock,
    random,
    areDemoKeysAllowed,
    onChange,
  });
  const leases = createTokenLeases({
    ledger: store.tokenLedger,
    clock,
    onError: options.onRenewError ?? options.onFlushError,
  });
  return {
    authenticator,
    limiter,
    meter,
    fieldUsage,
    tokens: createTokens({ ledger: store.tokenLedger, clock, random, leases }),
    keys: createKeys({ keys: store.keys, clock, random, onChange }),
    accounts: createAccounts({ accounts: store.accounts, clock, random, onChange }),
    sessions,
    signIn,
    passwords,
    owners: createOwners(store),
    operators: createOperators({
      operators: store.operators,
      clock,
      random,
      areDemoKeysAllowed,
      log: options.log ?? { info: () => undefined },
    }),
    flush,
    close: once(async () => {
      stopFlushing();
      await settleAll([stopListening(), flush(), signIn.settled(), leases.close()]);
    }),
  };
}

async function createCounters(
  { store: { usage }, redis, clock, minuteTime = 'server' }: AccessOptions,
  random: RandomBytes,
): Promise<Pick<Access, 'limiter' | 'meter'>> {
  if (redis === undefined)
    return { limiter: await createMemoryRateLimiter({ usage, clock }), meter: createMemoryMeter({ usage, clock }) };
  return {
    limiter: createRedisRateLimiter({ redis, time: minuteTime }),
    meter: createRedisMeter({ redis, usage, clock, random }),
  };
}

function once(task: () => Promise<void>): () => Promise<void> {
  let run: Promise<void> | undefined;
  return () => (run ??= task());
}

/** Runs `task` without overlap: a call during a run starts another one after it. */
function serialized(task: () => Promise<void>): () => Promise<void> {
  let previous = Promise.resolve();
  return () => {
    const run = previous.then(task);
    previous = run.catch(() => undefined);
    return run;
  };
}

function flushRegularly(
  flush: () => Promise<void>,
  { flushEveryMs = FLUSH_EVERY_MS, onFlushError }: AccessOptions,
): () => void {
  if (flushEveryMs === null) return () => undefined;
  let isFlushing = false;
  const timer = setInterval(() => {
    if (isFlushing) return;
    isFlushing = true;
    flush()
      .catch(onFlushError)
      .finally(() => {
        isFlushing = false;
      });
  }, flushEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function settleAll(tasks: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(tasks);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'Some counts could not be stored.');
}
