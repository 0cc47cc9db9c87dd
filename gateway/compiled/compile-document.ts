import {
  execute,
  Kind,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { HOT_AFTER } from '../execution/compiled-operation.js';
import { withInputCode } from '../execution/input-errors.js';
import type { PrepareDocument, RunDocument } from '../execution/local-subgraph.js';
import type { SubgraphResponse } from '../execution/subgraph.js';
import { tierRefusals } from '../execution/tier-refusals.js';
import type { ResolveObject } from './complete.js';
import { atOnce, generateAtOnce, inTurn, type Assemble } from './object.js';
import { planFields } from './plan-fields.js';
import { isThenable, type Run } from './run.js';
import { compileVariables } from './variables.js';

/**
 * Compiles a valid document against a schema. What graphql-js derives again for every value (selected fields, types,
 * fixed arguments) is derived once. Returns synchronously if all resolvers do. Data, errors and nulls are those of
 * graphql-js, which still executes documents with `@skip` or `@include`.
 */
export const compileDocument: PrepareDocument<unknown> = documentCompiler(HOT_AFTER);

/** `compileDocument` with another number of runs before a document gets generated code. */
export function documentCompiler(hotAfter: number): PrepareDocument<unknown> {
  return (schema, document) => compile(schema, document, hotAfter);
}

function compile(schema: GraphQLSchema, document: DocumentNode, hotAfter: number): RunDocument<unknown> {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const rootType = operation === undefined ? undefined : schema.getRootType(operation.operation);
  if (operation === undefined || rootType === null || rootType === undefined || hasConditions(document)) {
    return interpreter(schema, document, operation);
  }
  const named = document.definitions
    .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
    .map((node) => [node.name.value, node] as const);
  const compilation = {
    schema,
    operation,
    fragments: { schema, byName: new Map(named) },
    fragmentMap: Object.fromEntries(named),
  };
  const compileRoot = (assemble: Assemble): ResolveObject => {
    const plans = planFields({ ...compilation, assemble }, rootType, [operation.selectionSet]);
    return operation.operation === 'mutation' ? inTurn(plans) : assemble(plans);
  };
  let runsLeft = hotAfter;
  let resolve = compileRoot(hotAfter === 0 ? generateAtOnce : atOnce);
  const readVariables = compileVariables(schema, operation.variableDefinitions ?? []);
  return (inputs, context) => {
    if (runsLeft > 0 && --runsLeft === 0) resolve = compileRoot(generateAtOnce);
    const variables = readVariables(inputs, tierRefusals(schema, document, inputs, context));
    return 'errors' in variables ? variables : answer(resolve, { context, variables: variables.coerced, errors: [] });
  };
}

/** Executes a document with graphql-js; errors of bad input have their codes. */
function interpreter(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode | undefined,
): RunDocument<unknown> {
  const readVariables = compileVariables(schema, operation?.variableDefinitions ?? []);
  return (inputs, contextValue) => {
    const refusals = tierRefusals(schema, document, inputs, contextValue);
    const coded = (result: ExecutionResult): SubgraphResponse =>
      result.errors === undefined
        ? result
        : { ...result, errors: result.errors.map((error) => withInputCode(error, refusals)) };
    const variables = readVariables(inputs, refusals);
    if ('errors' in variables) return variables;
    const result = execute({ schema, document, variableValues: inputs, contextValue });
    return isThenable(result) ? result.then(coded) : coded(result);
  };
}

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
