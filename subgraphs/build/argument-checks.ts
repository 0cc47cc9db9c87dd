import { getDirectiveValues, getNamedType, getNullableType, GraphQLDirective, isInputObjectType, isListType, type GraphQLArgument, type GraphQLInputField, type GraphQLInputObjectType, type GraphQLSchema } from 'graphql';
import { ApiError, type ErrorDetail } from '../../access/errors.js';
import { echoOf, TICKER_RULE } from '../tickers.js';
import { SCALARS, UnreadableInput } from './scalars.js';

export type Arguments = Readonly<Record<string, unknown>>;

/** Returns the value to resolve with, or the problem with it. */
type Check = (value: unknown) => { readonly value: unknown } | { readonly problem: string };

/** Directives of one element, read by name. */
export interface DirectiveReader {
  (name: string, node: { readonly astNode?: unknown }): Readonly<Record<string, unknown>> | undefined;
}

/** Reads directives of schema elements with defaults applied. */
export function directiveReader(schema: GraphQLSchema): DirectiveReader {
  return (name, { astNode }) => {
    const directive = schema.getDirective(name);
    if (!(directive instanceof GraphQLDirective) || astNode === null || astNode === undefined) return undefined;
    return getDirectiveValues(directive, astNode);
  };
}

/** Quotes client input for a message: truncated, with control characters escaped. */
function quoted(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return JSON.stringify(short);
}

function tickerCheck(value: unknown): ReturnType<Check> {
  const echo = typeof value === 'string' ? echoOf(value) : null;
  return echo === null ? { problem: `${typeof value === 'string' ? quoted(value) : 'this'} is not a ticker: ${TICKER_RULE}` } : { value: echo };
}

/** Throws out what a scalar could not read. Every argument of a custom scalar has this check. */
function readableCheck(value: unknown): ReturnType<Check> {
  return value instanceof UnreadableInput ? { problem: value.problem } : { value };
}

function rangeCheck(min: number, max: number): Check {
  return (value) => (typeof value === 'number' && value >= min && value <= max ? { value } : { problem: `must be from ${min} to ${max}, got ${String(value)}` });
}

function lengthCheck(max: number): Check {
  return (value) => {
    if (typeof value === 'string') return value.length <= max ? { value } : { problem: `may have at most ${max} characters, got ${value.length}` };
    if (Array.isArray(value)) return value.length <= max ? { value } : { problem: `may have at most ${max} entries, got ${value.length}` };
    return { value };
  };
}

function each(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return check(value);
    const checked: unknown[] = [];
    for (const [index, entry] of value.entries()) {
      const outcome = check(entry);
      if ('problem' in outcome) return { problem: `entry ${index + 1}: ${outcome.problem}` };
      checked.push(outcome.value);
    }
    return { value: checked };
  };
}

/** Checks for an input object's fields; null if none has any. */
function objectCheck(type: GraphQLInputObjectType, read: DirectiveReader): Check | null {
  const fields = Object.values(type.getFields()).map((field) => ({ name: field.name, checks: checksOf(field, read) })).filter(({ checks }) => checks.length > 0);
  if (fields.length === 0) return null;
  return (value) => {
    if (typeof value !== 'object' || value === null) return { value };
    const out: Record<string, unknown> = { ...value };
    for (const { name, checks } of fields) {
      const outcome = checkAll(out[name], checks);
      if ('problem' in outcome) return { problem: `${name} ${outcome.problem}` };
      if (out[name] !== undefined) out[name] = outcome.value;
    }
    return { value: out };
  };
}

function checkAll(value: unknown, checks: readonly Check[]): ReturnType<Check> {
  let checked = value;
  for (const check of checks) {
    if (checked === undefined || checked === null) break;
    const outcome = check(checked);
    if ('problem' in outcome) return outcome;
    checked = outcome.value;
  }
  return { value: checked };
}

function checksOf(argument: GraphQLArgument | GraphQLInputField, read: DirectiveReader): readonly Check[] {
  const checks: Check[] = [];
  const named = getNamedType(argument.type);
  if (Object.hasOwn(SCALARS, named.name)) checks.push(each(readableCheck));
  const length = read('length', argument);
  if (typeof length?.['max'] === 'number') checks.push(lengthCheck(length['max']));
  const range = read('range', argument);
  if (typeof range?.['min'] === 'number' && typeof range['max'] === 'number') checks.push(rangeCheck(range['min'], range['max']));
  const inner = named.name === 'Ticker' ? tickerCheck : isInputObjectType(named) ? objectCheck(named, read) : null;
  if (inner !== null) checks.push(isListType(getNullableType(argument.type)) ? each(inner) : inner);
  return checks;
}

/**
 * Compiles the SDL's bounds on a field's arguments into one function. It returns the arguments to resolve with (tickers
 * trimmed and upper-cased) or throws `invalid_parameter` naming every invalid argument. Null if there are no bounds.
 */
export function argumentChecks(args: readonly GraphQLArgument[], read: DirectiveReader): ((values: Arguments) => Arguments) | null {
  const checked = args.map((argument) => ({ name: argument.name, checks: checksOf(argument, read) })).filter(({ checks }) => checks.length > 0);
  if (checked.length === 0) return null;
  return (values) => {
    const out: Record<string, unknown> = { ...values };
    const details: ErrorDetail[] = [];
    for (const { name, checks } of checked) {
      const outcome = checkAll(out[name], checks);
      if ('problem' in outcome) details.push({ param: name, message: outcome.problem });
      else if (out[name] !== undefined) out[name] = outcome.value;
    }
    const [first] = details;
    if (first === undefined) return out;
    throw new ApiError('invalid_parameter', `${first.param}: ${first.message}.`, { param: first.param, ...(details.length > 1 ? { details } : {}) });
  };
}
