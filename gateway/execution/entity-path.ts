import type { PlanPath } from '../planner/plan.js';
import type { TypeIndex } from '../planner/type-index.js';
import { isObject, type ObjectValue, type ResponsePath } from './values.js';

/** Collects all objects at the path, in order. */
export function collectEntities(
  value: unknown,
  path: PlanPath,
  index: number,
  types: TypeIndex,
  entities: ObjectValue[],
): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    const next = path[index] === '@' ? index + 1 : index;
    for (const item of value) collectEntities(item, path, next, types, entities);
    return;
  }
  if (!isObject(value)) return;
  const step = path[index];
  if (step === undefined) entities.push(value);
  else if (step === '@') return;
  else if ('field' in step) collectEntities(value[step.field], path, index + 1, types, entities);
  else if (isOfType(value, step.type, types)) collectEntities(value, path, index + 1, types, entities);
}

/** The same walk with each object's response path: only needed to report errors. */
export function locateEntities(data: ObjectValue, path: PlanPath, types: TypeIndex): Map<ObjectValue, ResponsePath> {
  const located = new Map<ObjectValue, ResponsePath>();
  const walk = (value: unknown, index: number, at: ResponsePath): void => {
    if (Array.isArray(value)) {
      const next = path[index] === '@' ? index + 1 : index;
      value.forEach((item, position) => walk(item, next, [...at, position]));
      return;
    }
    if (!isObject(value)) return;
    const step = path[index];
    if (step === undefined) located.set(value, at);
    else if (step === '@') return;
    else if ('field' in step) walk(value[step.field], index + 1, [...at, step.field]);
    else if (isOfType(value, step.type, types)) walk(value, index + 1, at);
  };
  walk(data, 0, []);
  return located;
}

/** The keys up to the first list: where an error of all entities at a path is reported. */
export function pathToFirstList(path: PlanPath): ResponsePath {
  const keys: string[] = [];
  for (const step of path) {
    if (step === '@') break;
    if ('field' in step) keys.push(step.field);
  }
  return keys;
}

function isOfType(value: ObjectValue, type: string, types: TypeIndex): boolean {
  const typename = value['__typename'];
  return typeof typename === 'string' && types.isSubtype(typename, type);
}
