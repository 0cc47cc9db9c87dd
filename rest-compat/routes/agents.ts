import { constant, counted, type Shape } from '../projection/shape.js';
import type { RouteGroup, Sample } from '../route.js';

const listed: Sample = { parameters: {}, tier: 'pro', units: 1, source: 'none', isExampleWritten: true };
const created: Sample = {
  ...listed,
  parameters: {
    name: 'Oversold and rated Buy', mode: 'alert', task_prompt: 'rsi < 30 and composite_score >= 56',
    tickers: ['AAPL', 'MSFT'], cadence: 'close', webhook_url: 'https://hooks.example.com/agents',
  },
};
/** Belongs to another account than those that tests create. */
const unknown: Sample = { ...listed, parameters: { id: 'agt_l4GoUCUiYyDDXZnH' }, status: 404 };

/** The whole secret, once, in the place of its hint. */
const wholeSecret: Shape = {
  apply: (body, { secret }) => (typeof secret === 'string' ? { ...body, webhook_secret: secret } : body),
  describe: (schema) => ({
    ...schema,
    properties: {
      ...schema.properties,
      webhook_secret: {
        type: ['string', 'null'],
        description:
          'The secret that signs its results: whole if it was made now, which is shown only once; else `whsec_…` and its '
          + 'last 4 characters; null without a webhook.',
      },
    },
  }),
};

/** Contract 2.11 and 4.6. */
export const GROUP: RouteGroup = {
  position: 46,
  tag: 'Agents',
  description: 'Saved tasks that run by schedule and on request, and their runs.',
  page: 'agents',
  routes: [
    {
      method: 'GET', path: '/agents', operation: 'agents', summary: 'Agents of the account',
      operationId: 'listAgents',
      shape: counted('agents'),
      errors: ['not_found'],
      sample: listed,
    },
    {
      method: 'POST', path: '/agents', operation: 'agent-create', summary: 'Create an agent',
      operationId: 'createAgent',
      shape: wholeSecret,
      status: 201, errors: ['agents_cap', 'entitlement_required', 'ticker_not_found'],
      sample: created,
    },
    {
      method: 'PATCH', path: '/agents', operation: 'agent-update', summary: 'Change an agent',
      operationId: 'updateAgent',
      shape: wholeSecret,
      errors: ['not_found', 'entitlement_required', 'ticker_not_found'],
      sample: { ...unknown, parameters: { ...unknown.parameters, enabled: false } },
    },
    {
      method: 'DELETE', path: '/agents', operation: 'agent-delete', summary: 'Delete an agent',
      operationId: 'deleteAgent',
      shape: constant('ok', true, 'Always true.'),
      errors: ['not_found'],
      sample: unknown,
    },
  ],
};
