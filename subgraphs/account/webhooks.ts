import DataLoader from 'dataloader';
import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { masked, newId, newSecret, systemRandom } from '../../access/secrets.js';
import { EVENT_TYPES, isEventType, type EventType } from '../../jobs/queue/event-types.js';
import { WEBHOOKS } from '../../jobs/queue/webhook-rules.js';
import type { WebhookDelivery, WebhookEndpoint, WebhooksRepository } from '../../store/webhooks.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';
import type { WebhookEndpointParent, WebhookListParent } from './resolver-parents.js';

const LAST = 4;

interface Registration {
  readonly url: string;
  readonly events?: readonly EventType[] | null | undefined;
}

function notFound(): ApiError {
  return new ApiError('not_found', 'The account has no webhook endpoint with this id.', { param: 'id' });
}

/** The current signing secret, masked. */
function shown(endpoint: WebhookEndpoint, nowMs: number): WebhookEndpointParent {
  const { secretLast4: last4, nextSecretLast4: nextLast4, nextSecretAt: nextAt } = endpoint;
  const isNextActive = nextLast4 !== null && nextAt !== null && nextAt.getTime() <= nowMs;
  return { ...endpoint, secret: masked('webhook', isNextActive ? nextLast4 : last4) };
}

function wrong(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param });
}

function found(endpoint: WebhookEndpoint | undefined): WebhookEndpoint {
  if (endpoint === undefined) throw notFound();
  return endpoint;
}

/** Data access for the resolvers. */
function createLoaders({ store, webhooks: { sealer, checkTarget, sendTest } }: Pick<Services, 'store' | 'webhooks'>) {
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
    async list(context: RequestContext): Promise<WebhookListParent> {
      const endpoints = await webhooks(context).ofAccount(context.identity.accountId);
      return { endpoints: endpoints.map((endpoint) => shown(endpoint, context.nowMs)) };
    },
    async get(id: string, context: RequestContext): Promise<WebhookEndpointParent> {
      return shown(found(await webhooks(context).get(context.identity.accountId, id)), context.nowMs);
    },
    /** Checks the arguments of `register`. Throws ApiError `invalid_parameter`. */
    async checkRegistration({ url, events }: Registration): Promise<void> {
      const refusal = await checkTarget(url);
      if (refusal !== null) throw wrong('url', `url is refused: ${refusal}.`);
      if (events?.length === 0) throw wrong('events', 'events needs at least one type; leave it out for all of them.');
    },
    async register({ url, events }: Registration, context: RequestContext): Promise<WebhookEndpointParent> {
      const id = newId('we', systemRandom);
      const { secret } = newSecret('webhook', systemRandom);
      const row = { id, accountId: context.identity.accountId, url, events: [...new Set(events ?? EVENT_TYPES)], secret: (await sealer()).seal(secret, id), secretLast4: secret.slice(-LAST), createdAt: new Date(context.nowMs) };
      const inserted = await webhooks(context).insert(row, WEBHOOKS.endpointsPerAccount);
      if (inserted.outcome === 'inserted') return { ...inserted.endpoint, secret };
      if (inserted.outcome === 'too_many') throw new ApiError('endpoints_cap', undefined, { cap: WEBHOOKS.endpointsPerAccount });
      throw new ApiError('not_found', 'No account has this id.');
    },
    async test(id: string, context: RequestContext): Promise<WebhookDelivery> {
      const endpoint = found(await webhooks(context).get(context.identity.accountId, id));
      if (endpoint.status === 'disabled') throw wrong('id', 'This endpoint is disabled; delete it and register it again, then test the new one.');
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
      webhooks: (_root, _args, context) => load.list(context),
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
