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
