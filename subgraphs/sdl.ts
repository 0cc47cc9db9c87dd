import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kind, parse, print, type DocumentNode } from 'graphql';

export const SUBGRAPH_NAMES = ['equities', 'research', 'private-markets', 'ai', 'account'] as const;
export type SubgraphName = (typeof SUBGRAPH_NAMES)[number];

export function isSubgraphName(name: string): name is SubgraphName {
  return SUBGRAPH_NAMES.some((known) => known === name);
}

/** `schema/`, next to this file's folder in the source tree and in the build. */
function schemaFile(name: string): string {
  const file = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'schema', `${name}.graphql`);
  if (!existsSync(file)) throw new Error(`The schema file ${name}.graphql is missing; run npm run build.`);
  return readFileSync(file, 'utf8');
}

const documents = new Map<SubgraphName, DocumentNode>();

/** A subgraph's whole SDL as a document, without locations; parsed once. */
export function subgraphDocument(name: SubgraphName): DocumentNode {
  const document = documents.get(name) ?? parse(subgraphSdl(name), { noLocation: true });
  documents.set(name, document);
  return document;
}

/** A subgraph's whole SDL: the shared directives and scalars, then its own types. */
export function subgraphSdl(name: SubgraphName): string {
  return `${schemaFile('directives')}\n${schemaFile(name)}`;
}

/** What admin.graphql names, or a directive of directives.graphql needs. */
const isUsedByAdmin = (name: string, own: string): boolean =>
  name === 'WireForm' || new RegExp(`\\b${name}\\b`).test(own);

/**
 * The SDL of the admin graph, which is no subgraph of the public one: with the shared directives, and those shared
 * types that it uses.
 */
export function adminSdl(): string {
  const own = schemaFile('admin');
  const shared = parse(schemaFile('directives'), { noLocation: true });
  const definitions = shared.definitions.filter(
    (node) => !('name' in node) || node.kind === Kind.DIRECTIVE_DEFINITION || isUsedByAdmin(node.name.value, own),
  );
  return `${print({ ...shared, definitions })}\n\n${own}`;
}
