import { sql, type Kysely } from 'kysely';
import { publishEvent } from './events.js';
import type { Tables } from './tables.js';
import { notifySendsDue } from './webhook-redelivery.js';
import { ENDPOINT_CHANGED, type WebhookEndpoint } from './webhooks.js';

/** Retry rules; times in milliseconds are relative to the instant of the outcome. */
export interface DeliveryRules {
  /** Delay before the next attempt after this many failures of an event at an endpoint; null gives the event up. */
  readonly delayMs: (failures: number) => number | null;
  /** Consecutive failures after which events wait for one probe. */
  readonly probeFrom: number;
  /** Consecutive failures that disable an endpoint. */
  readonly disableAt: number;
}

export interface Outcome {
  readonly deliveryId: string;
  readonly isSuccess: boolean;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly at: Date;
}

export interface Recorded {
  /** As it is after the outcomes; undefined if it is deleted. */
  readonly endpoint: WebhookEndpoint | undefined;
  /** The earliest scheduled retry. */
  readonly wakeAt: Date | null;
  /** Set if these outcomes disabled the endpoint. */
  readonly disabledReason: string | null;
}

/** Outcomes of attempts at one endpoint, in the order of completion. */
export interface Report {
  readonly endpointId: string;
  readonly outcomes: readonly Outcome[];
}

