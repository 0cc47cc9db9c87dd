import { execute, Kind, visit, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { PrepareDocument, RunDocument } from '../execution/local-subgraph.js';
import type { SubgraphResponse } from '../execution/subgraph.js';
import type { ResolveObject } from './complete.js';
import { atOnce, inTurn } from './object.js';
import { planFields, type Compilation } from './plan-fields.js';
import { isThenable, type Run } from './run.js';
import { compileVariables } from './variables.js';

/**
 * Compiles a valid document against a schema: what graphql-js finds out again for every value (which fields are selected,
 * their types, their fixed arguments) is found out once. Answers at once where every resolver does. Same data, errors and
 * nulls as graphql-js; a document with `@skip` or `@include` is left to it.
 */
export const compileDocument: PrepareDocument<unknown> = (schema: GraphQLSchema, document: DocumentNode): RunDocument<unknown> => {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const rootType = operation === undefined ? undefined : schema.getRootType(operation.operation);
  if (operation === undefined || rootType === null || rootType === undefined || hasConditions(document)) {
    return (variableValues, contextValue) => execute({ schema, document, variableValues, contextValue });
  }
  const named = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION).map((node) => [node.name.value, node] as const);
  const compilation: Compilation = { schema, operation, fragments: { schema, byName: new Map(named) }, fragmentMap: Object.fromEntries(named) };
  const plans = planFields(compilation, rootType, [operation.selectionSet]);
  const resolve = operation.operation === 'mutation' ? inTurn(plans) : atOnce(plans);
  const readVariables = compileVariables(schema, operation.variableDefinitions ?? []);
  return (inputs, context) => {
    const variables = readVariables(inputs);
    return 'errors' in variables ? variables : answer(resolve, { context, variables: variables.coerced, errors: [] });
  };
};

function hasConditions(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Directive(node) {
      if (node.name.value === 'skip' || node.name.value === 'include') found = true;
    },
  });
  return found;
}

function answer(resolve: ResolveObject, run: Run): SubgraphResponse | Promise<SubgraphResponse> {
  const settled = (data: unknown): SubgraphResponse => {
    const object = data as Record<string, unknown> | null;
    return run.errors.length === 0 ? { data: object } : { errors: run.errors, data: object };
  };
  const failed = (error: unknown): SubgraphResponse => {
    run.errors.push(error as Run['errors'][number]);
    return settled(null);
  };
  try {
    const data = resolve(undefined, run, undefined);
    return isThenable(data) ? Promise.resolve(data).then(settled, failed) : settled(data);
  } catch (error) {
    return failed(error);
  }
}
