import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kind, parse, print, visit, type DocumentNode, type SelectionNode } from 'graphql';
import { readSupergraph } from '../bin/graph.js';
import { describeCapability, type Capability } from '../rest-compat/capability.js';
import { ROUTES } from '../rest-compat/routes/index.js';
import { readSdl } from '../rest-compat/sdl.js';

const FILE = 'endpoints.graphql';

/** The root fields of a document's operations. */
function rootFields(document: DocumentNode): readonly string[] {
  return document.definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION
      ? node.selectionSet.selections.flatMap((each) => (each.kind === Kind.FIELD ? [each.name.value] : []))
      : [],
  );
}

/** A stored operation in GraphQL's names: without aliases and fragments, and with variables in camel case. */
function inGraphqlNames({ source }: Capability): string {
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
  return print(visit(operation, {
    SelectionSet: (node) => ({ ...node, selections: spread(node.selections) }),
    Field: ({ alias: _alias, ...node }) => node,
    Variable: ({ name, ...node }) => ({
      ...node,
      name: { ...name, value: name.value.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) },
    }),
  }));
}

// Writes client/operations/endpoints.graphql in the source tree: the operation of each REST endpoint whose root field no
// other file there reads.
const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'client', 'operations');
const written = new Set(
  readdirSync(folder)
    .filter((file) => file.endsWith('.graphql') && file !== FILE)
    .flatMap((file) => rootFields(parse(readFileSync(path.join(folder, file), 'utf8')))),
);
const sdl = readSdl(readSupergraph());
const operations = new Map(
  ROUTES.map((route) => describeCapability(route, sdl))
    .filter(({ operation }) => rootFields({ kind: Kind.DOCUMENT, definitions: [operation.definition] }).every((name) => !written.has(name)))
    .map((capability) => [capability.route.operation, `# ${capability.route.summary}.\n${inGraphqlNames(capability)}\n`]),
);
writeFileSync(path.join(folder, FILE), ['# Written by npm run build: the operations of REST endpoints.\n', ...operations.values()].join('\n'));
