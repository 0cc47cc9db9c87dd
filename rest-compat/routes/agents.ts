import { constant, counted, paged, type Shape } from '../projection/shape.js';
import { BASE_PATH, type RouteGroup, type Sample } from '../route.js';

const listed: Sample = { parameters: {}, tier: 'pro', units: 1, source: 'none', isExampleWritten: true };
const created: Sample = {
  ...listed,
  parameters: {
    name: 'Oversold and rated Buy',
    mode: 'alert',
    task_prompt: 'AAPL rsi < 30 and AAPL composite_score >= 56',
    tickers: ['AAPL'],
    cadence: 'close',
    webhook_url: 'https://hooks.example.com/agents',
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
          'The secret that signs its results: whole if it was made now, which is shown only once; else `whsec_…` and its ' +
          'last 4 characters; null without a webhook.',
      },
    },
  }),
};

/** What a client polls; a run has one until it is deleted with its account. */
const pollUrl: Shape = {
  apply: (body) => ({ ...body, poll_url: `${BASE_PATH}/runs/${String(body['run_id'])}` }),
  describe: (schema) => ({
    ...schema,
    properties: {
      ...schema.properties,
      poll_url: { type: 'string', description: 'Path of the run, `/api/v1/runs/<run_id>`.' },
    },
    required: [...schema.required, 'poll_url'],
  }),
};

/** Runs of another account are not there. */
const unknownRun: Sample = { ...listed, parameters: { id: 'run_l4GoUCUiYyDDXZnH' }, status: 404 };
const RUN_ERRORS = [
  'not_found',
  'agents_cap',
  'entitlement_required',
  'run_in_progress',
  'daily_token_cap_reached',
  'monthly_token_allowance_reached',
] as const;

/** Where a model writes the condition. */
const MODEL_ERRORS = [
  'daily_token_cap_reached',
  'monthly_token_allowance_reached',
  'upstream_failed',
  'upstream_timeout',
] as const;

/** Contract 2.11, 2.12 and 4.6. */
export const GROUP: RouteGroup = {
  position: 46,
  tag: 'Agents',
  description: 'Saved tasks that run by schedule and on request, and their runs.',
  page: 'agents',
  routes: [
    {
      method: 'GET',
      path: '/agents',
      operation: 'agents',
      summary: 'Agents of the account',
      operationId: 'listAgents',
      shape: counted('agents'),
      errors: ['not_found'],
      sample: listed,
    },
    {
      method: 'POST',
      path: '/agents',
      operation: 'agent-create',
      summary: 'Create an agent',
      operationId: 'createAgent',
      shape: wholeSecret,
      status: 201,
      errors: ['agents_cap', 'entitlement_required', 'ticker_not_found', ...MODEL_ERRORS],
      sample: created,
    },
    {
      method: 'PATCH',
      path: '/agents',
      operation: 'agent-update',
      summary: 'Change an agent',
      operationId: 'updateAgent',
      shape: wholeSecret,
      errors: ['not_found', 'entitlement_required', 'ticker_not_found', ...MODEL_ERRORS],
      sample: { ...unknown, parameters: { ...unknown.parameters, enabled: false } },
    },
    {
      method: 'DELETE',
      path: '/agents',
      operation: 'agent-delete',
      summary: 'Delete an agent',
      operationId: 'deleteAgent',
      shape: constant('ok', true, 'Always true.'),
      errors: ['not_found'],
      sample: unknown,
    },
    {
      method: 'POST',
      path: '/agents/run',
      operation: 'agent-run',
      page: 'runs',
      summary: 'Run an agent and wait for the result',
      operationId: 'runAgent',
      shape: constant('ok', true, 'Always true.'),
      errors: [...RUN_ERRORS, 'ticker_not_found', 'upstream_failed', 'upstream_timeout'],
      sample: {
        parameters: { agent: { mode: 'alert', task_prompt: 'AAPL rsi < 30 or AAPL composite_score >= 56' } },
        tier: 'pro',
        units: 1,
        source: 'simulated',
        isExampleWritten: true,
      },
    },
    {
      method: 'POST',
      path: '/agents/run',
      operation: 'agent-run-start',
      page: 'runs',
      summary: 'Start a run of a saved agent',
      flag: {
        field: 'async',
        without: {
          field: 'agent',
          message: 'async is for saved agents; send the id of one in place of agent, or leave async out.',
        },
      },
      operationId: 'startAgentRun',
      shape: pollUrl,
      status: 202,
      errors: [...RUN_ERRORS],
      sample: unknown,
    },
    {
      method: 'GET',
      path: '/runs',
      operation: 'agent-runs',
      page: 'runs',
      summary: 'Runs of agents, newest first',
      operationId: 'listRuns',
      shape: paged('runs'),
      sample: listed,
    },
    {
      method: 'GET',
      path: '/runs/:id',
      operation: 'agent-run-by-id',
      page: 'runs',
      summary: 'One run of an agent',
      operationId: 'getRun',
      errors: ['not_found'],
      sample: unknownRun,
    },
  ],
};
