import {
  defaultFieldResolver,
  getNamedType,
  GraphQLError,
  isObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import { ApiError, tierRequired } from '../../access/errors.js';
import { wrongCount } from '../../access/parameters/expectation.js';
import { locate } from '../../access/parameters/faults.js';
import type { RequestContext } from '../../access/request-context.js';
import { isTier, reaches, type Tier } from '../../access/tiers.js';
import { batchOf, CHARGED, noteChargedTogether } from '../batches.js';
import { requireSession } from '../credential.js';
import { argumentChecks, directiveReader, type Arguments, type DirectiveReader } from './argument-checks.js';
import { toApiError, toGraphQLError, type ErrorLog } from './errors.js';
import { computedPlace } from './screens.js';

type Resolve = GraphQLFieldResolver<unknown, RequestContext, Arguments>;

/**
 * Asynchronous argument checks by field (`Mutation.registerWebhook`), so that an invalid parameter is reported before the
 * quota is checked.
 */
export type AskingChecks = Readonly<Record<string, (values: never, context: RequestContext) => Promise<void>>>;

interface Gate {
  readonly needsSession: boolean;
  readonly tier: Tier | null;
  readonly isMetered: boolean;
  readonly batch: { readonly over: string; readonly max: number; readonly manyAtLeast: Tier | null } | null;
  /** A list whose `placeOf` finds what makes it a screen; null if it never is one. */
  readonly screen: { readonly tier: Tier | null; readonly placeOf: ReturnType<typeof computedPlace> } | null;
  readonly check: ((values: Arguments) => Arguments) | null;
  readonly ask: AskingChecks[string] | null;
  /** The argument with tickers, if there is one. */
  readonly tickerArgument: string | undefined;
  readonly argumentNames: ReadonlySet<string>;
}

function tierOf(value: unknown): Tier | null {
  const tier = typeof value === 'string' ? value.toLowerCase() : '';
  return isTier(tier) ? tier : null;
}

function gateOf(
  field: Pick<GraphQLField<unknown, unknown>, 'args' | 'astNode'>,
  read: DirectiveReader,
  ask: Gate['ask'],
): Gate {
  const [batch, screen] = [read('batch', field), read('screen', field)];
  return {
    needsSession: read('session', field) !== undefined,
    tier: tierOf(read('tier', field)?.['atLeast']),
    isMetered: read('metered', field) !== undefined,
    batch:
      batch === undefined
        ? null
        : { over: String(batch['over']), max: Number(batch['max']), manyAtLeast: tierOf(batch['manyAtLeast']) },
    screen:
      screen === undefined ? null : { tier: tierOf(screen['atLeast']), placeOf: computedPlace(field.args, read) },
    check: argumentChecks(field.args, read),
    ask,
    tickerArgument: field.args.find(({ type }) => getNamedType(type).name === 'Ticker')?.name,
    argumentNames: new Set(field.args.map((argument) => argument.name)),
  };
}

function requireTier(
  { tier }: Pick<RequestContext, 'tier'>,
  required: Tier | null,
  what: string,
  path?: readonly string[],
): void {
  if (required === null || reaches(tier, required)) return;
  const { code, message, extra } = tierRequired(what, tier, required);
  throw new ApiError(code, message, path === undefined ? extra : { ...extra, path });
}

/** Checks size and tier of a batch; returns whether it has several entries. */
function isMany({ batch }: Gate, values: Arguments, caller: Pick<RequestContext, 'tier'>, name: string): boolean {
  if (batch === null) return false;
  const entries = values[batch.over];
  const length = Array.isArray(entries) ? entries.length : 0;
  if (length > 1) requireTier(caller, batch.manyAtLeast, `${name} with more than one entry`, [batch.over]);
  const bound = length > batch.max ? { max: batch.max } : length === 0 ? { min: 1 } : null;
  if (bound !== null)
    throw new ApiError('invalid_parameter', `${batch.over} ${wrongCount(bound, length)}.`, { param: batch.over });
  return length > 1;
}

/** Checks the tier of a screen; returns whether the list is one. */
function isScreen({ screen }: Gate, values: Arguments, caller: Pick<RequestContext, 'tier'>, name: string): boolean {
  const place = screen?.placeOf(values) ?? null;
  if (screen === null || place === null) return false;
  requireTier(caller, screen.tier, `${name} by computed values`, place);
  return true;
}

/**
 * Wraps every field that resolves, checks or gates something: session and tier, then bounds, then the monthly quota, then the resolver.
 * The unit is refunded if the server fails or the resolver finds a parameter invalid. Errors become GraphQL errors with
 * declared codes.
 */
export function applyGates(schema: GraphQLSchema, log: ErrorLog, asking: AskingChecks): GraphQLSchema {
  const read = directiveReader(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const gate = gateOf(field, read, asking[`${type.name}.${field.name}`] ?? null);
      const isGated =
        gate.needsSession || gate.tier !== null || gate.isMetered || gate.batch !== null || gate.screen !== null || gate.check !== null;
      if (!isGated && (field.resolve === undefined || field.resolve === defaultFieldResolver)) continue;
      field.resolve = gated(`${type.name}.${field.name}`, gate, field.resolve ?? defaultFieldResolver, log);
    }
  }
  return schema;
}

