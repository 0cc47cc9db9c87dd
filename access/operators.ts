import type { Transaction } from 'kysely';
import type { Tables } from '../store/tables.js';
import type { OperatorAction, OperatorsRepository, StoredOperatorKey } from '../store/operators.js';
import type { Clock } from '../calendar/utc-periods.js';
import type { Credential } from './credential.js';
import { DEMO_OPERATOR_KEY } from './demo.js';
import { ApiError, unavailable } from './errors.js';
import type { Identity } from './identity.js';
import { hashSecret, newId, newSecret, SECRET_PREFIX, visiblePrefix, type RandomBytes } from './secrets.js';
import { OPERATOR_PER_MINUTE } from './tiers.js';

export type OperatorKey = StoredOperatorKey;

/** Who makes a request with an operator's key. */
export interface Operator {
  /** Id of the key. */
  readonly id: string;
  readonly name: string;
}

export interface CreatedOperatorKey {
  /** `svco_…`, shown only once. */
  readonly secret: string;
  readonly key: OperatorKey;
}

/** A change that an operator has made. */
export interface NewOperatorAction {
  /** `set_account_tier` */
  readonly action: string;
  /** Id of what was changed. */
  readonly subject: string;
  readonly detail?: string | null | undefined;
}

/** Records an action in the transaction of the change itself. */
export type RecordAction = (tx: Transaction<Tables>, action: NewOperatorAction) => Promise<void>;

export interface OperatorsLog {
  info(details: object, message: string): void;
}

export interface Operators {
  /** Throws `invalid_parameter` for a name without characters, or with more than 80. */
  create(options: { readonly name: string; readonly expiresAt?: Date | null | undefined }): Promise<CreatedOperatorKey>;
  /** Oldest first, including revoked ones. */
  list(): Promise<readonly OperatorKey[]>;
  /** Ends a key in every process immediately; idempotent. Throws `not_found`. */
  revoke(id: string): Promise<OperatorKey>;
  /**
   * The operator whose key this is, as an identity without an account: its `accountId` and `keyId` are the key's id,
   * which the rate limit counts by. Throws `missing_key`, `invalid_key` for everything but the key of an operator, and
   * `unavailable`.
   */
  authenticate(credential: Credential | null): Promise<Identity & { readonly operator: Operator }>;
  /**
   * Makes a change in the database, which calls `record` in its own transaction: there is no change without its record,
   * nor the other way round. Logs it once it is committed.
   */
  change<Result>(operator: Operator, change: (record: RecordAction) => Promise<Result>): Promise<Result>;
  /**
   * Makes a change outside the database, recorded before it begins: there may be a record of what then failed, whose
   * detail says so, but no change without a record.
   */
  changeOutside<Result>(operator: Operator, action: NewOperatorAction, change: () => Promise<Result>): Promise<Result>;
  /** Newest first. */
  actions: OperatorsRepository['actions'];
}

export type { OperatorAction };

export interface OperatorsOptions {
  readonly operators: OperatorsRepository;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: OperatorsLog;
  /** Without it the demo key does not work, even if it is stored. */
  readonly areDemoKeysAllowed: boolean;
}

const TOUCH_MS = 60_000;
const MOST_CHARACTERS = 128;
const WELL_FORMED = /^svco_[A-Za-z0-9_-]+$/;
const LONGEST_NAME = 80;
const DEMO_ID = 'opk_demo';

/**
 * Keys of operators, who see and change what is of all accounts. They are a credential of their own: an API key or a
 * session of an account never is one. Nothing is cached, so that a revocation holds in every process at once.
 */
