import { type ColumnType, type Generated, type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { NullableTimestamp } from './column-types.js';
import type { Tables } from './tables.js';
import type { RepositoryRow } from './repository-row.js';
import {
  redeliver,
  retryGivenUp,
  type Redelivery,
  type RetriedEvents,
  type RetryOfGivenUp,
} from './webhook-redelivery.js';

declare module './tables.js' {
  interface Tables {
    webhook_endpoints: {
      id: string;
      accountId: string;
      url: string;
      /** Subscribed event types. */
      events: string[];
      /** The signing secret, encrypted. */
      secret: Buffer;
      secretLast4: string;
      /** The secret that replaces it at `nextSecretAt`, encrypted. */
      nextSecret: Buffer | null;
      nextSecretLast4: string | null;
      nextSecretAt: NullableTimestamp;
      status: ColumnType<'active' | 'disabled', 'active' | undefined, 'disabled'>;
      disabledReason: string | null;
      consecutiveFailures: Generated<number>;
      /** After consecutive failures: when the next attempt may probe the endpoint. */
      blockedUntil: NullableTimestamp;
      createdAt: ColumnType<Date, Date, never>;
      /** The client's key for retries of the registration. */
      idempotencyKey: ColumnType<string | null, string | null | undefined, never>;
      /**
       * SHA-256 of the registration with that key; null once the secret has been rotated, which a retry must not show.
       */
      requestHash: ColumnType<Buffer | null, Buffer | null | undefined, null>;
    };
  }
}

export type WebhookEndpoint = Readonly<Selectable<Tables['webhook_endpoints']>>;
export type NewWebhookEndpoint = Pick<
  Insertable<Tables['webhook_endpoints']>,
  'id' | 'accountId' | 'url' | 'events' | 'secret' | 'secretLast4' | 'createdAt'
> &
  Partial<Retry>;
export type WebhookDelivery = Readonly<Selectable<Tables['webhook_deliveries']>>;
/** How a retry of a registration is recognised. */
export interface Retry {
  readonly idempotencyKey: string | null;
  readonly requestHash: Buffer | null;
}

export type WebhookInsertion =
  | { readonly outcome: 'inserted' | 'repeated'; readonly endpoint: WebhookEndpoint }
  | { readonly outcome: 'too_many' | 'no_account' | 'other_request' };

export interface NextSecret {
  readonly secret: Buffer;
  readonly last4: string;
  /** When it becomes current automatically. */
  readonly activeAt: Date;
}

/** Topic of live events: an endpoint starts to fail, recovers or is disabled. */
export const ENDPOINT_CHANGED = 'webhook';

/** How long an idempotency key counts. */
const RETRY_MS = 86_400_000;

export interface WebhooksRepository {
  /**
   * Inserts unless the account already has `most`, counted under a lock on the account. With an idempotency key that an
   * endpoint was registered with within 24 hours, returns that endpoint, or `other_request` if its hash differs.
   */
  insert(endpoint: NewWebhookEndpoint, most: number): Promise<WebhookInsertion>;
  /** Oldest first. */
  ofAccount(accountId: string): Promise<readonly WebhookEndpoint[]>;
  get(accountId: string, id: string): Promise<WebhookEndpoint | undefined>;
  /** Changes what is given; a retry of the registration is then refused. */
  update(
    accountId: string,
    id: string,
    changes: { readonly url?: string; readonly events?: string[] },
  ): Promise<WebhookEndpoint | undefined>;
  /** The last finished attempts of each endpoint before `seq`, if given, newest first, in one query. */
  recentDeliveries(
    endpointIds: readonly string[],
    most: number,
    beforeSeq?: number,
  ): Promise<ReadonlyMap<string, readonly WebhookDelivery[]>>;
  /** Deletes an endpoint with its pending deliveries; returns whether the account had it. */
  delete(accountId: string, id: string): Promise<boolean>;
  /** Stores the next secret; a previous next secret whose time has come first becomes the current one. */
  rotate(accountId: string, id: string, next: NextSecret, at: Date): Promise<WebhookEndpoint | undefined>;
  /** Makes the next secret, if any, the current one now. */
  activate(accountId: string, id: string): Promise<WebhookEndpoint | undefined>;
  /** Returns the ids of the endpoints to which the event is sent once more. */
  redeliver(request: Redelivery): Promise<readonly string[]>;
  retryGivenUp(request: RetryOfGivenUp): Promise<RetriedEvents>;
}

/** Customers' webhook endpoints. */
function createWebhooksRepository(db: Kysely<Tables>): WebhooksRepository {
  const own = (accountId: string, id: string) =>
    db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).where('accountId', '=', accountId);
  return {
    insert: (endpoint, most) => insertEndpoint(db, endpoint, most),
    ofAccount: (accountId) =>
      db
        .selectFrom('webhook_endpoints')
        .selectAll()
        .where('accountId', '=', accountId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),
    get: (accountId, id) => own(accountId, id).executeTakeFirst(),
    update: (accountId, id, changes) =>
      db
        .updateTable('webhook_endpoints')
        .set({ ...changes, requestHash: null })
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .returningAll()
        .executeTakeFirst(),
    recentDeliveries: (endpointIds, most, beforeSeq) => recentDeliveries(db, endpointIds, most, beforeSeq),
    async delete(accountId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('webhook_endpoints')
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    rotate: (accountId, id, { secret, last4, activeAt }, at) =>
      db
        .updateTable('webhook_endpoints')
        .set({
          secret: sql`case when next_secret_at <= ${at} then next_secret else secret end`,
          secretLast4: sql`case when next_secret_at <= ${at} then next_secret_last4 else secret_last4 end`,
          nextSecret: secret,
          nextSecretLast4: last4,
          nextSecretAt: activeAt,
          requestHash: null,
        })
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .returningAll()
        .executeTakeFirst(),
    activate: (accountId, id) =>
      db
        .updateTable('webhook_endpoints')
        .set({
          secret: sql`coalesce(next_secret, secret)`,
          secretLast4: sql`coalesce(next_secret_last4, secret_last4)`,
          nextSecret: null,
          nextSecretLast4: null,
          nextSecretAt: null,
        })
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .returningAll()
        .executeTakeFirst(),
    redeliver: (request) => redeliver(db, request),
    retryGivenUp: (request) => retryGivenUp(db, request),
  };
}

async function insertEndpoint(
  db: Kysely<Tables>,
  endpoint: NewWebhookEndpoint,
  most: number,
): Promise<WebhookInsertion> {
  return db.transaction().execute(async (tx) => {
    // The lock makes concurrent insertions for one account count each other.
    const account = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', endpoint.accountId)
      .forUpdate()
      .executeTakeFirst();
    if (account === undefined) return { outcome: 'no_account' };
    const earlier = await registeredBefore(tx, endpoint);
    if (earlier !== undefined) {
      const isSame = earlier.requestHash !== null && endpoint.requestHash?.equals(earlier.requestHash) === true;
      return isSame ? { outcome: 'repeated', endpoint: earlier } : { outcome: 'other_request' };
    }
    const { present } = await tx
      .selectFrom('webhook_endpoints')
      .select((select) => select.fn.countAll<number>().as('present'))
      .where('accountId', '=', endpoint.accountId)
      .executeTakeFirstOrThrow();
    if (present >= most) return { outcome: 'too_many' };
    const row = await tx.insertInto('webhook_endpoints').values(endpoint).returningAll().executeTakeFirstOrThrow();
    return { outcome: 'inserted', endpoint: row };
  });
}

/** The account's newest endpoint with the same idempotency key, while it counts. */
async function registeredBefore(
  tx: Kysely<Tables>,
  { accountId, idempotencyKey, createdAt }: NewWebhookEndpoint,
): Promise<WebhookEndpoint | undefined> {
  if (idempotencyKey === undefined || idempotencyKey === null) return undefined;
  return tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('idempotencyKey', '=', idempotencyKey)
    .where('createdAt', '>', new Date(createdAt.getTime() - RETRY_MS))
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
}

async function recentDeliveries(
  db: Kysely<Tables>,
  endpointIds: readonly string[],
  most: number,
  beforeSeq = Number.MAX_SAFE_INTEGER,
): Promise<ReadonlyMap<string, readonly WebhookDelivery[]>> {
  const found = new Map<string, WebhookDelivery[]>(endpointIds.map((id) => [id, []]));
  if (endpointIds.length === 0) return found;
  const { rows } = await sql<WebhookDelivery>`
    select recent.* from unnest(${[...endpointIds]}::text[]) as asked (id)
    cross join lateral (
      select * from webhook_deliveries where endpoint_id = asked.id and status <> 'sending' and seq < ${beforeSeq} order by seq desc limit ${most}
    ) recent
    order by recent.seq desc`.execute(db);
  for (const row of rows) found.get(row.endpointId)?.push(row);
  return found;
}

export const REPOSITORY = {
  create: createWebhooksRepository,
  tables: { webhook_endpoints: 'uncached' },
  alsoReads: ['webhook_sends', 'webhook_deliveries', 'accounts'],
  migrations: {
    '0002-webhooks': [
      `create table webhook_endpoints (
        id text primary key, account_id text not null references accounts on delete cascade, url text not null, events text[] not null,
        secret bytea not null, secret_last4 text not null,
        next_secret bytea, next_secret_last4 text, next_secret_at timestamptz,
        status text not null default 'active' check (status in ('active', 'disabled')), disabled_reason text,
        consecutive_failures integer not null default 0, blocked_until timestamptz, created_at timestamptz not null)`,
      `create index webhook_endpoints_account on webhook_endpoints (account_id)`,
      `create table events (
        id text primary key, seq bigint generated always as identity, type text not null,
        account_id text references accounts on delete cascade, body bytea not null,
        created_at timestamptz not null, fanned_out_at timestamptz)`,
      `create index events_waiting on events (seq) where fanned_out_at is null`,
      `create index events_age on events (created_at)`,
      `create table webhook_sends (
        endpoint_id text not null references webhook_endpoints on delete cascade, event_id text not null references events on delete cascade,
        event_seq bigint not null, state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'given_up')),
        attempts integer not null default 0, failures integer not null default 0, next_at timestamptz not null,
        primary key (endpoint_id, event_id))`,
      `create index webhook_sends_due on webhook_sends (endpoint_id, next_at) where state = 'waiting'`,
      `create index webhook_sends_event on webhook_sends (event_id)`,
      `create table webhook_deliveries (
        id text primary key, seq bigint generated always as identity,
        endpoint_id text not null references webhook_endpoints on delete cascade, event_id text not null references events on delete cascade,
        event_type text not null, attempt integer not null, is_test boolean not null default false,
        status text not null default 'sending' check (status in ('sending', 'succeeded', 'failed')),
        claimed_at timestamptz not null, lease_until timestamptz not null,
        http_status integer, error text, duration_ms integer)`,
      `create index webhook_deliveries_recent on webhook_deliveries (endpoint_id, seq desc)`,
      `create index webhook_deliveries_open on webhook_deliveries (endpoint_id, lease_until) where status = 'sending'`,
      `create index webhook_deliveries_event on webhook_deliveries (event_id)`,
    ],
    '0008-idempotency': [
      `alter table webhook_endpoints add column idempotency_key text, add column request_hash bytea`,
    ],
  },
} as const satisfies RepositoryRow;
