import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.js';
import { lockEndpoint, recordOutcomes, settleUnknownOutcomes, type DeliveryRules, type Outcome, type Recorded } from './webhook-outcomes.js';
import type { WebhookDelivery, WebhookEndpoint } from './webhooks.js';

/** An attempt that is stored, and may be sent once. */
export interface Claim {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly body: Buffer;
}

export interface ClaimRequest {
  readonly endpointId: string;
  /** Attempts that may be under way at the endpoint at once. */
  readonly most: number;
  /** Ids of the attempts, at least `most`. */
  readonly ids: readonly string[];
  readonly at: Date;
  readonly leaseUntil: Date;
  readonly probeFrom: number;
}

export interface Claimed {
  /** Undefined where the endpoint is gone or disabled. */
  readonly endpoint: WebhookEndpoint | undefined;
  readonly claims: readonly Claim[];
  /** Whether more may wait that was not taken. */
  readonly isFull: boolean;
  /** Where nothing was taken: when to ask again; null for not before something new happens. */
  readonly wakeAt: Date | null;
}

export interface WebhookDeliveriesRepository {
  /** Stores attempts at what is due, before any of them leaves. */
  claim(request: ClaimRequest): Promise<Claimed>;
  /** Stores a test event of an endpoint together with its one attempt. */
  claimTest(request: { readonly endpoint: WebhookEndpoint; readonly id: string; readonly eventId: string; readonly eventType: string; readonly body: Buffer; readonly at: Date; readonly leaseUntil: Date }): Promise<Claim>;
  /** Stores outcomes of one endpoint's attempts in the order in which they came; one already settled is left alone. */
  record(endpointId: string, outcomes: readonly Outcome[], rules: DeliveryRules): Promise<Recorded>;
  /** Endpoints with attempts whose lease is over. */
  overdueEndpoints(at: Date, most: number): Promise<readonly string[]>;
  /** Records attempts whose lease is over as failed; the endpoint's counter stays. Answers how many. */
  settleUnknown(endpointId: string, error: string, at: Date, rules: DeliveryRules): Promise<number>;
  /** Active endpoints with something due since `before` that nobody works on. */
  idleEndpoints(before: Date, at: Date, probeFrom: number, most: number): Promise<readonly string[]>;
  get(id: string): Promise<WebhookDelivery | undefined>;
  backlog(at: Date): Promise<WebhookBacklog>;
}

/** What an operator looks at. */
export interface WebhookBacklog {
  /** Events without receivers yet. */
  readonly unsorted: number;
  /** Events that wait for an attempt at an endpoint, due or not. */
  readonly waiting: number;
  /** Of those: whose time has come. */
  readonly due: number;
  /** Attempts without an outcome. */
  readonly sending: number;
  /** Events given up at an endpoint, of those kept. */
  readonly givenUp: number;
  readonly disabledEndpoints: number;
  /** Seconds since the longest due event could have gone out at an endpoint that is not being probed. */
  readonly oldestDueS: number;
}

/** Attempts at delivering events: claimed before they leave, recorded when they come back. */
export function createWebhookDeliveriesRepository(db: Kysely<Tables>): WebhookDeliveriesRepository {
  return {
    claim: (request) => claim(db, request),
    claimTest: (request) => claimTest(db, request),
    record: (endpointId, outcomes, rules) => db.transaction().execute((tx) => recordOutcomes(tx, endpointId, outcomes, rules)),
    async overdueEndpoints(at, most) {
      const rows = await db.selectFrom('webhook_deliveries').select('endpoint_id').distinct().where('status', '=', 'sending').where('lease_until', '<', at).limit(most).execute();
      return rows.map(({ endpoint_id }) => endpoint_id);
    },
    settleUnknown: (endpointId, error, at, rules) => settleUnknownOutcomes(db, { endpointId, error, at }, rules),
    async idleEndpoints(before, at, probeFrom, most) {
      const { rows } = await sql<{ id: string }>`
        select w.id from webhook_endpoints w
        where w.status = 'active' and (w.consecutive_failures < ${probeFrom} or w.blocked_until is null or w.blocked_until <= ${at})
          and exists (select from webhook_sends s where s.endpoint_id = w.id and s.state = 'waiting' and s.next_at <= ${before})
          and not exists (select from webhook_deliveries d where d.endpoint_id = w.id and d.status = 'sending' and not d.is_test)
        limit ${most}`.execute(db);
      return rows.map(({ id }) => id);
    },
    get: (id) => db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst(),
    async backlog(at) {
      const { rows: [row] } = await sql<WebhookBacklog>`
        select
          (select count(*) from events where fanned_out_at is null) as unsorted,
          (select count(*) from webhook_sends where state = 'waiting') as waiting,
          (select count(*) from webhook_sends where state = 'waiting' and next_at <= ${at}) as due,
          (select count(*) from webhook_deliveries where status = 'sending') as sending,
          (select count(*) from webhook_sends where state = 'given_up') as "givenUp",
          (select count(*) from webhook_endpoints where status = 'disabled') as "disabledEndpoints",
          (select coalesce(greatest(0, extract(epoch from ${at}::timestamptz - min(s.next_at))), 0)::float8
            from webhook_sends s join webhook_endpoints w on w.id = s.endpoint_id
            where s.state = 'waiting' and s.next_at <= ${at} and w.blocked_until is null) as "oldestDueS"`.execute(db);
      if (row === undefined) throw new Error('A query without a table answered no row.');
      return row;
    },
  };
}

