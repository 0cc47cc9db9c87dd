/** A fetched or answered object, by response key. */
export type ObjectValue = Record<string, unknown>;

/** Response keys and list indexes from the root of an answer. */
export type ResponsePath = readonly (string | number)[];

/** True for an object that is no list. */
export function isObject(value: unknown): value is ObjectValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a promise or anything that can be awaited like one. */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
