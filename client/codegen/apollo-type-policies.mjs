/**
 * Codegen plugin: the `typePolicies` of Apollo Client's cache. Objects without an `id` belong to one parent; merging
 * them keeps the fields that another operation has read.
 */
import { isObjectType } from 'graphql';

const ROOTS = new Set(['Query', 'Mutation', 'Subscription']);

export function plugin(schema) {
  const merged = Object.values(schema.getTypeMap())
    .filter(
      (type) =>
        isObjectType(type) && !type.name.startsWith('__') && !ROOTS.has(type.name) && !type.name.endsWith('Payload'),
    )
    .filter((type) => !('id' in type.getFields()))
    .map(({ name }) => name)
    .sort();
  const entries = merged.map((name) => `  ${name}: { merge: true },`);
  return {
    prepend: [],
    content: [
      '/** For `new InMemoryCache({ typePolicies })`: merges objects without an `id` into the parent that they belong to. */',
      'export const typePolicies: Readonly<Record<string, { readonly merge: true }>> = {',
      ...entries,
      '};',
      '',
    ].join('\n'),
  };
}