/** Errors that refund the unit: of the server, of the transcript quota, of parameters that only the resolver can judge. */
function isFree({ status, code }: ApiError): boolean {
  return status >= 500 || status === 400 || code === 'transcript_quota_reached';
}

/** Loaders do not know which argument a ticker came from, or at which `index` of a list. */
function withOwnName(error: ApiError, { tickerArgument }: Gate, index: number | undefined): ApiError {
  if (error.code !== 'ticker_not_found' || tickerArgument === undefined) return error;
  const param = index === undefined ? tickerArgument : locate(tickerArgument, [index]);
  return new ApiError(error.code, error.message, { ...error.extra, param });
}

function gated(name: string, gate: Gate, resolve: Resolve, log: ErrorLog): Resolve {
  const fail = (
    error: unknown,
    context: RequestContext,
    charged: number,
    index?: number,
  ): GraphQLError | Promise<GraphQLError> => {
    if (error instanceof GraphQLError) return error;
    const declared = withOwnName(toApiError(error, log, name), gate, index);
    const answer = toGraphQLError(declared, gate.argumentNames);
    const refund = isFree(declared) ? context.refund(charged) : undefined;
    return refund === undefined ? answer : refund.then(() => answer);
  };
  const settle = (error: unknown, context: RequestContext, charged: number, index?: number): never | Promise<never> => {
    const failure = fail(error, context, charged, index);
    if (failure instanceof Promise) return failure.then((settled) => { throw settled; });
    throw failure;
  };
  const run: (...args: [...Parameters<Resolve>, number]) => unknown = (source, args, context, info, charged) => {
    try {
      const result = resolve(source, args, context, info);
      if (result instanceof Promise) return result.catch((error: unknown) => settle(error, context, charged));
      // Entries of a batch fail separately, without a refund of the batch's unit.
      if (!Array.isArray(result)) return result;
      return result.map((entry: unknown, index) =>
        entry instanceof Promise ? entry.catch((error: unknown) => settle(error, context, 0, index)) : entry,
      );
    } catch (error) {
      return settle(error, context, charged);
    }
  };
  const charge: (...args: [...Parameters<Resolve>, number, string]) => unknown = (
    source,
    args,
    context,
    info,
    units,
    batch,
  ) => {
    const charging =
      batch !== '' && batch !== CHARGED ? context.chargeBatch(batch) : units === 0 ? undefined : context.charge(units);
    if (charging === undefined) return run(source, args, context, info, units);
    return charging.then(
      () => run(source, args, context, info, units),
      (error: unknown) => settle(error, context, 0),
    );
  };
  return (source, values, context, info) => {
    try {
      if (gate.needsSession) requireSession(context.identity);
      requireTier(context, gate.tier, name);
      const args = gate.check === null ? values : gate.check(values);
      const many = isMany(gate, args, context, name) || isScreen(gate, args, context, name);
      if (many) noteChargedTogether(args);
      const batch = gate.isMetered ? batchOf(source) : '';
      const units = (gate.isMetered || many) && batch === '' ? 1 : 0;
      if (gate.ask === null) return charge(source, args, context, info, units, batch);
      return gate
        .ask(args as never, context)
        .then(() => charge(source, args, context, info, units, batch))
        .catch((error: unknown) => settle(error, context, 0));
    } catch (error) {
      if (error instanceof GraphQLError) throw error;
      return settle(error, context, 0);
    }
  };
}
