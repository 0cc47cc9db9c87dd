/**
 * Paths at which two results differ by more than 1e-9 (relative above 1, absolute below); empty when they agree.
 * Texts, booleans and nulls must be equal.
 */
export function differences(actual: unknown, expected: unknown, path = ''): string[] {
  if (typeof actual === 'number' && typeof expected === 'number') {
    const isClose = Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected));
    return isClose ? [] : [`${path}: ${actual} is not ${expected}`];
  }
  if (typeof actual === 'object' && typeof expected === 'object' && actual !== null && expected !== null) {
    const keys = [...new Set([...Object.keys(actual), ...Object.keys(expected)])];
    return keys.flatMap((key) => differences(Reflect.get(actual, key), Reflect.get(expected, key), `${path}.${key}`));
  }
  return Object.is(actual, expected) ? [] : [`${path}: ${String(actual)} is not ${String(expected)}`];
}

/** Paths of numbers that are NaN or infinite anywhere in a result. */
export function notFinite(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => notFinite(entry, `${path}.${key}`));
}
