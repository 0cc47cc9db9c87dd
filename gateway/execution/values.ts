/** An object in fetched data or in a response, by response key. */
export type ObjectValue = Record<string, unknown>;

/** Response keys and list indexes from the root of an answer. */
export type ResponsePath = readonly (string | number)[];

/** True for an object that is not an array. */
export function isObject(value: unknown): value is ObjectValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a promise or another thenable. */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
