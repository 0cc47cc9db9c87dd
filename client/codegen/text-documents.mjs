/**
 * Codegen plugin: prints each operation as text with the types of its result and variables, so that the client needs no
 * GraphQL library. `npm run trusted-documents` hashes the same text: the operation and the fragments it uses. Marked as
 * pure, so that a bundle has only the operations that it uses.
 */
import { Kind, print, visit } from 'graphql';

function fragmentsOf(node, fragments, found = new Set()) {
  visit(node, {
    FragmentSpread({ name: { value } }) {
      if (found.has(value)) return;
      found.add(value);
      fragmentsOf(fragments.get(value), fragments, found);
    },
  });
  return found;
}

/** `documentModule` is where `textDocument` is, from the generated file. */
export function plugin(_schema, files, { documentModule = '../document.js' }) {
  const definitions = files.flatMap(({ document }) => document.definitions);
  const fragments = new Map(
    definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).map((node) => [node.name.value, node]),
  );
  const operations = definitions
    .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    .sort((a, b) => a.name.value.localeCompare(b.name.value));
  const types = operations.flatMap(({ name, operation }) => {
    const base = `${name.value}${operation[0].toUpperCase()}${operation.slice(1)}`;
    return [base, `${base}Variables`];
  });
  const documents = operations.map((node, index) => {
    const text = [node, ...[...fragmentsOf(node, fragments)].map((name) => fragments.get(name))]
      .map(print)
      .join('\n\n');
    return `export const ${node.name.value}Document: TextDocument<${types[2 * index]}, ${types[2 * index + 1]}> = /* @__PURE__ */ textDocument(${JSON.stringify(text)});`;
  });
  return {
    prepend: [
      `import { textDocument, type TextDocument } from '${documentModule}';`,
      `import type { ${types.join(', ')} } from './types.js';`,
    ],
    content: `\n${documents.join('\n\n')}\n`,
  };
}
