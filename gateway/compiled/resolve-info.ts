import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { Place, Run } from './run.js';

/** The parts of the resolve info that are the same for every call of a field. */
export interface FieldFacts {
  readonly fieldName: string;
  readonly fieldNodes: readonly FieldNode[];
  readonly returnType: GraphQLOutputType;
  readonly parentType: GraphQLObjectType;
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly operation: OperationDefinitionNode;
}

/** The resolve info of one call. Most resolvers never read it, so it holds three references until they do. */
export class LazyResolveInfo implements GraphQLResolveInfo {
  readonly #facts: FieldFacts;
  readonly #run: Run;
  readonly path: Place;

  constructor(facts: FieldFacts, run: Run, path: Place) {
    this.#facts = facts;
    this.#run = run;
    this.path = path;
  }

  get fieldName(): string {
    return this.#facts.fieldName;
  }

  get fieldNodes(): FieldNode[] {
    return [...this.#facts.fieldNodes];
  }

  get returnType(): GraphQLOutputType {
    return this.#facts.returnType;
  }

  get parentType(): GraphQLObjectType {
    return this.#facts.parentType;
  }

  get schema(): GraphQLSchema {
    return this.#facts.schema;
  }

  get fragments(): Record<string, FragmentDefinitionNode> {
    return { ...this.#facts.fragments };
  }

  get rootValue(): undefined {
    return undefined;
  }

  get operation(): OperationDefinitionNode {
    return this.#facts.operation;
  }

  get variableValues(): Record<string, unknown> {
    return { ...this.#run.variables };
  }
}
