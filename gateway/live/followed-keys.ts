import { GraphQLError, type ExecutionResult } from 'graphql';
import { tooLong, wrongCount, wrongValue } from '../../access/parameters/expectation.js';
import { ApiError } from '../../access/errors.js';
import { errorOf, locate, stepsOf, type Fault } from '../../access/parameters/faults.js';
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
/** As the schema's `@length` of `version` in `SignalVersionInput` and `NewsVersionInput`. */
const LONGEST_VERSION = 80;

/** The canonical key; null, and a fault, if the text is none. */
function readKey(entry: unknown, type: string, readers: Readers, param: string, faults: Fault[]): string | null {
  const read = readers[type];
  const key = typeof entry !== 'string' ? null : read === undefined ? entry : read(entry);
  if (key === null) faults.push(faultOf(param, RULES[type]?.(entry) ?? `must be a valid ${type}`));
  return key;
}

/**
 * Throws the error of these faults with their paths into the stream's arguments, as errors of a query's fields have
 * them.
 */
function refuse(faults: readonly Fault[]): void {
  const error = errorOf(faults);
  if (error === null) return;
  const { param = '', details } = error.extra;
  const placed =
    details === undefined ? {} : { details: details.map((detail) => ({ ...detail, path: stepsOf(detail.param) })) };
  throw new ApiError(error.code, error.message, { ...error.extra, path: stepsOf(param), ...placed });
}

function entriesOf(values: Values, name: string, max: number, faults: Fault[]): readonly unknown[] {
  const given: readonly unknown[] = Array.isArray(values[name]) ? values[name] : [];
  if (given.length <= max) return given;
  faults.push(faultOf(name, wrongCount({ max }, given.length)));
  return [];
}

/**
 * The followed keys in canonical spelling, each with its first index in the argument; null if the stream has no list of
 * keys. `readers` are by type name. Throws
 * `invalid_parameter` for an empty list, a list that is too long and for invalid keys.
 */
export function followedKeys(
  { over }: LiveField,
  values: Values,
  readers: Readers,
): ReadonlyMap<string, number> | null {
  if (over === null) return null;
  const { name, type, max } = over;
  const faults: Fault[] = [];
  const given = entriesOf(values, name, max, faults);
  refuse(faults);
  if (given.length === 0) refuse([faultOf(name, wrongCount({ min: 1 }, 0))]);
  const keys = given.map((entry, index) => readKey(entry, type, readers, locate(name, [index]), faults));
  refuse(faults);
  const indices = new Map<string, number>();
  for (const [index, key] of keys.entries()) if (key !== null && !indices.has(key)) indices.set(key, index);
  return indices;
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
    const param = `${SINCE}[${index}].version`;
    if (typeof version === 'string' && version.length > LONGEST_VERSION)
      faults.push(faultOf(param, tooLong(LONGEST_VERSION, version.length)));
    else if (key !== null && typeof version === 'string') versions.set(key, version);
  }
  refuse(faults);
  return versions;
}

/** Names the stream's argument in errors about the query's argument that the key was passed as. */
export function withOwnArgument(
  result: ExecutionResult,
  { by, over }: LiveField,
  index: number | undefined,
): ExecutionResult {
  if (result.errors === undefined || over === null || index === undefined) return result;
  const place = { param: locate(over.name, [index]), path: [over.name, index] };
  const errors = result.errors.map((error) =>
    error.path?.length === 1 && error.extensions['param'] === by
      ? new GraphQLError(error.message, { path: error.path, extensions: { ...error.extensions, ...place } })
      : error,
  );
  return { ...result, errors };
}
