import { createHash } from 'node:crypto';
import DataLoader from 'dataloader';
import { ApiError } from '../../access/errors.js';
import { FairQueue } from '../../access/fair-queue.js';
import type { RequestContext } from '../../access/request-context.js';
import type { Sealer } from '../../access/sealing.js';
import { masked, newId, newSecret, systemRandom } from '../../access/secrets.js';
import { EVENT_TYPES, isEventType, type EventType } from '../../jobs/queue/event-types.js';
import { WEBHOOKS } from '../../jobs/queue/webhook-rules.js';
import type { WebhookDelivery, WebhookEndpoint, WebhooksRepository } from '../../store/webhooks.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';
import type { WebhookEndpointParent, WebhookListParent } from './resolver-parents.js';

const LAST = 4;

/** Names are resolved for two registrations of an account at a time, so that slow ones only delay their own account. */
const NAME_CHECKS = { running: 32, runningEach: 2, waiting: 128, waitingEach: 8 } as const;
const RETRY_AFTER_S = 3;

interface Registration {
  readonly url: string;
  readonly events?: readonly EventType[] | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

function notFound(): ApiError {
  return new ApiError('not_found', 'The account has no webhook endpoint with this id.', { param: 'id' });
}

function isNextActive({ nextSecretAt: nextAt }: WebhookEndpoint, nowMs: number): boolean {
  return nextAt !== null && nextAt.getTime() <= nowMs;
}

/** The current signing secret, masked. */
function shown(endpoint: WebhookEndpoint, nowMs: number): WebhookEndpointParent {
  const { secretLast4: last4, nextSecretLast4: nextLast4 } = endpoint;
  return { ...endpoint, secret: masked('webhook', isNextActive(endpoint, nowMs) ? (nextLast4 ?? last4) : last4) };
}

/** The current signing secret. */
function secretOf(endpoint: WebhookEndpoint, sealing: Sealer, nowMs: number): string {
  const { id, secret, nextSecret } = endpoint;
  return sealing.open(isNextActive(endpoint, nowMs) ? (nextSecret ?? secret) : secret, id);
}

function wrong(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param });
}

function tooManyChecks(): ApiError {
  const message = 'Too many webhook URLs are being checked; retry after retry_after_s seconds.';
  return new ApiError('unavailable', message, { retry_after_s: RETRY_AFTER_S });
}

function found(endpoint: WebhookEndpoint | undefined): WebhookEndpoint {
  if (endpoint === undefined) throw notFound();
  return endpoint;
}

/** URLs whose names a request did not look up, because its account was at its cap. */
const UNCHECKED = new WeakMap<RequestContext, Set<string>>();

