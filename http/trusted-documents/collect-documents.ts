import {
  GraphQLError,
  Kind,
  parse,
  print,
  validate,
  visit,
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** A file of operations and fragments. */
export interface DocumentFile {
  readonly file: string;
  readonly text: string;
}

export interface CollectOptions {
  readonly schema: GraphQLSchema;
  /** Adds `__typename` to every selection set below the root, as Apollo Client does before it hashes. */
  readonly addsTypename?: boolean;
}

interface Definition<T extends DefinitionNode> {
  readonly file: string;
  readonly node: T;
}

const TYPENAME = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;

/** All fragments used, directly or through other fragments, in order of first use. */
function fragmentsOf(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly FragmentDefinitionNode[] {
  const found = new Map<string, FragmentDefinitionNode>();
  const open = (node: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (fragment === undefined || found.has(name.value)) return;
        found.set(name.value, fragment);
        open(fragment);
      },
    });
  };
  open(operation);
  return [...found.values()];
}

function withTypename(document: DocumentNode): DocumentNode {
  return visit(document, {
    SelectionSet(node, _key, parent): SelectionSetNode | undefined {
      const isRoot =
        parent !== undefined && !Array.isArray(parent) && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION;
      const hasOwn = node.selections.some(
        (selection) => selection.kind === Kind.FIELD && selection.name.value.startsWith('__'),
      );
      return isRoot || hasOwn ? undefined : { ...node, selections: [...node.selections, TYPENAME] };
    },
  });
}

function definitionsOf(files: readonly DocumentFile[], problems: string[]): readonly Definition<DefinitionNode>[] {
  return files.flatMap(({ file, text }) => {
    try {
      return parse(text).definitions.map((node) => ({ file, node }));
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      problems.push(`${file}: ${error.message}`);
      return [];
    }
  });
}

/** Splits definitions by kind; fragments by name, because files share them. */
function sorted(definitions: readonly Definition<DefinitionNode>[], problems: string[]) {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: Definition<OperationDefinitionNode>[] = [];
  for (const { file, node } of definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) operations.push({ file, node });
    else if (node.kind !== Kind.FRAGMENT_DEFINITION)
      problems.push(`${file}: ${node.kind} is neither an operation nor a fragment.`);
    else if (fragments.has(node.name.value)) problems.push(`${file}: duplicate fragment ${node.name.value}.`);
    else fragments.set(node.name.value, node);
  }
  return { fragments, operations };
}

/**
 * The documents of all operations in `files`, each with the fragments it uses, printed as clients print them.
 * Throws one Error that lists all invalid files.
 */
export function collectDocuments(
  files: readonly DocumentFile[],
  { schema, addsTypename = false }: CollectOptions,
): readonly string[] {
  const problems: string[] = [];
  const { fragments, operations } = sorted(definitionsOf(files, problems), problems);
  const documents = operations.map(({ file, node }) => {
    const plain: DocumentNode = { kind: Kind.DOCUMENT, definitions: [node, ...fragmentsOf(node, fragments)] };
    const document = addsTypename ? withTypename(plain) : plain;
    for (const { message } of validate(schema, document)) problems.push(`${file}: ${message}`);
    return print(document);
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return documents;
}
