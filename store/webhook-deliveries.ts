import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.js';
import { lockEndpoints, recordOutcomes, settleUnknownOutcomes, type DeliveryRules, type Recorded, type Report } from './webhook-outcomes.js';
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
  /** Attempts that may be under way at one endpoint at once. */
  readonly most: number;
  /** Answers the id of a new attempt. */
  readonly newId: () => string;
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
  /** Stores attempts at what is due at these endpoints, no two the same, before any of them leaves: one transaction for all. */
  claim(endpointIds: readonly string[], request: ClaimRequest): Promise<readonly Claimed[]>;
  /** Stores a test event of an endpoint together with its one attempt. */
  claimTest(request: { readonly endpoint: WebhookEndpoint; readonly id: string; readonly eventId: string; readonly eventType: string; readonly body: Buffer; readonly at: Date; readonly leaseUntil: Date }): Promise<Claim>;
  /** Stores what came of attempts, in order; one already settled is left alone. No two reports are of one endpoint: one transaction for all. */
  record(reports: readonly Report[], rules: DeliveryRules): Promise<readonly Recorded[]>;
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
    claim: (endpointIds, request) => claim(db, endpointIds, request),
    claimTest: (request) => claimTest(db, request),
    record: (reports, rules) => db.transaction().execute((tx) => recordOutcomes(tx, reports, rules)),
    async overdueEndpoints(at, most) {
      const rows = await db.selectFrom('webhook_deliveries').select('endpointId').distinct().where('status', '=', 'sending').where('leaseUntil', '<', at).limit(most).execute();
      return rows.map(({ endpointId }) => endpointId);
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

async function claim(db: Kysely<Tables>, endpointIds: readonly string[], request: ClaimRequest): Promise<readonly Claimed[]> {
  const { at, probeFrom, most } = request;
  return db.transaction().execute(async (tx) => {
    const endpoints = await lockEndpoints(tx, endpointIds);
    const open = [...endpoints.values()].filter(({ status }) => status === 'active');
    const isProbing = ({ consecutiveFailures: failures }: WebhookEndpoint): boolean => failures >= probeFrom;
    const isBlocked = (endpoint: WebhookEndpoint): boolean => isProbing(endpoint) && endpoint.blockedUntil !== null && endpoint.blockedUntil > at;
    const free = open.filter((endpoint) => !isBlocked(endpoint));
    const taken = await takeDue(tx, request, [
      ...(await pickDue(tx, free.filter((endpoint) => !isProbing(endpoint)), most, at, 'oldest')),
      // A probe is the event that was tried most: its schedule is the endpoint's.
      ...(await pickDue(tx, free.filter(isProbing), 1, at, 'most tried')),
    ]);
    const next = await nextDue(tx, free.filter(({ id }) => !taken.has(id)));
    return endpointIds.map((id) => {
      const endpoint = endpoints.get(id);
      if (endpoint?.status !== 'active') return { endpoint: undefined, ...NOTHING };
      if (isBlocked(endpoint)) return { endpoint, ...NOTHING, wakeAt: endpoint.blockedUntil };
      const claims = taken.get(id);
      if (claims !== undefined) return { endpoint, claims, isFull: claims.length >= (claims[0]?.free ?? 0), wakeAt: null };
      const nextAt = next.get(id) ?? null;
      // What is due and was not taken waits for attempts under way, whose end asks again.
      return { endpoint, ...NOTHING, wakeAt: nextAt !== null && nextAt > at ? nextAt : null };
    });
  });
}

interface Picked {
  readonly endpointId: string;
  readonly eventId: string;
  /** Attempts that the endpoint had room for. */
  readonly free: number;
}

/** What is due at each endpoint, as far as it has room for more attempts. */
async function pickDue(tx: Kysely<Tables>, endpoints: readonly WebhookEndpoint[], most: number, at: Date, order: 'oldest' | 'most tried'): Promise<readonly Picked[]> {
  if (endpoints.length === 0) return [];
  const { rows } = await sql<Picked>`
    with open as (
      select a.id, greatest(0, ${most}::integer - (
        select count(*) from webhook_deliveries d where d.endpoint_id = a.id and d.status = 'sending' and not d.is_test)::integer) as free
      from unnest(${endpoints.map(({ id }) => id)}::text[]) as a (id)
    )
    select open.id as "endpointId", due.event_id as "eventId", open.free
    from open cross join lateral (
      select s.event_id from webhook_sends s
      where s.endpoint_id = open.id and s.state = 'waiting' and s.next_at <= ${at}
      order by ${order === 'oldest' ? sql`s.event_seq` : sql`s.failures desc, s.event_seq`} limit open.free
    ) due`.execute(tx);
  return rows;
}

type TakenClaim = Claim & Pick<Picked, 'free'>;

/** Stores an attempt at each, and answers them by endpoint, each endpoint's in the order of its events. */
async function takeDue(tx: Kysely<Tables>, { newId, at, leaseUntil }: ClaimRequest, picked: readonly Picked[]): Promise<ReadonlyMap<string, readonly TakenClaim[]>> {
  if (picked.length === 0) return new Map();
  const { rows } = await sql<TakenClaim>`
    with given as (
      select * from unnest(
        ${picked.map(() => newId())}::text[], ${picked.map(({ endpointId }) => endpointId)}::text[], ${picked.map(({ eventId }) => eventId)}::text[], ${picked.map(({ free }) => free)}::integer[]
      ) as g (id, endpoint_id, event_id, free)
    ), sends as (
      update webhook_sends s set state = 'sending', attempts = s.attempts + 1
      from given where s.endpoint_id = given.endpoint_id and s.event_id = given.event_id and s.state = 'waiting'
      returning given.id, given.free, s.endpoint_id, s.event_id, s.attempts
    ), claims as (
      insert into webhook_deliveries (id, endpoint_id, event_id, event_type, attempt, claimed_at, lease_until)
      select sends.id, sends.endpoint_id, sends.event_id, e.type, sends.attempts, ${at}::timestamptz, ${leaseUntil}::timestamptz
      from sends join events e on e.id = sends.event_id
    )
    select sends.id, sends.endpoint_id as "endpointId", sends.event_id as "eventId", e.type as "eventType", e.body, sends.free
    from sends join events e on e.id = sends.event_id order by e.seq`.execute(tx);
  const byEndpoint = new Map<string, TakenClaim[]>();
  for (const row of rows) {
    const known = byEndpoint.get(row.endpointId);
    if (known === undefined) byEndpoint.set(row.endpointId, [row]);
    else known.push(row);
  }
  return byEndpoint;
}

/** When the next event of each endpoint is due, which may be past. */
async function nextDue(tx: Kysely<Tables>, endpoints: readonly WebhookEndpoint[]): Promise<ReadonlyMap<string, Date | null>> {
  if (endpoints.length === 0) return new Map();
  const rows = await tx
    .selectFrom('webhook_sends')
    .select((select) => ['endpointId', select.fn.min<Date | null>('nextAt').as('next')])
    .where('endpointId', 'in', endpoints.map(({ id }) => id))
    .where('state', '=', 'waiting')
    .groupBy('endpointId')
    .execute();
  return new Map(rows.map(({ endpointId, next }) => [endpointId, next]));
}

async function claimTest(db: Kysely<Tables>, { endpoint, id, eventId, eventType, body, at, leaseUntil }: Parameters<WebhookDeliveriesRepository['claimTest']>[0]): Promise<Claim> {
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('events').values({ id: eventId, type: eventType, accountId: endpoint.accountId, body, createdAt: at, fannedOutAt: at }).execute();
    await tx
      .insertInto('webhook_deliveries')
      .values({ id, endpointId: endpoint.id, eventId, eventType, attempt: 1, isTest: true, claimedAt: at, leaseUntil })
      .execute();
  });
  return { id, endpointId: endpoint.id, eventId, eventType, body };
}

