import { type ColumnType, type Generated, type Kysely, sql } from 'kysely';
import type { Tables } from './tables.js';
import {
  lockEndpoints,
  recordOutcomes,
  settleUnknownOutcomes,
  type DeliveryRules,
  type Recorded,
  type Report,
} from './webhook-outcomes.js';
import type { WebhookDelivery, WebhookEndpoint } from './webhooks.js';
import type { RepositoryRow } from './repository-row.js';

declare module './tables.js' {
  interface Tables {
    /** One attempt; its id is sent at most once. */
    webhook_deliveries: {
      id: string;
      seq: Generated<number>;
      endpointId: string;
      eventId: string;
      eventType: string;
      attempt: number;
      isTest: Generated<boolean>;
      status: Generated<'sending' | 'succeeded' | 'failed'>;
      claimedAt: ColumnType<Date, Date, never>;
      /** An attempt still `sending` after this time has an unknown outcome. */
      leaseUntil: ColumnType<Date, Date, never>;
      httpStatus: number | null;
      error: string | null;
      durationMs: number | null;
    };
    /** Delivery of one event to one endpoint. */
    webhook_sends: {
      endpointId: string;
      eventId: string;
      eventSeq: number;
      state: Generated<'waiting' | 'sending' | 'delivered' | 'given_up'>;
      attempts: Generated<number>;
      /** Position in the retry schedule. */
      failures: Generated<number>;
      nextAt: ColumnType<Date, Date, Date>;
    };
  }
}

/** A stored attempt, to be sent once. */
export interface Claim {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly body: Buffer;
}

export interface ClaimRequest {
  /** Concurrent attempts per endpoint. */
  readonly most: number;
  /** Generates the id of a new attempt. */
  readonly newId: () => string;
  readonly at: Date;
  readonly leaseUntil: Date;
  readonly probeFrom: number;
}

export interface Claimed {
  /** Undefined if the endpoint is deleted or disabled. */
  readonly endpoint: WebhookEndpoint | undefined;
  readonly claims: readonly Claim[];
  /** Whether more may be due than was claimed. */
  readonly isFull: boolean;
  /** If nothing was claimed, when to try again; null to wait for new events. */
  readonly wakeAt: Date | null;
}

/** Outcomes of an endpoint's attempts, and whether it takes new ones. */
export interface Step extends Report {
  readonly goesOn: boolean;
}

export interface Advanced extends Recorded {
  /** Null if it does not go on. */
  readonly claimed: Claimed | null;
}

export interface WebhookDeliveriesRepository {
  /** Stores attempts for due events of these distinct endpoints before any is sent, in one transaction. */
  claim(endpointIds: readonly string[], request: ClaimRequest): Promise<readonly Claimed[]>;
  /** Stores a test event for an endpoint with its single attempt. */
  claimTest(request: {
    readonly endpoint: WebhookEndpoint;
    readonly id: string;
    readonly eventId: string;
    readonly eventType: string;
    readonly body: Buffer;
    readonly at: Date;
    readonly leaseUntil: Date;
  }): Promise<Claim>;
  /** Stores outcomes in order, ignoring settled attempts, in one transaction. Reports are for distinct endpoints. */
  record(reports: readonly Report[], rules: DeliveryRules): Promise<readonly Recorded[]>;
  /**
   * Both in one transaction: stores the outcomes, then claims for the endpoints that go on; `request` is asked once the
   * outcomes are stored. Steps are of distinct endpoints.
   */
  advance(steps: readonly Step[], rules: DeliveryRules, request: () => ClaimRequest): Promise<readonly Advanced[]>;
  /** Endpoints with attempts whose lease has expired. */
  overdueEndpoints(at: Date, most: number): Promise<readonly string[]>;
  /** Records attempts with an expired lease as failed, without counting them for the endpoint. Returns how many. */
  settleUnknown(endpointId: string, error: string, at: Date, rules: DeliveryRules): Promise<number>;
  /** Active endpoints with events due since `before` and no attempt in progress. */
  idleEndpoints(before: Date, at: Date, probeFrom: number, most: number): Promise<readonly string[]>;
  get(id: string): Promise<WebhookDelivery | undefined>;
  backlog(at: Date): Promise<WebhookBacklog>;
}

/** The delivery backlog, for operators. */
export interface WebhookBacklog {
  /** Events not yet assigned to endpoints. */
  readonly unsorted: number;
  /** Deliveries waiting for an attempt, due or not. */
  readonly waiting: number;
  /** Waiting deliveries that are due. */
  readonly due: number;
  /** Attempts without an outcome yet. */
  readonly sending: number;
  /** Deliveries given up, as far as they are stored. */
  readonly givenUp: number;
  readonly disabledEndpoints: number;
  /** Seconds since the oldest due delivery became due, endpoints being probed excluded. */
  readonly oldestDueS: number;
}

