import {
  defaultFieldResolver,
  getNamedType,
  GraphQLError,
  isObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import { ApiError } from '../../access/errors.js';
import { batchSize, fieldTiers, tierRefusal, type FieldTiers } from '../../access/field-tiers.js';
import { directiveReader, type DirectiveReader } from '../../access/parameters/directives.js';
import { wrongCount } from '../../access/parameters/expectation.js';
import { isAnonymous } from '../../access/identity.js';
import { locate } from '../../access/parameters/faults.js';
import type { RequestContext } from '../../access/request-context.js';
import { isPaidBefore } from '../../access/batch-outcomes.js';
import { batchBelow, batchOf, noteChargedTogether } from '../batches.js';
import { requireSession } from '../credential.js';
import { argumentChecks, type Arguments } from './argument-checks.js';
import { notingEntries, notingOutcome } from './batch-children.js';
import { toApiError, toGraphQLError, type ErrorLog } from './errors.js';

type Resolve = GraphQLFieldResolver<unknown, RequestContext, Arguments>;

/**
 * Asynchronous argument checks by field (`Mutation.registerWebhook`), so that an invalid parameter is reported before
 * the quota is checked. A check of a field of an object also gets the object.
 */
export type AskingChecks = Readonly<
  Record<string, (values: never, context: RequestContext, source: never) => Promise<void>>
>;

interface Gate {
  readonly needsSession: boolean;
  /** Whether it is a root field that needs neither key nor session. */
  readonly isForAnonymous: boolean;
  readonly tiers: FieldTiers;
  readonly isMetered: boolean;
  readonly check: ((values: Arguments) => Arguments) | null;
  readonly ask: AskingChecks[string] | null;
  /** The argument with tickers, if there is one. */
  readonly tickerArgument: string | undefined;
  readonly argumentNames: ReadonlySet<string>;
}

function gateOf(
  field: Pick<GraphQLField<unknown, unknown>, 'args' | 'astNode'>,
  read: DirectiveReader,
  ask: Gate['ask'],
): Gate {
  return {
    needsSession: read('session', field) !== undefined,
    isForAnonymous: read('anonymous', field) !== undefined,
    tiers: fieldTiers(field, read),
    isMetered: read('metered', field) !== undefined,
    check: argumentChecks(field.args, read),
    ask,
    tickerArgument: field.args.find(({ type }) => getNamedType(type).name === 'Ticker')?.name,
    argumentNames: new Set(field.args.map((argument) => argument.name)),
  };
}

/** Throws if the caller's tier is too low; the arguments are not checked yet. */
function requireTier({ tiers }: Gate, { tier }: Pick<RequestContext, 'tier'>, values: Arguments, name: string): void {
  const refusal = tierRefusal(tiers, tier, values, name);
  if (refusal !== null) throw refusal;
}

/**
 * Refuses anonymous callers every field that resolves something but those for them, and every caller a second such
 * field: each is an attempt to sign in, which must not be multiplied by aliases.
 */
function admit({ isForAnonymous }: Gate, context: RequestContext, name: string): void {
  if (!isForAnonymous) {
    if (isAnonymous(context.origin.identity)) throw new ApiError('missing_key');
    return;
  }
  if (context.hasAnonymousField)
    throw new ApiError('invalid_parameter', `An operation may have one field of this kind; send ${name} by itself.`, {
      param: 'query',
    });
  context.hasAnonymousField = true;
}

/** Checks the size of a batch; returns whether it has several entries. */
function isMany({ tiers }: Gate, values: Arguments): boolean {
  const { batch } = tiers;
  if (batch === null) return false;
  const length = batchSize(tiers, values);
  const bound = length > batch.max ? { max: batch.max } : length === 0 ? { min: 1 } : null;
  if (bound !== null)
    throw new ApiError('invalid_parameter', `${batch.over} ${wrongCount(bound, length)}.`, { param: batch.over });
  return length > 1;
}

function isScreen({ tiers: { screen } }: Gate, values: Arguments): boolean {
  return screen !== null && screen.placeOf(values) !== null;
}

/** Whether the field does anything before its resolver. */
function isGate({ needsSession, isForAnonymous, tiers, isMetered, check }: Gate): boolean {
  const hasTiers = tiers.tier !== null || tiers.batch !== null || tiers.screen !== null;
  return needsSession || isForAnonymous || hasTiers || isMetered || check !== null;
}

/**
 * Wraps every field that resolves, checks or gates something: session and tier (of a batch and a screen, too), then
 * bounds, then the monthly quota, then the resolver. The unit is refunded if the server fails or the resolver finds a
 * parameter invalid. Errors become GraphQL errors with declared codes.
 */
export function applyGates(schema: GraphQLSchema, log: ErrorLog, asking: AskingChecks): GraphQLSchema {
  const read = directiveReader(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const gate = gateOf(field, read, asking[`${type.name}.${field.name}`] ?? null);
      if (!isGate(gate) && (field.resolve === undefined || field.resolve === defaultFieldResolver)) continue;
      const resolve = gated(`${type.name}.${field.name}`, gate, field.resolve ?? defaultFieldResolver, log);
      field.resolve = notingOutcome(resolve, { type: field.type, isMetered: gate.isMetered });
    }
  }
  return schema;
}