/** Data access for the resolvers. */
function createLoaders({ store, webhooks: { sealer, checkTarget, sendTest } }: Pick<Services, 'store' | 'webhooks'>) {
  const nameChecks = new FairQueue({ ...NAME_CHECKS, busy: tooManyChecks });
  const read = (url: string): URL => {
    const target = checkTarget.read(url);
    if ('refusal' in target) throw wrong('url', `url is refused: ${target.refusal}.`);
    return target.url;
  };
  const webhooks = ({ versions }: RequestContext): WebhooksRepository => store.reading(versions).webhooks;
  const deliveriesLoader = (context: RequestContext): DataLoader<string, readonly WebhookDelivery[]> => {
    const known = context.loaders.get(deliveriesLoader);
    if (known instanceof DataLoader) return known as DataLoader<string, readonly WebhookDelivery[]>;
    const loader = new DataLoader<string, readonly WebhookDelivery[]>(async (ids) => {
      const recent = await webhooks(context).recentDeliveries(ids, WEBHOOKS.recentDeliveries);
      return ids.map((id) => recent.get(id) ?? []);
    });
    context.loaders.set(deliveriesLoader, loader);
    return loader;
  };
  return {
    /** All endpoints, or the one with this id. */
    async list(id: string | null, context: RequestContext): Promise<WebhookListParent> {
      const { accountId } = context.identity;
      const endpoints = id === null ? await webhooks(context).ofAccount(accountId) : [found(await webhooks(context).get(accountId, id))];
      return { endpoints: endpoints.map((endpoint) => shown(endpoint, context.nowMs)) };
    },
    async get(id: string, context: RequestContext): Promise<WebhookEndpointParent> {
      return shown(found(await webhooks(context).get(context.identity.accountId, id)), context.nowMs);
    },
    /** Checks the arguments of `register`. Throws ApiError `invalid_parameter`, or `unavailable` if too many wait. */
    async checkRegistration({ url }: Registration, context: RequestContext): Promise<void> {
      const target = read(url);
      const refusal = await nameChecks.run(context.requester, async () => {
        const { length } = await webhooks(context).ofAccount(context.identity.accountId);
        if (length < WEBHOOKS.endpointsPerAccount) return checkTarget.refusalOfName(target);
        // `register` refuses it after the monthly quota, even if an endpoint is deleted in between.
        UNCHECKED.set(context, (UNCHECKED.get(context) ?? new Set()).add(target.href));
        return null;
      });
      if (refusal !== null) throw wrong('url', `url is refused: ${refusal}.`);
    },
    async register({ url, events, idempotencyKey = null }: Registration, context: RequestContext): Promise<WebhookEndpointParent> {
      const sealing = await sealer();
      const id = newId('we', systemRandom);
      const { secret } = newSecret('webhook', systemRandom);
      const { href } = read(url);
      const types = [...new Set(events ?? EVENT_TYPES)];
      const row = {
        id, accountId: context.identity.accountId, url: href, events: types, secret: sealing.seal(secret, id), secretLast4: secret.slice(-LAST), createdAt: new Date(context.nowMs),
        idempotencyKey, requestHash: idempotencyKey === null ? null : createHash('sha256').update(JSON.stringify([href, [...types].sort()])).digest(),
      };
      const most = UNCHECKED.get(context)?.has(href) === true ? 0 : WEBHOOKS.endpointsPerAccount;
      const inserted = await webhooks(context).insert(row, most);
      if (inserted.outcome === 'inserted') return { ...inserted.endpoint, secret };
      if (inserted.outcome === 'repeated') return { ...inserted.endpoint, secret: secretOf(inserted.endpoint, sealing, context.nowMs) };
      if (inserted.outcome === 'other_request') throw new ApiError('idempotency_conflict', undefined, { param: 'idempotencyKey' });
      if (inserted.outcome === 'too_many') throw new ApiError('endpoints_cap', undefined, { cap: WEBHOOKS.endpointsPerAccount });
      throw new ApiError('not_found', 'No account has this id.');
    },
    async test(id: string, context: RequestContext): Promise<WebhookDelivery> {
      const endpoint = found(await webhooks(context).get(context.identity.accountId, id));
      if (endpoint.status === 'disabled') throw new ApiError('endpoint_disabled', undefined, { param: 'id' });
      return sendTest(endpoint);
    },
    async remove(id: string, context: RequestContext): Promise<void> {
      if (!(await webhooks(context).delete(context.identity.accountId, id))) throw notFound();
    },
    async rotate(id: string, context: RequestContext): Promise<{ readonly secret: string; readonly activeAt: Date }> {
      const { secret } = newSecret('webhook', systemRandom);
      const activeAt = new Date(context.nowMs + WEBHOOKS.rotationMs);
      found(await webhooks(context).rotate(context.identity.accountId, id, { secret: (await sealer()).seal(secret, id), last4: secret.slice(-LAST), activeAt }, new Date(context.nowMs)));
      return { secret, activeAt };
    },
    async activate(id: string, context: RequestContext): Promise<WebhookEndpointParent> {
      return shown(found(await webhooks(context).activate(context.identity.accountId, id)), context.nowMs);
    },
    async redeliver(eventId: string, endpointId: string | null, context: RequestContext): Promise<readonly string[]> {
      const { identity, nowMs } = context;
      const request = { accountId: identity.accountId, eventId, endpointId, lastFailures: WEBHOOKS.retryDelaysMs.length, at: new Date(nowMs) };
      const endpoints = await webhooks(context).redeliver(request);
      if (endpoints.length === 0) throw new ApiError('not_found', "This event was not sent to any of the account's active endpoints.", { param: 'eventId' });
      return endpoints;
    },
    deliveries: ({ id }: WebhookEndpointParent, context: RequestContext): Promise<readonly WebhookDelivery[]> => deliveriesLoader(context).load(id),
    events: ({ events }: WebhookEndpointParent): readonly EventType[] => events.filter(isEventType),
  };
}

/** Checks a registration before it is charged. */
export const createRegistrationCheck = (services: Services): ReturnType<typeof createLoaders>['checkRegistration'] =>
  createLoaders(services).checkRegistration;

export function createFields(services: Services) {
  const load = createLoaders(services);
  return {
    Query: {
      webhooks: (_root, { id }, context) => load.list(id ?? null, context),
      webhook: (_root, { id }, context) => load.get(id, context),
    },
    Mutation: {
      registerWebhook: (_root, registration, context) => load.register(registration, context),
      testWebhook: async (_root, { id }, context) => {
        const delivery = await load.test(id, context);
        return { ok: delivery.status === 'succeeded', delivery };
      },
      deleteWebhook: async (_root, { id }, context) => {
        await load.remove(id, context);
        return { ok: true, id };
      },
      rotateWebhookSecret: async (_root, { id }, context) => ({ id, ...(await load.rotate(id, context)) }),
      activateWebhookSecret: (_root, { id }, context) => load.activate(id, context),
      redeliver: async (_root, { eventId, endpointId }, context) => ({ eventId, endpoints: await load.redeliver(eventId, endpointId ?? null, context) }),
    },
    WebhookList: {
      count: ({ endpoints }) => endpoints.length,
      total: ({ endpoints }) => endpoints.length,
      webhooks: ({ endpoints }) => endpoints,
    },
    WebhookEndpoint: {
      events: (parent) => load.events(parent),
      recentDeliveries: (parent, _args, context) => load.deliveries(parent, context),
    },
    WebhookDelivery: {
      at: ({ claimedAt }) => claimedAt,
      status: ({ status }) => (status === 'succeeded' ? 'succeeded' : 'failed'),
    },
  } satisfies Fields;
}
