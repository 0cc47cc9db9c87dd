import type { RouteGroup, Sample } from '../route.js';

const listed: Sample = { parameters: {}, tier: 'pro', units: 1, source: 'none', isExampleWritten: true };
const registered: Sample = {
  ...listed,
  parameters: { url: 'https://hooks.example.com/marketgraph', events: ['signal.flip'] },
};
/** Belongs to another account than those that tests create. */
const unknown: Sample = { ...listed, parameters: { id: 'we_l4GoUCUiYyDDXZnH' }, status: 404 };

/** Contract 4.8. */
export const GROUP: RouteGroup = {
  position: 4,
  tag: 'Webhooks',
  description: 'Signed events, posted to the account\'s endpoints.',
  page: 'webhooks',
  routes: [
    {
      method: 'GET', path: '/webhooks', operation: 'webhooks', summary: 'Endpoints and their latest attempts',
      operationId: 'listWebhooks',
      errors: ['not_found'],
      sample: listed,
    },
    {
      method: 'POST', path: '/webhooks', operation: 'webhook-register', summary: 'Register an endpoint',
      operationId: 'registerWebhook',
      status: 201, headers: { idempotency_key: 'Idempotency-Key' }, errors: ['endpoints_cap', 'idempotency_conflict'],
      sample: registered,
    },
    {
      method: 'POST', path: '/webhooks', action: 'test', operation: 'webhook-test', summary: 'Send a test event',
      operationId: 'testWebhook',
      errors: ['not_found', 'endpoint_disabled'],
      sample: unknown,
    },
    {
      method: 'DELETE', path: '/webhooks', operation: 'webhook-delete', summary: 'Delete an endpoint',
      operationId: 'deleteWebhook',
      errors: ['not_found'],
      sample: unknown,
    },
  ],
};