/** Delivery attempts: claimed before they are sent, recorded when they finish. */
function createWebhookDeliveriesRepository(db: Kysely<Tables>): WebhookDeliveriesRepository {
  return {
    claim: (endpointIds, request) =>
      db.transaction().execute(async (tx) => claim(tx, endpointIds, await lockEndpoints(tx, endpointIds), request)),
    claimTest: (request) => claimTest(db, request),
    record: (reports, rules) => db.transaction().execute((tx) => recordOutcomes(tx, reports, rules)),
    advance: (steps, rules, request) => db.transaction().execute((tx) => advance(tx, steps, rules, request)),
    async overdueEndpoints(at, most) {
      const rows = await db
        .selectFrom('webhook_deliveries')
        .select('endpointId')
        .distinct()
        .where('status', '=', 'sending')
        .where('leaseUntil', '<', at)
        .limit(most)
        .execute();
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
      const {
        rows: [row],
      } = await sql<WebhookBacklog>`
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
      if (row === undefined) throw new Error('The query returned no row.');
      return row;
    },
  };
}

const NOTHING = { claims: [], isFull: false, wakeAt: null } as const;

async function advance(
  tx: Kysely<Tables>,
  steps: readonly Step[],
  rules: DeliveryRules,
  request: () => ClaimRequest,
): Promise<readonly Advanced[]> {
  const recorded = await recordOutcomes(tx, steps, rules);
  const going = steps.filter(({ goesOn }) => goesOn).map(({ endpointId }) => endpointId);
  // Their rows are locked.
  const endpoints = new Map(
    recorded.flatMap(({ endpoint }) => (endpoint === undefined ? [] : [[endpoint.id, endpoint] as const])),
  );
  const claimed = going.length === 0 ? [] : await claim(tx, going, endpoints, request());
  const claimedBy = new Map(going.map((id, index) => [id, claimed[index] ?? null]));
  return recorded.map((each, index) => ({ ...each, claimed: claimedBy.get(steps[index]?.endpointId ?? '') ?? null }));
}

/** `endpoints` are locked. */
async function claim(
  tx: Kysely<Tables>,
  endpointIds: readonly string[],
  endpoints: ReadonlyMap<string, WebhookEndpoint>,
  request: ClaimRequest,
): Promise<readonly Claimed[]> {
  const { at, probeFrom, most } = request;
  const open = endpointIds.flatMap((id) => endpoints.get(id) ?? []).filter(({ status }) => status === 'active');
  const isProbing = ({ consecutiveFailures: failures }: WebhookEndpoint): boolean => failures >= probeFrom;
  const isBlocked = (endpoint: WebhookEndpoint): boolean =>
    isProbing(endpoint) && endpoint.blockedUntil !== null && endpoint.blockedUntil > at;
  const free = open.filter((endpoint) => !isBlocked(endpoint));
  const taken = await takeDue(tx, request, [
    ...(await pickDue(
      tx,
      free.filter((endpoint) => !isProbing(endpoint)),
      most,
      at,
      'oldest',
    )),
    // The probe is the event with the most attempts: its schedule is the endpoint's.
    ...(await pickDue(tx, free.filter(isProbing), 1, at, 'most tried')),
  ]);
  const next = await nextDue(
    tx,
    free.filter(({ id }) => !taken.has(id)),
  );
  return endpointIds.map((id) => {
    const endpoint = endpoints.get(id);
    if (endpoint?.status !== 'active') return { endpoint: undefined, ...NOTHING };
    if (isBlocked(endpoint)) return { endpoint, ...NOTHING, wakeAt: endpoint.blockedUntil };
    const claims = taken.get(id);
    if (claims !== undefined)
      return { endpoint, claims, isFull: claims.length >= (claims[0]?.free ?? 0), wakeAt: null };
    const nextAt = next.get(id) ?? null;
    // Due events that were not claimed wait for attempts in progress, which claim again when they end.
    return { endpoint, ...NOTHING, wakeAt: nextAt !== null && nextAt > at ? nextAt : null };
  });
}

interface Picked {
  readonly endpointId: string;
  readonly eventId: string;
  /** Free attempt slots of the endpoint. */
  readonly free: number;
}

/** The due events of each endpoint, up to its free attempt slots. */
async function pickDue(
  tx: Kysely<Tables>,
  endpoints: readonly WebhookEndpoint[],
  most: number,
  at: Date,
  order: 'oldest' | 'most tried',
): Promise<readonly Picked[]> {
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

/** Stores an attempt for each; returns them by endpoint, in the order of the events. */
async function takeDue(
  tx: Kysely<Tables>,
  { newId, at, leaseUntil }: ClaimRequest,
  picked: readonly Picked[],
): Promise<ReadonlyMap<string, readonly TakenClaim[]>> {
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

/** When the next event of each endpoint is due, possibly in the past. */
async function nextDue(
  tx: Kysely<Tables>,
  endpoints: readonly WebhookEndpoint[],
): Promise<ReadonlyMap<string, Date | null>> {
  if (endpoints.length === 0) return new Map();
  const rows = await tx
    .selectFrom('webhook_sends')
    .select((select) => ['endpointId', select.fn.min<Date | null>('nextAt').as('next')])
    .where(
      'endpointId',
      'in',
      endpoints.map(({ id }) => id),
    )
    .where('state', '=', 'waiting')
    .groupBy('endpointId')
    .execute();
  return new Map(rows.map(({ endpointId, next }) => [endpointId, next]));
}

async function claimTest(
  db: Kysely<Tables>,
  { endpoint, id, eventId, eventType, body, at, leaseUntil }: Parameters<WebhookDeliveriesRepository['claimTest']>[0],
): Promise<Claim> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('events')
      .values({ id: eventId, type: eventType, accountId: endpoint.accountId, body, createdAt: at, fannedOutAt: at })
      .execute();
    await tx
      .insertInto('webhook_deliveries')
      .values({ id, endpointId: endpoint.id, eventId, eventType, attempt: 1, isTest: true, claimedAt: at, leaseUntil })
      .execute();
  });
  return { id, endpointId: endpoint.id, eventId, eventType, body };
}

export const REPOSITORY = {
  create: createWebhookDeliveriesRepository,
  tables: { webhook_deliveries: 'uncached', webhook_sends: 'uncached' },
  alsoReads: ['webhook_endpoints', 'events', 'accounts'],
} as const satisfies RepositoryRow;
