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

type Values = Readonly<Record<string, unknown>>;
type Readers = Readonly<Record<string, ReadKey>>;

/** The argument with the versions that a client saw last. */
const SINCE = 'since';

/** The canonical key; null, and a fault, if the text is none. */
function readKey(entry: unknown, type: string, readers: Readers, param: string, faults: Fault[]): string | null {
  const read = readers[type];
  const key = typeof entry !== 'string' ? null : read === undefined ? entry : read(entry);
  if (key === null) faults.push(faultOf(param, RULES[type]?.(entry) ?? `must be a valid ${type}`));
  return key;
}

function entriesOf(values: Values, name: string, max: number, faults: Fault[]): readonly unknown[] {
  const given: readonly unknown[] = Array.isArray(values[name]) ? values[name] : [];
  if (given.length <= max) return given;
  faults.push(faultOf(name, wrongCount({ max }, given.length)));
  return [];
}

/**
 * The followed keys in canonical spelling; null if the stream has no list of keys. `readers` are by type name. Throws
 * `invalid_parameter` for an empty list, a list that is too long and for invalid keys.
 */
export function followedKeys({ over }: LiveField, values: Values, readers: Readers): ReadonlySet<string> | null {
  if (over === null) return null;
  const { name, type, max } = over;
  const faults: Fault[] = [];
  const given = entriesOf(values, name, max, faults);
  refuseFaults(faults);
  if (given.length === 0) refuseFaults([faultOf(name, wrongCount({ min: 1 }, 0))]);
  const keys = given.map((entry, index) => readKey(entry, type, readers, `${name}[${index}]`, faults));
  refuseFaults(faults);
  return new Set(keys.filter((key) => key !== null));
}

/**
 * The versions that the client saw last, by key: the argument `since`, whose entries have the key under the name of
 * the query's argument, and its version. Throws `invalid_parameter` as `followedKeys` does.
 */
export function lastVersions({ over, by }: LiveField, values: Values, readers: Readers): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  if (over === null) return versions;
  const faults: Fault[] = [];
  for (const [index, entry] of entriesOf(values, SINCE, over.max, faults).entries()) {
    const { [by]: text, version } = typeof entry === 'object' && entry !== null ? (entry as Values) : {};
    const key = readKey(text, over.type, readers, `${SINCE}[${index}].${by}`, faults);
    if (key !== null && typeof version === 'string') versions.set(key, version);
  }
  refuseFaults(faults);
  return versions;
}
