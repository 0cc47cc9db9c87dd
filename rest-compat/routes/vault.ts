import { counted, isBody, mapped, type Shape } from '../projection/shape.js';
import type { RouteGroup, Sample } from '../route.js';

const listed: Sample = { parameters: {}, tier: 'free', units: 1, source: 'none', isExampleWritten: true };
/** Belongs to another account than those that tests create. */
const unknown: Sample = { ...listed, parameters: { item_id: 'vi_l4GoUCUiYyDDXZnH' }, status: 404 };

/** Headers by their names, which are in lower case and each there once. */
const headersByName: Shape = {
  apply: (body) => ({
    ...body,
    headers: Object.fromEntries(
      (Array.isArray(body['headers']) ? (body['headers'] as readonly unknown[]) : []).flatMap((header) =>
        isBody(header) ? [[String(header['name']), header['value']]] : [],
      ),
    ),
  }),
  describe: (schema) => ({
    ...schema,
    properties: mapped(schema.properties, ['headers'], ({ description }) => ({
      type: 'object',
      additionalProperties: { type: 'string' },
      ...(description === undefined ? {} : { description }),
    })),
  }),
};

const REFUSALS = [
  'not_found',
  'host_not_allowed',
  'vault_locked',
  'approval_required',
  'vault_rate_limited',
  'upstream_failed',
  'upstream_timeout',
] as const;

/** Contract 4.10. */
export const GROUP: RouteGroup = {
  position: 54,
  tag: 'Vault',
  description: 'Credentials that agents use without seeing them.',
  page: 'vault',
  routes: [
    {
      method: 'GET',
      path: '/vault',
      operation: 'vault',
      summary: 'Vault items that are shared with agents',
      operationId: 'listVaultItems',
      shape: counted('items'),
      sample: listed,
    },
    {
      method: 'POST',
      path: '/vault',
      action: 'request',
      operation: 'vault-request',
      summary: "Send a request with an item's credential",
      operationId: 'sendVaultRequest',
      shape: headersByName,
      errors: [...REFUSALS, 'writes_tier'],
      sample: { ...unknown, parameters: { ...unknown.parameters, url: 'https://api.example.com/v1/me' } },
    },
    {
      method: 'POST',
      path: '/vault',
      action: 'login_check',
      operation: 'vault-login-check',
      summary: 'Check the sign-in of a password item',
      operationId: 'checkVaultLogin',
      errors: [...REFUSALS],
      sample: unknown,
    },
  ],
};