export function createOperators({ operators, clock, random, log, areDemoKeysAllowed }: OperatorsOptions): Operators {
  const isDemo = (secret: string): boolean => secret === DEMO_OPERATOR_KEY;
  const rowOf = ({ id, name }: Operator, { action, subject, detail = null }: NewOperatorAction): OperatorAction => ({
    id: newId('opa', random),
    operatorId: id,
    operatorName: name,
    action,
    subject,
    detail,
    at: new Date(clock()),
  });
  const tell = ({ operatorId, operatorName, action, subject, detail }: OperatorAction): void =>
    log.info(
      { operator: operatorId, operator_name: operatorName, action, subject, detail },
      'an operator changed something',
    );
  return {
    async create({ name, expiresAt = null }) {
      const given = name.trim();
      if (given === '' || given.length > LONGEST_NAME)
        throw new ApiError('invalid_parameter', `name must have 1 to ${LONGEST_NAME} characters.`, { param: 'name' });
      const { secret, hash } = newSecret('operator', random);
      const created = {
        id: newId('opk', random),
        prefix: visiblePrefix(secret),
        name: given,
        createdAt: new Date(clock()),
        expiresAt,
      };
      if (!(await operators.insert({ ...created, hash })))
        throw new Error('A new random key collided with a stored one: the random source is broken.');
      return { secret, key: { ...created, lastUsedAt: null, revokedAt: null } };
    },
    list: () => operators.list(),
    async revoke(id) {
      const key = await operators.revoke(id, new Date(clock()));
      if (key === undefined) throw new ApiError('not_found', 'No operator has a key with this id.', { param: 'id' });
      return key;
    },
    async authenticate(credential) {
      if (credential === null)
        throw new ApiError('missing_key', 'Send the key of an operator as Authorization: Bearer or X-API-Key.');
      const { kind, secret } = credential;
      // A cookie is always taken for a session's: another site could make a browser send it.
      if (kind !== 'key' || !secret.startsWith(SECRET_PREFIX.operator))
        throw new ApiError(
          'invalid_key',
          'Only the key of an operator works here; API keys and sessions of accounts do not.',
        );
      const isForged = secret.length > MOST_CHARACTERS || !WELL_FORMED.test(secret);
      if (isForged || (isDemo(secret) && !areDemoKeysAllowed)) throw unknownKey();
      const key = await operators.byHash(hashSecret(secret)).catch((error: unknown) => {
        throw unavailable(error);
      });
      const nowMs = clock();
      if (key === undefined || (key.expiresAt !== null && key.expiresAt.getTime() <= nowMs)) throw unknownKey();
      if (nowMs - (key.lastUsedAt?.getTime() ?? 0) >= TOUCH_MS) {
        await operators.touch(key.id, new Date(nowMs)).catch((error: unknown) => {
          throw unavailable(error);
        });
      }
      return identityOfOperator(key);
    },
    async change(operator, change) {
      const recorded: OperatorAction[] = [];
      const result = await change(async (tx, action) => {
        const row = rowOf(operator, action);
        await operators.record(row, tx);
        recorded.push(row);
      });
      recorded.forEach(tell);
      return result;
    },
    async changeOutside(operator, action, change) {
      const row = rowOf(operator, action);
      await operators.record(row);
      try {
        const result = await change();
        tell(row);
        return result;
      } catch (error) {
        const detail = `${row.detail === null ? '' : `${row.detail}; `}failed`;
        await operators.detail(row.id, detail);
        tell({ ...row, detail });
        throw error;
      }
    },
    actions: (page) => operators.actions(page),
  };
}

/** The operator whose identity it is. Throws for an identity that `authenticate` has not made. */
export function operatorOf(identity: Identity & { readonly operator?: Operator }): Operator {
  if (identity.operator === undefined) throw new Error('The caller is not an operator.');
  return identity.operator;
}

/** The operator as the request pipeline sees a caller; it has no account, and no month. */
function identityOfOperator({ id, name }: OperatorKey): Identity & { readonly operator: Operator } {
  return {
    accountId: id,
    tier: 'institutional',
    keyId: id,
    sessionId: null,
    perMinute: OPERATOR_PER_MINUTE,
    perMonth: null,
    dailyTokenCap: 0,
    operator: { id, name },
  };
}

function unknownKey(): ApiError {
  return new ApiError('invalid_key', 'No operator has this key, or it is revoked or has expired.');
}

/** Stores the demo key unless it exists. */
export async function storeDemoOperator(operators: Pick<OperatorsRepository, 'insert'>, clock: Clock): Promise<void> {
  await operators.insert({
    id: DEMO_ID,
    hash: hashSecret(DEMO_OPERATOR_KEY),
    prefix: DEMO_OPERATOR_KEY,
    name: 'demo',
    createdAt: new Date(clock()),
  });
}
