import { isNonNullType, Kind, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { ErrorLog } from './error-log.js';
import { outputTypeOf, responseKeyOf, type CollectFields } from './field-collector.js';
import { compileProjection } from './projection.js';
import type { Execution } from './step.js';

/** True once a mutation's answer can only be null. */
export type IsLost = (execution: Pick<Execution<unknown>, 'data' | 'log'>) => boolean;

/**
 * Tells when a null has taken a mutation's whole answer: as in graphql-js, the fields that come after it then have no
 * effect any more. Undefined where no field of the operation can do that.
 */
export function compileIsLost(schema: GraphQLSchema, operation: OperationDefinitionNode, collect: CollectFields): IsLost | undefined {
  const root = schema.getMutationType()?.name ?? '';
  if (operation.operation !== 'mutation') return undefined;
  const fields = [...collect(root, [operation.selectionSet]).values()].filter(([field]) => isNonNullType(outputTypeOf(schema, root, field.name.value)));
  if (fields.length === 0) return undefined;
  const projections = fields.map((selections) => {
    const alone = { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections } } as const;
    return { key: responseKeyOf(selections[0]), project: compileProjection(schema, alone, collect, false) };
  });
  // What the projection would report, the whole answer's reports once more.
  return ({ data, log }) => projections.some(({ key, project }) => (key in data || log.isExplained([key])) && project(data, new ErrorLog()) === null);
}
