import { echo } from '../access/echo.js';
import { ApiError } from '../access/errors.js';
import { TIERS } from '../access/tiers.js';
import type { Capability } from './capability.js';
import type { HttpContext } from '../http/context.js';
import { requireTier, type Handler } from './handler.js';
import { readBody } from '../http/body.js';

/** One row and its handler. */
export interface ActionRow<Context extends HttpContext> {
  readonly capability: Capability;
  readonly handler: Handler<Context>;
}

/** Body field that selects between rows with the same method and path. */
export const ACTION = 'action';

/** Dispatches a request to the row that the body's `action` selects; a single row without `action` is used directly. */
export function actionHandler<Context extends HttpContext>(rows: readonly ActionRow<Context>[]): Handler<Context> {
  const [first] = [...rows].sort(
    (one, other) => TIERS.indexOf(one.capability.tier) - TIERS.indexOf(other.capability.tier),
  );
  if (first === undefined) throw new Error('A method and path must have at least one row.');
  if (rows.length === 1 && first.capability.route.action === undefined) return first.handler;
  const byAction = new Map<unknown, ActionRow<Context>>(rows.map((row) => [row.capability.route.action, row]));
  const named = rows.flatMap(({ capability }) => capability.route.action ?? []);
  const values = `${named.length === 1 ? '' : 'one of '}${named.join(', ')}`;
  const rule = `${ACTION} must be ${values}${byAction.has(undefined) ? ' or omitted' : ''}`;
  return async (exchange, request, response) => {
    requireTier(exchange, first.capability);
    const body = await readBody(request, response);
    const action = Object.hasOwn(body, ACTION) ? body[ACTION] : undefined;
    const row = byAction.get(action);
    if (row !== undefined) return row.handler(exchange, request, response, body);
    if (action === undefined) throw new ApiError('missing_parameter', `${rule}.`, { param: ACTION });
    throw new ApiError('invalid_parameter', `${rule}; got ${echo(action)}.`, { param: ACTION });
  };
}
