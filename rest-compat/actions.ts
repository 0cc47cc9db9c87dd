import { echo } from '../access/echo.js';
import { ApiError } from '../access/errors.js';
import { TIERS } from '../access/tiers.js';
import type { Raw } from '../http/raw.js';
import type { Capability } from './capability.js';
import type { HttpContext } from '../http/context.js';
import { requireTier, type Handler } from './handler.js';
import { readBody } from '../http/body.js';
import { parameterReader, type RawInput } from './parameters/reader.js';
import type { Selector } from './route.js';

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

/** A check of parameters that only other rows of the path take: they are ignored, but not values that no row takes. */
function othersCheck<Context extends HttpContext>(
  row: ActionRow<Context>,
  rows: readonly ActionRow<Context>[],
): (query: Raw) => void {
  const own = new Set(row.capability.parameters.map(({ name }) => name));
  const selectors = new Set(rows.flatMap(({ capability: { route } }) => route.selector?.parameter ?? []));
  const others = rows
    .flatMap(({ capability: { parameters } }) => parameters)
    .filter(({ name, place }) => place === 'query' && !own.has(name) && !selectors.has(name));
  // Rows may take other values by the same name.
  const readers = new Map(
    [...new Set(others.map(({ name }) => name))].map((name) => [
      name,
      others.filter((each) => each.name === name).map((each) => parameterReader([{ ...each, isRequired: false }])),
    ]),
  );
  return (query) => {
    for (const [name, of] of readers)
      if (query[name] !== undefined) readByOne(of, { path: {}, values: { [name]: query[name] } });
  };
}

/** Reads with the first reader that takes the input. Throws what the last one throws. */
function readByOne([reader, ...others]: readonly ReturnType<typeof parameterReader>[], input: RawInput): void {
  if (reader === undefined) return;
  try {
    reader(input);
  } catch (error) {
    if (others.length === 0) throw error;
    readByOne(others, input);
  }
}

const isChosen = ({ parameter, value }: Selector, query: Raw): boolean =>
  value === undefined ? query[parameter] !== undefined : query[parameter] === value;

/**
 * Dispatches to the first row whose query parameter was sent. A parameter that selects by its value has no other one,
 * and goes with no other selector.
 */
function selectorHandler<Context extends HttpContext>(rows: readonly ActionRow<Context>[]): Handler<Context> {
  const checked = rows.map((row) => ({ ...row, check: othersCheck(row, rows) }));
  const plain = checked.find(({ capability: { route } }) => route.selector === undefined);
  const selected = checked.flatMap((row) =>
    row.capability.route.selector === undefined ? [] : [{ ...row, selector: row.capability.route.selector }],
  );
  if (plain === undefined) throw new Error('A path with rows selected by the query needs one that serves the rest.');
  return (exchange, ...rest) => {
    const { query } = exchange;
    const row = selected.find(({ selector }) => isChosen(selector, query));
    const wrong = selected.find(
      ({ selector: { parameter, value } }) =>
        value !== undefined && query[parameter] !== undefined && parameter !== row?.selector.parameter,
    );
    const { capability, handler, check } = row ?? wrong ?? plain;
    requireTier(exchange, capability);
    if (wrong !== undefined) {
      const { parameter } = wrong.selector;
      const values = selected.flatMap(({ selector }) =>
        selector.parameter === parameter ? (selector.value ?? []) : [],
      );
      const allowed = values.length === 1 ? (values[0] ?? '') : `one of ${values.join(', ')}`;
      const others = row === undefined ? `${allowed} or omitted` : `omitted with ${row.selector.parameter}`;
      throw new ApiError('invalid_parameter', `${parameter} must be ${others}; got ${echo(query[parameter])}.`, {
        param: parameter,
      });
    }
    const beside = selected.find(
      ({ selector: { parameter, value } }) =>
        value === undefined && query[parameter] !== undefined && row?.selector.value !== undefined,
    );
    if (beside !== undefined && row !== undefined) {
      const { parameter } = row.selector;
      throw new ApiError(
        'invalid_parameter',
        `${parameter} must be omitted with ${beside.selector.parameter}; got ${echo(query[parameter])}.`,
        { param: parameter },
      );
    }
    check(query);
    return handler(exchange, ...rest);
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
