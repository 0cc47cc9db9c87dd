import { constant, counted, isBody, type Shape } from '../projection/shape.js';
import type { RouteGroup, Sample } from '../route.js';

const listed: Sample = { parameters: {}, tier: 'pro', units: 1, source: 'none', isExampleWritten: true };
const registered: Sample = {
  ...listed,
  parameters: { url: 'https://hooks.example.com/marketgraph', events: ['signal.flip'] },
};
/** Belongs to another account than those that tests create. */
const unknown: Sample = { ...listed, parameters: { id: 'we_l4GoUCUiYyDDXZnH' }, status: 404 };

/** The whole secret, once, in the place of its hint. */
const wholeSecret: Shape = {
  apply: (body, { secret }) => ({ ...body, secret }),
  describe: (schema) => ({
    ...schema,
    properties: {
      ...schema.properties,
      secret: { type: 'string', description: 'The signing secret, shown only once.' },
    },
  }),
};

/** Whether the attempt succeeded, before it. */
const outcome: Shape = {
  apply: ({ delivery, ...rest }) => ({ ok: isBody(delivery) && delivery['status'] === 'succeeded', delivery, ...rest }),
  describe: (schema) => ({
    ...schema,
    properties: { ok: { type: 'boolean', description: 'Whether the delivery succeeded.' }, ...schema.properties },
    required: ['ok', ...schema.required],
  }),
};

/** Contract 4.8. */
export const GROUP: RouteGroup = {
  position: 50,
  tag: 'Webhooks',
  description: "Signed events, posted to the account's webhooks.",
  page: 'webhooks',
  routes: [
    {
      method: 'GET',
      path: '/webhooks',
      operation: 'webhooks',
      summary: 'Webhooks and their latest attempts',
      operationId: 'listWebhooks',
      shape: counted('webhooks'),
      errors: ['not_found'],
      sample: listed,
    },
    {
      method: 'POST',
      path: '/webhooks',
      operation: 'webhook-register',
      summary: 'Register a webhook',
      words: 'alert alerts notify notification mood signal flip push',
      operationId: 'registerWebhook',
      shape: wholeSecret,
      status: 201,
      headers: { idempotency_key: 'Idempotency-Key' },
      errors: ['endpoints_cap', 'idempotency_conflict'],
      sample: registered,
    },
    {
      method: 'POST',
      path: '/webhooks',
      action: 'test',
      operation: 'webhook-test',
      summary: 'Send a test event',
      operationId: 'testWebhook',
      shape: outcome,
      errors: ['not_found', 'endpoint_disabled'],
      sample: unknown,
    },
    {
      method: 'DELETE',
      path: '/webhooks',
      operation: 'webhook-delete',
      summary: 'Delete a webhook',
      operationId: 'deleteWebhook',
      shape: constant('ok', true, 'Always true.'),
      errors: ['not_found'],
      sample: unknown,
    },
  ],
};
