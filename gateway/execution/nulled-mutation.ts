import { isNonNullType, Kind, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { ErrorLog } from './error-log.js';
import { outputTypeOf, responseKeyOf, type CollectFields } from './field-collector.js';
import { compileProjection } from './projection.js';
import type { Execution } from './step.js';

/** True once the data of a mutation's response can only be null. */
export type IsNulled = (execution: Pick<Execution<unknown>, 'data' | 'log'>) => boolean;

/**
 * Detects that a null has bubbled up to the root of a mutation. As in graphql-js, the fields after it are then not
 * executed. Undefined if no field of the operation can cause this.
 */
export function compileIsNulled(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  collect: CollectFields,
): IsNulled | undefined {
  const root = schema.getMutationType()?.name ?? '';
  if (operation.operation !== 'mutation') return undefined;
  const fields = [...collect(root, [operation.selectionSet]).values()].filter(([field]) =>
    isNonNullType(outputTypeOf(schema, root, field.name.value)),
  );
  if (fields.length === 0) return undefined;
  const projections = fields.map((selections) => {
    const alone = { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections } } as const;
    return { key: responseKeyOf(selections[0]), project: compileProjection(schema, alone, collect, false) };
  });
  // Errors go to a throwaway log; the projection of the whole response reports them.
  return ({ data, log }) =>
    projections.some(
      ({ key, project }) => (key in data || log.isExplained([key])) && project(data, new ErrorLog()) === null,
    );
}
