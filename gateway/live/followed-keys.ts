import { wrongCount, wrongValue } from '../../access/parameters/expectation.js';
import { refuseFaults, type Fault } from '../../access/parameters/faults.js';
import type { LiveField } from './live-fields.js';

/** The canonical spelling of a key as a client spelled it; null if it is not a key of this type. */
export type ReadKey = (text: string) => string | null;

/** What a wrong key is told, by type name. */
const RULES: Readonly<Record<string, (entry: unknown) => string>> = {
  Ticker: (entry) => wrongValue({ kind: 'ticker' }, entry),
};

function faultOf(param: string, predicate: string): Fault {
  return { param, message: `${param} ${predicate}`, isMissing: false };
}

/**
 * The followed keys in canonical spelling; null if the stream has no list of keys. `readers` are by type name. Throws
 * `invalid_parameter` for an empty list, a list that is too long and for invalid keys.
 */
export function followedKeys({ over }: LiveField, values: Readonly<Record<string, unknown>>, readers: Readonly<Record<string, ReadKey>>): ReadonlySet<string> | null {
  if (over === null) return null;
  const { name, type, max } = over;
  const given: readonly unknown[] = Array.isArray(values[name]) ? values[name] : [];
  if (given.length === 0) refuseFaults([faultOf(name, wrongCount({ min: 1 }, 0))]);
  if (given.length > max) refuseFaults([faultOf(name, wrongCount({ max }, given.length))]);
  const keys = new Set<string>();
  const faults: Fault[] = [];
  for (const [index, entry] of given.entries()) {
    const key = typeof entry === 'string' ? (readers[type]?.(entry) ?? (readers[type] === undefined ? entry : null)) : null;
    if (key === null) faults.push(faultOf(`${name}[${index}]`, RULES[type]?.(entry) ?? `must be a valid ${type}`));
    else keys.add(key);
  }
  refuseFaults(faults);
  return keys;
}
