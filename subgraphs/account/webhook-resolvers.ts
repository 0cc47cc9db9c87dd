import type { Resolvers } from './generated/resolver-types.js';
import type { WebhookLoaders } from './webhooks.js';

type Fields = Pick<Resolvers, 'WebhookList' | 'WebhookEndpoint' | 'WebhookDelivery'>;
type Mutations = Pick<NonNullable<Resolvers['Mutation']>, 'registerWebhook' | 'testWebhook' | 'deleteWebhook' | 'rotateWebhookSecret' | 'activateWebhookSecret' | 'redeliver'>;

/** Endpoints, their secrets and their deliveries. */
export function createWebhookMutations(load: WebhookLoaders): Mutations {
  return {
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
  };
}

export function createWebhookFields(load: WebhookLoaders): Fields {
  return {
    WebhookList: {
      count: ({ endpoints }) => endpoints.length,
      total: ({ endpoints }) => endpoints.length,
      webhooks: ({ endpoints }) => endpoints,
    },
    WebhookEndpoint: {
      id: ({ endpoint }) => endpoint.id,
      url: ({ endpoint }) => endpoint.url,
      events: (parent) => load.events(parent),
      createdAt: ({ endpoint }) => endpoint.created_at,
      status: ({ endpoint }) => endpoint.status,
      disabledReason: ({ endpoint }) => endpoint.disabled_reason,
      consecutiveFailures: ({ endpoint }) => endpoint.consecutive_failures,
      recentDeliveries: (parent, _args, context) => load.deliveries(parent, context),
    },
    WebhookDelivery: {
      eventId: ({ event_id }) => event_id,
      eventType: ({ event_type }) => event_type,
      at: ({ claimed_at }) => claimed_at,
      status: ({ status }) => (status === 'succeeded' ? 'succeeded' : 'failed'),
      httpStatus: ({ http_status }) => http_status,
      durationMs: ({ duration_ms }) => duration_ms,
    },
  };
}