/** Row locks that serialise claims, outcomes and deletion of an endpoint; always taken in the same order. */
export async function lockEndpoints(
  tx: Kysely<Tables>,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, WebhookEndpoint>> {
  const rows = await tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', 'in', [...endpointIds])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((endpoint) => [endpoint.id, endpoint]));
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}

/** Stores outcomes in order, ignoring settled attempts. Reports are for distinct endpoints. */
export async function recordOutcomes(
  tx: Kysely<Tables>,
  reports: readonly Report[],
  rules: DeliveryRules,
): Promise<readonly Recorded[]> {
  const endpoints = await lockEndpoints(
    tx,
    reports.map(({ endpointId }) => endpointId),
  );
  const rows = await settled(
    tx,
    reports.filter(({ endpointId }) => endpoints.has(endpointId)),
  );
  const recorded: Recorded[] = [];
  for (const { endpointId, outcomes } of reports) {
    const endpoint = endpoints.get(endpointId);
    const found = outcomes.flatMap((outcome) => {
      const row = rows.get(outcome.deliveryId);
      return row === undefined ? [] : [{ ...outcome, ...row }];
    });
    recorded.push(
      endpoint === undefined
        ? { endpoint, wakeAt: null, disabledReason: null }
        : await follow(tx, endpoint, found, rules),
    );
  }
  return recorded;
}

/** Applies settled outcomes to their endpoint and to the failed events. */
async function follow(
  tx: Kysely<Tables>,
  endpoint: WebhookEndpoint,
  found: readonly SettledOutcome[],
  rules: DeliveryRules,
): Promise<Recorded> {
  const { id } = endpoint;
  const nextAts = await moveOn(
    tx,
    id,
    found.filter(({ isSuccess }) => !isSuccess),
    rules,
  );
  const wasProbing = endpoint.consecutiveFailures >= rules.probeFrom;
  const next = found.reduce<Counter>(
    (state, outcome) => counted(state, outcome, nextAts.get(outcome.eventId) ?? null, rules),
    {
      status: endpoint.status,
      failures: endpoint.consecutiveFailures,
      blockedUntil: endpoint.blockedUntil,
      disabledReason: null,
    },
  );
  await storeCounter(tx, endpoint, next);
  const isProbing = next.failures >= rules.probeFrom;
  if (next.status === 'disabled') await giveUpWaiting(tx, id);
  else if (wasProbing && !isProbing) await notifySendsDue(tx, id);
  if (next.disabledReason !== null || wasProbing !== isProbing)
    await publishEvent(tx, { topic: ENDPOINT_CHANGED, key: id, accountId: endpoint.accountId });
  const wakeAt = [...nextAts.values()].reduce<Date | null>(
    (first, at) => (first === null || at < first ? at : first),
    null,
  );
  const { status, failures: consecutiveFailures, blockedUntil, disabledReason } = next;
  const after = {
    ...endpoint,
    status,
    consecutiveFailures,
    blockedUntil,
    disabledReason: disabledReason ?? endpoint.disabledReason,
  };
  return { endpoint: after, wakeAt: status === 'disabled' ? null : wakeAt, disabledReason };
}

interface Counter {
  readonly status: 'active' | 'disabled';
  readonly failures: number;
  readonly blockedUntil: Date | null;
  readonly disabledReason: string | null;
}

/** The endpoint's state after one more outcome. */
function counted(state: Counter, outcome: SettledOutcome, nextAt: Date | null, rules: DeliveryRules): Counter {
  // A disabled endpoint is never re-enabled: late outcomes do not change it.
  if (state.status === 'disabled') return state;
  const failures = outcome.isSuccess ? 0 : state.failures + 1;
  const kept = outcome.isTest ? state.blockedUntil : null;
  const blockedUntil = failures < rules.probeFrom ? null : (nextAt ?? kept ?? later(outcome.at, rules.delayMs(1) ?? 0));
  if (failures < rules.disableAt) return { ...state, failures, blockedUntil };
  const last = outcome.error ?? `status ${String(outcome.httpStatus)}`;
  const disabledReason = `Disabled at ${outcome.at.toISOString()} after ${failures} failed deliveries in a row, the last one with: ${last} Delete this endpoint and register it again.`;
  return { status: 'disabled', failures, blockedUntil, disabledReason };
}

/** Most successes do not change their endpoint, which is then not written. */
async function storeCounter(
  tx: Kysely<Tables>,
  endpoint: WebhookEndpoint,
  { failures, blockedUntil, disabledReason }: Counter,
): Promise<void> {
  if (
    failures === endpoint.consecutiveFailures &&
    blockedUntil?.getTime() === endpoint.blockedUntil?.getTime() &&
    disabledReason === null
  )
    return;
  await tx
    .updateTable('webhook_endpoints')
    .set({
      consecutiveFailures: failures,
      blockedUntil,
      ...(disabledReason === null ? {} : { status: 'disabled', disabledReason }),
    })
    .where('id', '=', endpoint.id)
    .execute();
}

async function giveUpWaiting(tx: Kysely<Tables>, endpointId: string): Promise<void> {
  await tx
    .updateTable('webhook_sends')
    .set({ state: 'given_up' })
    .where('endpointId', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute();
}

/** The event and endpoint of an attempt. */
interface Attempted {
  readonly eventId: string;
  readonly isTest: boolean;
}

type SettledOutcome = Outcome & Attempted;

/** Stores the outcomes of open attempts and marks delivered events; returns those attempts by id. */
async function settled(tx: Kysely<Tables>, reports: readonly Report[]): Promise<ReadonlyMap<string, Attempted>> {
  const outcomes = reports.flatMap((report) => report.outcomes);
  if (outcomes.length === 0) return new Map();
  const { rows } = await sql<Attempted & { id: string }>`
    with done as (
      update webhook_deliveries d
      set status = case when o.is_success then 'succeeded' else 'failed' end, http_status = o.http_status, error = o.error, duration_ms = o.duration_ms
      from unnest(
        ${outcomes.map(({ deliveryId }) => deliveryId)}::text[], ${outcomes.map(({ isSuccess }) => isSuccess)}::boolean[], ${outcomes.map(({ httpStatus }) => httpStatus)}::integer[],
        ${outcomes.map(({ error }) => error)}::text[], ${outcomes.map(({ durationMs }) => Math.round(durationMs))}::integer[]
      ) as o (id, is_success, http_status, error, duration_ms)
      where d.id = o.id and d.status = 'sending'
      returning d.id, d.endpoint_id, d.event_id, d.is_test, d.status
    ), delivered as (
      update webhook_sends s set state = 'delivered' from done
      where s.endpoint_id = done.endpoint_id and s.event_id = done.event_id and s.state = 'sending' and done.status = 'succeeded' and not done.is_test
    )
    select id, event_id, is_test from done`.execute(tx);
  return new Map(rows.map(({ id, ...attempted }) => [id, attempted]));
}

/** Reschedules events whose attempts failed; returns the retry times of those not given up. */
async function moveOn(
  tx: Kysely<Tables>,
  endpointId: string,
  failed: readonly Pick<SettledOutcome, 'eventId' | 'isTest' | 'at'>[],
  rules: DeliveryRules,
): Promise<ReadonlyMap<string, Date>> {
  const sending = () =>
    tx.updateTable('webhook_sends').where('endpointId', '=', endpointId).where('state', '=', 'sending');
  const nextAts = new Map<string, Date>();
  for (const { eventId, at } of failed.filter(({ isTest }) => !isTest)) {
    const own = sending().where('eventId', '=', eventId);
    const row = await own
      .set((columns) => ({ failures: columns('failures', '+', 1) }))
      .returning('failures')
      .executeTakeFirst();
    if (row === undefined) continue;
    const delayMs = rules.delayMs(row.failures);
    if (delayMs !== null) nextAts.set(eventId, later(at, delayMs));
    await own
      .set(delayMs === null ? { state: 'given_up' } : { state: 'waiting', nextAt: later(at, delayMs) })
      .execute();
  }
  return nextAts;
}

/** Records attempts with an expired lease as failed, without counting them for the endpoint. Returns how many. */
export async function settleUnknownOutcomes(
  db: Kysely<Tables>,
  { endpointId, error, at }: { endpointId: string; error: string; at: Date },
  rules: DeliveryRules,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const endpoint = (await lockEndpoints(tx, [endpointId])).get(endpointId);
    if (endpoint === undefined) return 0;
    const rows = await tx
      .updateTable('webhook_deliveries')
      .set({ status: 'failed', error })
      .where('endpointId', '=', endpointId)
      .where('status', '=', 'sending')
      .where('leaseUntil', '<', at)
      .returning(['eventId', 'isTest'])
      .execute();
    await moveOn(
      tx,
      endpointId,
      rows.map((row) => ({ ...row, at })),
      rules,
    );
    if (endpoint.status === 'disabled') await giveUpWaiting(tx, endpointId);
    return rows.length;
  });
}
