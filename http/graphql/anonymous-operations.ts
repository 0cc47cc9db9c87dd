import { Kind, parse, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import { supergraphDocument } from '../../gateway/supergraph-document.js';
import { ApiError } from '../../access/errors.js';
import type { ResolveDocument } from '../trusted-documents/resolve-document.js';
import { readBodyParameters } from './operation-parameters.js';

/** Whether the body of a POST has an operation that needs neither key nor session. */
export type IsForAnonymous = (body: unknown) => boolean;

/** Documents of anonymous callers are parsed anew each time, so they must be small. */
const MOST_CHARACTERS = 8_192;
const MOST_TOKENS = 500;

const ROOTS: ReadonlySet<string> = new Set(['Query', 'Mutation']);

/** Root fields marked `@anonymous` in a supergraph. */
function anonymousFields(supergraphSdl: string): ReadonlySet<string> {
  const { definitions } = supergraphDocument(supergraphSdl);
  return new Set(
    definitions.flatMap((node) =>
      node.kind === Kind.OBJECT_TYPE_DEFINITION && ROOTS.has(node.name.value)
        ? (node.fields ?? [])
            .filter(({ directives = [] }) => directives.some(({ name }) => name.value === 'anonymous'))
            .map(({ name }) => `${node.name.value}.${name.value}`)
        : [],
    ),
  );
}

/**
 * Names of all root fields, those in fragments too, whether or not they are skipped; null if a fragment is unknown.
 * Each fragment is read once, however often it is spread: spread again it selects the same fields.
 */
function rootFields(operation: OperationDefinitionNode, document: DocumentNode): readonly string[] | null {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node.selectionSet] as const] : [],
    ),
  );
  const names: string[] = [];
  const sets = new Set([operation.selectionSet]);
  for (const set of sets) {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        names.push(node.name.value);
        continue;
      }
      const inner = node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments.get(node.name.value);
      if (inner === undefined) return null;
      sets.add(inner);
    }
  }
  return names;
}

const TYPE_OF = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const;

function operationIn(document: DocumentNode, name: string | undefined): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return name === undefined
    ? operations.length === 1
      ? operations[0]
      : undefined
    : operations.find((node) => node.name?.value === name);
}

/**
 * Recognises operations whose only root field is marked `@anonymous`. Anything else is not for anonymous callers, also
 * what cannot be read: these are told that they need a key, as for every other operation.
 */
export function anonymousOperations(supergraphSdl: string, resolveDocument: ResolveDocument): IsForAnonymous {
  const open = anonymousFields(supergraphSdl);
  return (body) => {
    const parameters = readBodyParameters(body);
    try {
      const query = resolveDocument(parameters);
      if (query === undefined || query.length > MOST_CHARACTERS) return false;
      const document = parse(query, { noLocation: true, maxTokens: MOST_TOKENS });
      const operation = operationIn(document, parameters.operationName);
      if (operation === undefined) return false;
      const names = rootFields(operation, document);
      return names?.length === 1 && names.every((name) => open.has(`${TYPE_OF[operation.operation]}.${name}`));
    } catch (error) {
      if (error instanceof ApiError || error instanceof Error) return false;
      throw error;
    }
  };
}
