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
      events: (parent) => load.events(parent),
      recentDeliveries: (parent, _args, context) => load.deliveries(parent, context),
    },
    WebhookDelivery: {
      at: ({ claimedAt }) => claimedAt,
      status: ({ status }) => (status === 'succeeded' ? 'succeeded' : 'failed'),
    },
  };
}
