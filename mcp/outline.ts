import type { Schema } from '../rest-compat/openapi/schema.js';

const asSchema = (value: unknown): Schema => (typeof value === 'object' && value !== null ? (value as Schema) : {});

/** A schema in one line: `number`, `"a" | "b"`, `[{date, gap}]`; objects beyond `levels` only by their names. */
function inLine(schema: Schema, definitions: Schema, levels: number): string {
  const { $ref, anyOf, oneOf, type, items, properties, enum: options } = schema;
  if (typeof $ref === 'string') return inLine(asSchema(definitions[$ref.split('/').at(-1) ?? '']), definitions, levels);
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives))
    return alternatives.map((each) => inLine(asSchema(each), definitions, levels)).join(' | ');
  if (Array.isArray(options)) return options.map((option) => JSON.stringify(option)).join(' | ');
  if (items !== undefined)
    return `[${inLine(asSchema(items), definitions, levels)}]${Array.isArray(type) ? ' | null' : ''}`;
  if (properties !== undefined) {
    const inner = Object.entries(asSchema(properties)).map(([name, of]) => {
      if (levels <= 1) return name;
      const text = inLine(asSchema(of), definitions, levels - 1);
      return /^[[{]/.test(text) ? `${name} ${text}` : name;
    });
    return `{${inner.join(', ')}}`;
  }
  return Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any';
}

/** The fields of an object schema, each in one line. */
export function outline(schema: Schema, levels: number): Readonly<Record<string, string>> {
  const definitions = asSchema(schema['$defs']);
  const bodies = Array.isArray(schema['oneOf']) ? schema['oneOf'].map(asSchema) : [schema];
  return Object.fromEntries(
    bodies.flatMap((body) =>
      Object.entries(asSchema(body['properties'])).map(([name, of]) => [
        name,
        inLine(asSchema(of), definitions, levels),
      ]),
    ),
  );
}

/** Keywords that say nothing about which values a schema takes. */
const TEXTS: ReadonlySet<string> = new Set(['description', 'examples', 'example', 'title']);
/** Keywords whose values are schemas by name. */
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs']);
/** Keywords whose values are schemas, or lists of them. */
const INNER: ReadonlySet<string> = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties']);

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inner);
  return isSchema(value) ? withoutTexts(value) : value;
}

/** The same schema without descriptions and examples. */
export function withoutTexts(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if (TEXTS.has(key)) return [];
      if (NAMED.has(key))
        return [[key, Object.fromEntries(Object.entries(asSchema(value)).map(([name, of]) => [name, inner(of)]))]];
      return [[key, INNER.has(key) ? inner(value) : value]];
    }),
  );
}

/** A schema of the same parameters, each described by a line. */
export function inLines({ type, properties, required, $defs }: Schema): Schema {
  const lines = Object.entries(outline({ properties, $defs }, 2)).map(([name, description]) => [name, { description }]);
  return { type, properties: Object.fromEntries(lines), ...(required === undefined ? {} : { required }) };
}
