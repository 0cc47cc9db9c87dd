import { isMissing } from '../../access/parameters/expectation.js';
import { locate, refuseFaults, type Fault } from '../../access/parameters/faults.js';
import { schemaOf } from '../../access/parameters/schema.js';
import type { Raw } from '../../http/raw.js';
import type { Parameter } from '../capability.js';
import { nearMisses } from './near-miss.js';

export type Variables = Record<string, unknown>;

export interface RawInput {
  readonly path: Raw;
  /** Query string, or the body if the method has one. */
  readonly values: Raw;
  /** Headers, by lower-case name. */
  readonly headers?: Raw;
  /** The query parameter that a URL form read `values` from. */
  readonly formOf?: string;
}

interface Reader {
  /** Adds the value to `variables` or returns what is wrong with it. */
  read(input: RawInput, variables: Variables): readonly Fault[];
}

const NO_FAULTS: readonly Fault[] = [];
/** Entries of a list of objects whose field names are compared with the known ones. */
const ENTRIES_COMPARED = 5;

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** `entry 2 of tickers`, or `entry 2 of holdings: weight`, for a list that was sent as one text. */
function inList(list: string, [index, ...fields]: readonly PropertyKey[]): string {
  if (typeof index !== 'number') return list;
  return [`entry ${index + 1} of ${list}`, ...fields.map(String)].join(': ');
}

/** The fault at `path` inside the parameter, named as the caller spelled it. */
function faultAt({ name, place }: Parameter, formOf: string, path: readonly PropertyKey[], predicate: string): Fault {
  const isText = place !== 'body';
  const list = place === 'form' || place === 'header' ? formOf : name;
  return {
    param: isText ? list : locate(name, path),
    message: `${isText ? inList(list, path) : locate(name, path)} ${predicate}`,
    isMissing: false,
  };
}

const NOTHING: Raw = {};

function rawsOf({ path, headers = NOTHING, values }: RawInput, place: Parameter['place']): Raw {
  if (place === 'path') return path;
  return place === 'header' ? headers : values;
}

function readerOf(parameter: Parameter): Reader {
  const { name, shape, isRequired, place, header } = parameter;
  const sent = header?.toLowerCase() ?? name;
  const schema = schemaOf(shape, place === 'body' || place === 'form' ? 'json' : 'text');
  const where = place === 'query' ? ' in the query string' : '';
  const missing: readonly Fault[] = [
    { param: name, message: `${name} ${isMissing(shape).replace('required', `required${where}`)}`, isMissing: true },
  ];
  const repeats = place === 'query' && shape.kind !== 'list';
  return {
    read(input, variables) {
      const raws = rawsOf(input, place);
      const raw = Object.hasOwn(raws, sent) ? raws[sent] : undefined;
      if (raw === undefined) return isRequired ? missing : NO_FAULTS;
      if (repeats && Array.isArray(raw)) {
        return [{ param: name, message: `${name} must be given once, not ${raw.length} times`, isMissing: false }];
      }
      if (isRequired && (raw === null || isBlank(raw))) return missing;
      const parsed = schema.safeParse(raw);
      if (!parsed.success)
        return parsed.error.issues.map(({ path, message }) =>
          faultAt(parameter, input.formOf ?? header ?? name, path, message),
        );
      variables[name] = parsed.data;
      return NO_FAULTS;
    },
  };
}

/** Sentences on names that were ignored but resemble parameters, also inside the entries of a list of objects. */
function hintsOf(parameters: readonly Parameter[], { values, formOf }: RawInput): readonly string[] {
  if (formOf !== undefined) return [];
  const own = nearMisses(
    values,
    parameters.filter(({ place }) => place === 'query' || place === 'body').map(({ name }) => name),
  );
  const nested = parameters.flatMap(({ name, shape }) => {
    const list = values[name];
    if (shape.kind !== 'list' || shape.of.kind !== 'object' || !Array.isArray(list)) return [];
    const known = shape.of.fields.map((field) => field.name);
    const entries = list
      .slice(0, ENTRIES_COMPARED)
      .filter((entry): entry is Raw => typeof entry === 'object' && entry !== null && !Array.isArray(entry));
    return entries.flatMap((entry) => nearMisses(entry, known));
  });
  return [...new Set([...own, ...nested])];
}

/**
 * Creates the reader of an endpoint's variables, once at startup. Unknown parameters are ignored; missing ones take the
 * SDL's default. Throws `missing_parameter` or `invalid_parameter` with `param`, and `details` if several are wrong.
 */
export function parameterReader(parameters: readonly Parameter[]): (input: RawInput) => Variables {
  const readers = parameters.map(readerOf);
  return (input) => {
    const variables: Variables = {};
    const faults = readers.flatMap((reader) => reader.read(input, variables));
    if (faults.length > 0) refuseFaults(faults, hintsOf(parameters, input));
    return variables;
  };
}
