import { execute, validate, type DocumentNode, type GraphQLSchema } from 'graphql';
import { synchronousEntities } from './entities-resolver.js';
import type { Subgraph, SubgraphResponse } from './subgraph.js';

/** Runs one document against a schema. */
export type RunDocument<C> = (
  variables: Readonly<Record<string, unknown>>,
  context: C,
) => SubgraphResponse | Promise<SubgraphResponse>;

/** Prepares a valid document once for any number of executions. */
export type PrepareDocument<C> = (schema: GraphQLSchema, document: DocumentNode) => RunDocument<C>;

export interface LocalSubgraphOptions<C> {
  /** Takes what the first document would wait for, to be done earlier. */
  readonly first?: ((step: () => void) => void) | undefined;
  /** How documents are executed. Default: graphql-js. */
  readonly prepare?: PrepareDocument<C>;
}

/**
 * A subgraph in this process. If `schema` is a function, the schema is built when the first document is prepared.
 * Modifies the schema: its `_entities` resolver returns synchronously where possible. A document is validated on first
 * use, since its supergraph may be older than the schema.
 */
export function localSubgraph<C>(
  name: string,
  schema: GraphQLSchema | (() => GraphQLSchema),
  { prepare = interpret, first }: LocalSubgraphOptions<C> = {},
): Subgraph<C> {
  const withEntities = (made: GraphQLSchema): GraphQLSchema => {
    synchronousEntities(made);
    return made;
  };
  let built = typeof schema === 'function' ? undefined : withEntities(schema);
  const schemaOf = (): GraphQLSchema => (built ??= withEntities(typeof schema === 'function' ? schema() : schema));
  first?.(() => void schemaOf());
  const prepared = new WeakMap<DocumentNode, RunDocument<C>>();
  const runOf = (document: DocumentNode): RunDocument<C> => {
    const own = schemaOf();
    const errors = validate(own, document);
    return errors.length > 0 ? () => ({ errors }) : prepare(own, document);
  };
  const runFor = (document: DocumentNode): RunDocument<C> => {
    let run = prepared.get(document);
    if (run === undefined) {
      run = runOf(document);
      prepared.set(document, run);
    }
    return run;
  };
  return {
    name,
    prepare: runFor,
    execute: ({ document, variables, context }) => runFor(document)(variables, context),
  };
}

function interpret<C>(schema: GraphQLSchema, document: DocumentNode): RunDocument<C> {
  return (variableValues, contextValue) => execute({ schema, document, variableValues, contextValue });
}
