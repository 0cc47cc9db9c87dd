import type { Route } from '../route.js';

/** Contract 4.8. */
export const webhooks: readonly Route[] = [
  { method: 'GET', path: '/webhooks', operation: 'webhooks', summary: 'Endpoints and their last attempts', tag: 'Webhooks' },
  { method: 'POST', path: '/webhooks', operation: 'webhook-register', summary: 'Register an endpoint', tag: 'Webhooks', status: 201, errors: ['endpoints_cap'], example: { url: 'https://hooks.example.com/marketgraph', events: ['signal.flip'] } },
  { method: 'POST', path: '/webhooks', action: 'test', operation: 'webhook-test', summary: 'Send a test event', tag: 'Webhooks', errors: ['not_found'], example: { id: 'we_l4GoUCUiYyDDXZnH' } },
  { method: 'DELETE', path: '/webhooks', operation: 'webhook-delete', summary: 'Remove an endpoint', tag: 'Webhooks', errors: ['not_found'], example: { id: 'we_l4GoUCUiYyDDXZnH' } },
];
