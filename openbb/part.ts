import { EPOCH_MS, UNIT } from '../rest-compat/openapi/response-schema.js';
import { nonNull, type Schema } from '../rest-compat/openapi/schema.js';

type Kind = 'text' | 'number' | 'boolean' | 'date' | 'instant' | 'list';

/** A value of each entry of a list. */
export interface Field {
  /** The keys that lead to it, joined by `_`, because tables read a dot as a path. */
  readonly name: string;
  readonly keys: readonly string[];
  readonly title: string;
  readonly kind: Kind;
  readonly isWhole: boolean;
  readonly unit: string | undefined;
  readonly description: string | undefined;
}

/**
 * A list in an answer, or in the entries of the list before it; the answer itself is a list of one entry, without keys.
 */
interface Level {
  readonly keys: readonly string[];
  readonly fields: readonly Field[];
}

/** What a table has of an answer: the entries of the last list, with the values of the lists that they are in. */
export type Part = readonly Level[];

/** What the answer says about itself, beside its values. */
const ABOUT_ANSWER: ReadonlySet<string> = new Set(['ok', 'api_version', 'count', 'next_cursor']);

const KINDS: Readonly<Record<string, Kind>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
};
const FORMATS: Readonly<Record<string, Kind>> = { date: 'date', 'date-time': 'instant' };

/** `avg_open_close` below `up` is `Up · avg open close`. */
function titleOf(keys: readonly string[]): string {
  const text = keys.map((key) => key.replaceAll('_', ' ')).join(' · ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lists around another one, whose fields with a name of a field below have the list's name before it. */
function distinct(levels: Part): Part {
  return levels.map(({ keys, fields }, index) => {
    const below = new Set(fieldsOf(levels.slice(index + 1)).map(({ name }) => name));
    const list = keys.at(-1) ?? '';
    return {
      keys,
      fields: fields.map((field) =>
        below.has(field.name)
          ? { ...field, name: `${list}_${field.name}`, title: titleOf([list, ...field.keys]) }
          : field,
      ),
    };
  });
}

function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  return (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
}

/** Reads a schema with `$defs`, as `endpointSchema` makes it. */
export class AnswerSchema {
  readonly root: Schema;
  readonly #definitions: Readonly<Record<string, Schema>>;

  constructor(answer: Schema) {
    const [success] = (answer['oneOf'] ?? []) as readonly Schema[];
    this.root = success ?? answer;
    this.#definitions = (answer['$defs'] ?? {}) as Readonly<Record<string, Schema>>;
  }

  /** Without null and references. */
  resolve(schema: Schema): Schema {
    const present = nonNull(schema);
    const reference = present['$ref'];
    if (typeof reference !== 'string') return present;
    return this.#definitions[reference.split('/').at(-1) ?? ''] ?? {};
  }

  entryOf(list: Schema): Schema {
    return this.resolve((list['items'] ?? {}) as Schema);
  }

  /**
   * Where the values of an object are, in it and in single objects below it; lists of objects are parts of their own.
   */
  fieldsOf(object: Schema, above: readonly string[] = []): readonly Field[] {
    return Object.entries(propertiesOf(object)).flatMap(([key, property]): readonly Field[] => {
      const schema = this.resolve(property);
      const keys = [...above, key];
      if (schema['type'] === 'object') return this.fieldsOf(schema, keys);
      const isList = schema['type'] === 'array';
      if (isList && this.entryOf(schema)['type'] === 'object') return [];
      const kind = isList ? 'list' : kindOf(schema);
      const description: unknown = property['description'];
      const unit: unknown = property[UNIT];
      return [
        {
          name: keys.join('_'),
          keys,
          title: titleOf(keys),
          kind,
          isWhole: schema['type'] === 'integer',
          unit: typeof unit === 'string' ? unit : undefined,
          description: typeof description === 'string' ? description : undefined,
        },
      ];
    });
  }

  /** Throws if the path leads to no list of objects, or two fields would have one name. */
  partAt(path: string): Part {
    const levels: Level[] = [];
    let [object, keys] = [this.root, [] as readonly string[]];
    for (const key of path === '' ? [] : path.split('.')) {
      const schema = this.resolve(propertiesOf(object)[key] ?? {});
      keys = [...keys, key];
      if (schema['type'] === 'array') {
        object = this.entryOf(schema);
        levels.push({ keys, fields: this.fieldsOf(object) });
        keys = [];
      } else object = schema;
      if (object['type'] !== 'object') throw new Error(`${path} is no list of objects.`);
    }
    if (keys.length > 0 || levels.length === 0)
      levels.push({ keys, fields: this.fieldsOf(object).filter(({ name }) => !ABOUT_ANSWER.has(name)) });
    const part = distinct(levels);
    const names = fieldsOf(part).map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw new Error(`${path} would have two columns ${twice}.`);
    return part;
  }
}

function kindOf({ type, format, [UNIT]: unit }: Schema): Kind {
  if (unit === EPOCH_MS) return 'instant';
  return FORMATS[String(format)] ?? KINDS[String(type)] ?? 'text';
}

export function fieldsOf(part: Part): readonly Field[] {
  return part.flatMap(({ fields }) => fields);
}

/** Whether the answer's own entries are rows: flat ones of a list that is a key of the answer. */
export function isFlat(part: Part): boolean {
  const [only, ...more] = part;
  return (
    more.length === 0 &&
    only?.keys.length === 1 &&
    only.fields.every(({ keys, kind, unit }) => keys.length === 1 && kind !== 'list' && unit !== EPOCH_MS)
  );
}
