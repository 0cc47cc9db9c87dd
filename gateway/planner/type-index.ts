import { Kind, type DocumentNode } from 'graphql';

/**
 * Subtype tests over the whole supergraph, including `@inaccessible` types: plans use types that the public schema
 * hides.
 */
export interface TypeIndex {
  /** True if `type` is `ancestor`, implements it or is a member of it. */
  isSubtype(type: string, ancestor: string): boolean;
  /** True for an interface or a union. */
  isAbstract(type: string): boolean;
  /** True if a field of this name is `@metered` on any type: each of its resolutions is charged. */
  isMetered(field: string): boolean;
}

/** Reads the subtypes of every interface and union, and the metered fields, of a supergraph document. */
export function createTypeIndex(supergraph: DocumentNode): TypeIndex {
  const subtypes = new Map<string, Set<string>>();
  const metered = new Set<string>();
  const add = (ancestor: string, type: string | undefined): void => {
    const known = subtypes.get(ancestor) ?? new Set<string>();
    if (type !== undefined) known.add(type);
    subtypes.set(ancestor, known);
  };
  for (const definition of supergraph.definitions) {
    if (definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.INTERFACE_TYPE_DEFINITION) {
      if (definition.kind === Kind.INTERFACE_TYPE_DEFINITION) add(definition.name.value, undefined);
      for (const ancestor of definition.interfaces ?? []) add(ancestor.name.value, definition.name.value);
      for (const field of definition.fields ?? []) {
        if (field.directives?.some(({ name }) => name.value === 'metered') === true) metered.add(field.name.value);
      }
    } else if (definition.kind === Kind.UNION_TYPE_DEFINITION) {
      add(definition.name.value, undefined);
      for (const member of definition.types ?? []) add(definition.name.value, member.name.value);
    }
  }
  return {
    isSubtype: (type, ancestor) => type === ancestor || subtypes.get(ancestor)?.has(type) === true,
    isAbstract: (type) => subtypes.has(type),
    isMetered: (field) => metered.has(field),
  };
}
