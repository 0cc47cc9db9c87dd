import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  getNamedType,
  isObjectType,
  Kind,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type ObjectFieldNode,
  type SelectionNode,
} from 'graphql';
import { readSupergraph } from '../bin/graph.js';
import { describeCapability, type Capability } from '../rest-compat/capability.js';
import { ROUTES } from '../rest-compat/routes/index.js';
import { readSdl } from '../rest-compat/sdl.js';

const FILE = 'endpoints.graphql';
/** Fields that only lead to an object whose fields are the capabilities. */
const ENTRIES = new Set(['security', 'privateCompany', 'investor']);
/** Entries whose own fields are free: their capabilities are objects below them. */
const DIRECTORY = new Set(['privateCompany', 'investor']);

/** The capabilities that a document's operations read: root fields, and fields of an entry. */
function capabilitiesIn(document: DocumentNode): readonly string[] {
  const named = (selections: readonly SelectionNode[], above: string): readonly string[] =>
    selections.flatMap((node) => {
      if (node.kind !== Kind.FIELD) return [];
      const { name, selectionSet } = node;
      if (above === '' && ENTRIES.has(name.value)) return named(selectionSet?.selections ?? [], `${name.value}.`);
      return DIRECTORY.has(above.slice(0, -1)) && selectionSet === undefined ? [] : [above + name.value];
    });
  return document.definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? named(node.selectionSet.selections, '') : [],
  );
}

/** What identifies an object, so that a normalised cache keeps it once. */
const IDENTITY: readonly FieldNode[] = ['id', 'ticker'].map((name) => ({
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: name },
}));

/**
 * A stored operation in GraphQL's names: without aliases and fragments, with variables named after their arguments or
 * input fields, and with ids.
 */
function inGraphqlNames({ source }: Capability, schema: GraphQLSchema): string {
  const document = parse(source, { noLocation: true });
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const spread = (selections: readonly SelectionNode[]): readonly SelectionNode[] =>
    selections.flatMap((node) =>
      node.kind === Kind.FRAGMENT_SPREAD
        ? spread(fragments.get(node.name.value)?.selectionSet.selections ?? [])
        : [node],
    );
  const [operation] = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error(`no operation in ${source}`);
  const argumentOf = new Map<string, string>();
  const noted = ({ name, value }: ArgumentNode | ObjectFieldNode): void => {
    if (value.kind === Kind.VARIABLE) argumentOf.set(value.name.value, name.value);
  };
  visit(document, { Argument: noted, ObjectField: noted });
  const plain = visit(operation, {
    SelectionSet: (node) => ({ ...node, selections: spread(node.selections) }),
    Field: ({ alias: _alias, ...node }) => node,
    Variable: ({ name, ...node }) => ({ ...node, name: { ...name, value: argumentOf.get(name.value) ?? name.value } }),
  });
  const info = new TypeInfo(schema);
  return print(
    visit(
      plain,
      visitWithTypeInfo(info, {
        SelectionSet(node) {
          const found = info.getType();
          if (found === null || found === undefined) return undefined;
          const type = getNamedType(found);
          const fields = isObjectType(type) && 'id' in type.getFields() ? type.getFields() : {};
          const present = new Set(
            node.selections.flatMap((each) => (each.kind === Kind.FIELD ? [each.name.value] : [])),
          );
          const missing = IDENTITY.filter(({ name }) => name.value in fields && !present.has(name.value));
          return missing.length === 0 ? undefined : { ...node, selections: [...missing, ...node.selections] };
        },
      }),
    ),
  );
}

// Writes client/operations/endpoints.graphql in the source tree: the operation of each REST endpoint whose capability
// no other file there reads.
const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'client', 'operations');
const written = new Set(
  readdirSync(folder)
    .filter((file) => file.endsWith('.graphql') && file !== FILE)
    .flatMap((file) => capabilitiesIn(parse(readFileSync(path.join(folder, file), 'utf8')))),
);
const sdl = readSdl(readSupergraph());
const operations = new Map(
  ROUTES.map((route) => describeCapability(route, sdl))
    .filter(({ operation }) =>
      capabilitiesIn({ kind: Kind.DOCUMENT, definitions: [operation.definition] }).every((name) => !written.has(name)),
    )
    .map((capability) => [
      capability.route.operation,
      `# ${capability.route.summary}.\n${inGraphqlNames(capability, sdl.schema)}\n`,
    ]),
);
writeFileSync(
  path.join(folder, FILE),
  ['# Written by npm run build: the operations of REST endpoints.\n', ...operations.values()].join('\n'),
);
