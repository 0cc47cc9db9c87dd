import type { FlattenNodePathSegment } from '@graphql-hive/router-query-planner';
import type { TypeIndex } from '../planner/type-index.js';
import { isObject, type ObjectValue, type ResponsePath } from './values.js';

/** Where a plan step finds its entities. */
export type EntityPath = readonly FlattenNodePathSegment[];

/** Called with every object at a path; the path of keys and indexes to it is only valid during the call. */
export type VisitEntity = (entity: ObjectValue, path: ResponsePath) => void;

/** All objects at the path, in order. */
export function collectEntities(value: unknown, path: EntityPath, index: number, types: TypeIndex, entities: ObjectValue[]): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    const next = path[index] === '@' ? index + 1 : index;
    for (const item of value) collectEntities(item, path, next, types, entities);
    return;
  }
  if (!isObject(value)) return;
  const segment = path[index];
  if (segment === undefined) entities.push(value);
  else if (segment === '@') return;
  else if ('Field' in segment) collectEntities(value[segment.Field], path, index + 1, types, entities);
  else if (isOfType(value, segment.TypeCondition, types)) collectEntities(value, path, index + 1, types, entities);
}

/** The same walk with the response path of every object: for the rare case that an error has to say where. */
export function locateEntities(data: ObjectValue, path: EntityPath, types: TypeIndex): Map<ObjectValue, ResponsePath> {
  const located = new Map<ObjectValue, ResponsePath>();
  const walk = (value: unknown, index: number, at: ResponsePath): void => {
    if (Array.isArray(value)) {
      const next = path[index] === '@' ? index + 1 : index;
      value.forEach((item, position) => walk(item, next, [...at, position]));
      return;
    }
    if (!isObject(value)) return;
    const segment = path[index];
    if (segment === undefined) located.set(value, at);
    else if (segment === '@') return;
    else if ('Field' in segment) walk(value[segment.Field], index + 1, [...at, segment.Field]);
    else if (isOfType(value, segment.TypeCondition, types)) walk(value, index + 1, at);
  };
  walk(data, 0, []);
  return located;
}

/** The keys up to the first list: the place of an error that concerns all entities of a path. */
export function pathToFirstList(path: EntityPath): ResponsePath {
  const keys: string[] = [];
  for (const segment of path) {
    if (segment === '@') break;
    if ('Field' in segment) keys.push(segment.Field);
  }
  return keys;
}

function isOfType(value: ObjectValue, conditions: readonly string[], types: TypeIndex): boolean {
  const typename = value['__typename'];
  return typeof typename === 'string' && conditions.some((condition) => types.isSubtype(typename, condition));
}