/**
 * Errors that refund the unit: of the server, of the transcript quota, of parameters that only the resolver can judge,
 * and of a publishable key that asks for what is of the account.
 */
function isFree({ status, code }: ApiError): boolean {
  return status >= 500 || status === 400 || code === 'transcript_quota_reached' || code === 'publishable_key';
}

/** Loaders do not know which argument a ticker came from, or at which `index` of a list. */
function withOwnName(error: ApiError, { tickerArgument }: Gate, index: number | undefined): ApiError {
  if (error.code !== 'ticker_not_found' || tickerArgument === undefined) return error;
  const param = index === undefined ? tickerArgument : locate(tickerArgument, [index]);
  return new ApiError(error.code, error.message, { ...error.extra, param });
}

function gated(name: string, gate: Gate, resolve: Resolve, log: ErrorLog): Resolve {
  const isMutation = name.startsWith('Mutation.') && !gate.isForAnonymous;
  const fail = (
    error: unknown,
    context: RequestContext,
    charged: number,
    index?: number,
  ): GraphQLError | Promise<GraphQLError> => {
    if (error instanceof GraphQLError) return error;
    const declared = withOwnName(toApiError(error, log, name), gate, index);
    const answer = toGraphQLError(declared, gate.argumentNames);
    const refund = isFree(declared) ? context.refund(charged, name) : undefined;
    return refund === undefined ? answer : refund.then(() => answer);
  };
  const settle = (error: unknown, context: RequestContext, charged: number, index?: number): never | Promise<never> => {
    const failure = fail(error, context, charged, index);
    if (failure instanceof Promise)
      return failure.then((settled) => {
        throw settled;
      });
    throw failure;
  };
  const run: (...args: [...Parameters<Resolve>, number]) => unknown = (source, args, context, info, charged) => {
    try {
      const result = resolve(source, args, context, info);
      if (result instanceof Promise) return result.catch((error: unknown) => settle(error, context, charged));
      if (!Array.isArray(result)) return result;
      // Entries of a batch fail separately; its unit is refunded once the operation has ended, if nothing was answered.
      const entries = result.map((entry: unknown, index) =>
        entry instanceof Promise ? entry.catch((error: unknown) => settle(error, context, 0, index)) : entry,
      );
      const batch = batchBelow(args);
      if (batch === '') return entries;
      context.batchOutcomes.charged(batch, name);
      return notingEntries(entries, batch, context);
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
      batch !== '' && !isPaidBefore(batch)
        ? context.chargeBatch(batch, name)
        : units === 0
          ? undefined
          : context.charge(units, 'requests', name);
    if (charging === undefined) return run(source, args, context, info, units);
    return charging.then(
      () => run(source, args, context, info, units),
      (error: unknown) => settle(error, context, 0),
    );
  };
  return (source, values, context, info) => {
    try {
      admit(gate, context, name);
      if (isMutation && context.origin.identity.publishable !== undefined) throw new ApiError('publishable_key');
      if (gate.needsSession) requireSession(context.identity);
      requireTier(gate, context, values, name);
      const args = gate.check === null ? values : gate.check(values);
      const many = isMany(gate, args) || isScreen(gate, args);
      if (many) noteChargedTogether(args, info);
      const batch = gate.isMetered ? batchOf(source) : '';
      const units = (gate.isMetered || many) && batch === '' ? 1 : 0;
      if (gate.ask === null) return charge(source, args, context, info, units, batch);
      return gate
        .ask(args as never, context, source as never)
        .then(() => charge(source, args, context, info, units, batch))
        .catch((error: unknown) => settle(error, context, 0));
    } catch (error) {
      if (error instanceof GraphQLError) throw error;
      return settle(error, context, 0);
    }
  };
}
