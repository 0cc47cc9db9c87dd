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
const ACTION = 'action';

/** Dispatches requests of one method and path to its rows; a single row without a condition is used directly. */
export function formHandler<Context extends HttpContext>(rows: readonly ActionRow<Context>[]): Handler<Context> {
  const [first] = [...rows].sort(
    (one, other) => TIERS.indexOf(one.capability.tier) - TIERS.indexOf(other.capability.tier),
  );
  if (first === undefined) throw new Error('A method and path must have at least one row.');
  if (rows.some(({ capability: { route } }) => route.selector !== undefined)) return selectorHandler(rows);
  const flagged = rows.find(({ capability: { route } }) => route.flag !== undefined);
  if (flagged !== undefined) return flagHandler(rows, flagged);
  if (rows.length === 1 && first.capability.route.action === undefined) return first.handler;
  return actionHandler(rows, first);
}

/** Dispatches to the first row whose query parameter was sent. A parameter that selects by its value has no other one. */
function selectorHandler<Context extends HttpContext>(rows: readonly ActionRow<Context>[]): Handler<Context> {
  const plain = rows.find(({ capability: { route } }) => route.selector === undefined);
  const selected = rows.flatMap(({ capability: { route }, handler }) =>
    route.selector === undefined ? [] : [{ ...route.selector, handler }],
  );
  if (plain === undefined) throw new Error('A path with rows selected by the query needs one that serves the rest.');
  return (exchange, ...rest) => {
    const row = selected.find(({ parameter, value }) => {
      const sent = exchange.query[parameter];
      return value === undefined ? sent !== undefined : sent === value;
    });
    if (row !== undefined) return row.handler(exchange, ...rest);
    const wrong = selected.find(({ parameter, value }) => value !== undefined && exchange.query[parameter] !== undefined);
    if (wrong === undefined) return plain.handler(exchange, ...rest);
    const { parameter, value } = wrong;
    const message = `${parameter} must be ${value} or omitted; got ${echo(exchange.query[parameter])}.`;
    throw new ApiError('invalid_parameter', message, { param: parameter });
  };
}

/** Dispatches to the row with a flag where the body's field is true, and to the one without where it is not. */
function flagHandler<Context extends HttpContext>(
  rows: readonly ActionRow<Context>[],
  flagged: ActionRow<Context>,
): Handler<Context> {
  const plain = rows.find((row) => row !== flagged);
  const { flag } = flagged.capability.route;
  if (plain === undefined || flag === undefined) throw new Error('A row with a flag needs one that serves the rest.');
  const { field, without } = flag;
  return async (exchange, request, response) => {
    requireTier(exchange, plain.capability);
    const body = await readBody(request, response);
    const value = Object.hasOwn(body, field) ? body[field] : false;
    if (value === false || value === 0) return plain.handler(exchange, request, response, body);
    const refused = (message: string): ApiError => new ApiError('invalid_parameter', message, { param: field });
    if (value !== true && value !== 1) throw refused(`${field} must be true or false (or 1 or 0); got ${echo(value)}.`);
    if (Object.hasOwn(body, without.field)) throw refused(without.message);
    return flagged.handler(exchange, request, response, body);
  };
}

/** Dispatches to the row that the body's `action` selects. */
function actionHandler<Context extends HttpContext>(
  rows: readonly ActionRow<Context>[],
  first: ActionRow<Context>,
): Handler<Context> {
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
