import { visit, type DocumentNode } from 'graphql';
import { responseKeyOf } from './field-collector.js';
import type { ObjectValue } from './values.js';

/** Property names inherited from Object.prototype: on ordinary objects they would look like fetched fields. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** True if a document has a response key such as `constructor` or `toString`. */
export function hasInheritedKeys(document: DocumentNode): boolean {
  let hasOne = false;
  visit(document, { Field: (field) => void (hasOne ||= INHERITED.has(responseKeyOf(field))) });
  return hasOne;
}

/** A copy of fetched data whose objects have no prototype. */
export function withoutPrototypes<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutPrototypes) as T;
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.create(null) as ObjectValue;
  for (const [key, inner] of Object.entries(value)) copy[key] = withoutPrototypes(inner);
  return copy as T;
}