const NOTHING = { claims: [], isFull: false, wakeAt: null } as const;

async function claim(db: Kysely<Tables>, request: ClaimRequest): Promise<Claimed> {
  const { endpointId, at, probeFrom } = request;
  return db.transaction().execute(async (tx) => {
    const endpoint = await lockEndpoint(tx, endpointId);
    if (endpoint?.status !== 'active') return { endpoint: undefined, ...NOTHING };
    const isProbing = endpoint.consecutive_failures >= probeFrom;
    const { blocked_until: blockedUntil } = endpoint;
    if (isProbing && blockedUntil !== null && blockedUntil > at) return { endpoint, ...NOTHING, wakeAt: blockedUntil };
    const { rows } = await takeDue(tx, request, isProbing);
    const free = rows[0]?.free ?? null;
    if (free !== null) return { endpoint, claims: rows, isFull: rows.length >= free, wakeAt: null };
    const { next } = await tx
      .selectFrom('webhook_sends')
      .select((select) => select.fn.min<Date | null>('next_at').as('next'))
      .where('endpoint_id', '=', endpointId)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    // What is due and was not taken waits for attempts under way, whose end asks again.
    return { endpoint, ...NOTHING, wakeAt: next !== null && next > at ? next : null };
  });
}

function takeDue(tx: Kysely<Tables>, { endpointId, most, ids, at, leaseUntil }: ClaimRequest, isProbing: boolean) {
  // A probe is the event that was tried most: its schedule is the endpoint's.
  const order = isProbing ? sql`failures desc, event_seq` : sql`event_seq`;
  return sql<Claim & { readonly free: number }>`
    with open as (
      select greatest(0, ${isProbing ? 1 : most}::integer - count(*)::integer) as free from webhook_deliveries
      where endpoint_id = ${endpointId} and status = 'sending' and not is_test
    ), picked as (
      select event_id, row_number() over (order by ${order}) as place from webhook_sends
      where endpoint_id = ${endpointId} and state = 'waiting' and next_at <= ${at}
      order by ${order} limit (select free from open)
    ), sends as (
      update webhook_sends s set state = 'sending', attempts = s.attempts + 1
      from picked where s.endpoint_id = ${endpointId} and s.event_id = picked.event_id
      returning s.event_id, s.attempts, picked.place
    ), claims as (
      insert into webhook_deliveries (id, endpoint_id, event_id, event_type, attempt, claimed_at, lease_until)
      select given.id, ${endpointId}, sends.event_id, e.type, sends.attempts, ${at}::timestamptz, ${leaseUntil}::timestamptz
      from sends join events e on e.id = sends.event_id
      join unnest(${[...ids]}::text[]) with ordinality as given (id, place) on given.place = sends.place
      returning id, event_id, event_type
    )
    select c.id, ${endpointId}::text as "endpointId", c.event_id as "eventId", c.event_type as "eventType", e.body, open.free
    from claims c join events e on e.id = c.event_id cross join open order by e.seq`.execute(tx);
}

async function claimTest(db: Kysely<Tables>, { endpoint, id, eventId, eventType, body, at, leaseUntil }: Parameters<WebhookDeliveriesRepository['claimTest']>[0]): Promise<Claim> {
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('events').values({ id: eventId, type: eventType, account_id: endpoint.account_id, body, created_at: at, fanned_out_at: at }).execute();
    await tx
      .insertInto('webhook_deliveries')
      .values({ id, endpoint_id: endpoint.id, event_id: eventId, event_type: eventType, attempt: 1, is_test: true, claimed_at: at, lease_until: leaseUntil })
      .execute();
  });
  return { id, endpointId: endpoint.id, eventId, eventType, body };
}

