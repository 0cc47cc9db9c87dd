import { getNamedType, GraphQLError, isCompositeType, type GraphQLField, type GraphQLFieldResolver } from 'graphql';
import { isPaidBefore, verdictOf, type Verdict } from '../../access/batch-outcomes.js';
import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { batchOf } from '../batches.js';

type Resolve<Arguments> = GraphQLFieldResolver<unknown, RequestContext, Arguments>;

/** What a gate's error says about the unit of a batch: gates throw declared errors inside GraphQL errors. */
function verdictOn(thrown: unknown): Verdict {
  const error = thrown instanceof GraphQLError ? thrown.originalError : thrown;
  return error instanceof ApiError ? verdictOf(error.status) : 'failed';
}

/**
 * Notes for the batch above what becomes of a field that its unit pays for: of a page that is charged at its first
 * metered field, the metered fields; of a batch that is charged at its list, also other objects, such as quotes. Leaves
 * are part of their entry.
 */
export function notingOutcome<Arguments>(
  resolve: Resolve<Arguments>,
  { type, isMetered }: Pick<GraphQLField<unknown, unknown>, 'type'> & { readonly isMetered: boolean },
): Resolve<Arguments> {
  const isObject = isCompositeType(getNamedType(type));
  if (!isMetered && !isObject) return resolve;
  return (source, args, context, info) => {
    const batch = batchOf(source);
    if (batch === '' || (!isMetered && !isPaidBefore(batch))) return resolve(source, args, context, info);
    const { batchOutcomes } = context;
    const fail = (error: unknown): never => {
      batchOutcomes.field(batch, verdictOn(error));
      throw error;
    };
    const serve = (value: unknown): unknown => {
      batchOutcomes.field(batch, 'served');
      return value;
    };
    try {
      const result = resolve(source, args, context, info);
      return result instanceof Promise ? result.then(serve, fail) : serve(result);
    } catch (error) {
      return fail(error);
    }
  };
}

/** Notes what becomes of the entries of a batch's list. `list` is what its resolver returns: values or promises. */
export function notingEntries(list: readonly unknown[], batch: string, { batchOutcomes }: RequestContext): unknown[] {
  const note = (verdict: Verdict): void => batchOutcomes.entry(batch, verdict);
  return list.map((entry) => {
    if (!(entry instanceof Promise)) {
      note('served');
      return entry;
    }
    return entry.then(
      (value: unknown) => {
        note('served');
        return value;
      },
      (error: unknown) => {
        note(verdictOn(error));
        throw error;
      },
    );
  });
}
