import type { ObjectSchema, Schema } from '../openapi/schema.js';
import { absentForNull } from '../openapi/response-schema.js';
import { nonNull } from '../openapi/schema.js';

export type Body = Record<string, unknown>;

/** A change that aliases cannot express, applied to the body and to its schema. */
export interface Shape {
  /** `beside` is the object of the data that has the body. */
  apply(body: Body, beside: Readonly<Body>): Body;
  /** `resolve` reads the object that a property refers to. */
  describe(schema: ObjectSchema, resolve: (property: Schema) => ObjectSchema): ObjectSchema;
  /** The body where the graph has null; without it, the response is `not_found`. */
  absent?(beside: Readonly<Body>): Body | null;
}

/** Optional fields of the contract (`?`): omitted, rather than null, when they have no value. */
export function leaveOutNull(...keys: readonly string[]): Shape {
  return {
    apply(body) {
      // JSON omits undefined values; deleting keys would make serialisation slow.
      for (const key of keys) if (body[key] === null) body[key] = undefined;
      return body;
    },
    describe: (schema) => ({
      ...schema,
      properties: mapped(schema.properties, keys, (property) => withAbsence(nonNull(property))),
      required: schema.required.filter((key) => !keys.includes(key)),
    }),
  };
}

/** `count` and `total` of a list that is never cut, before it. */
export function counted(list: string): Shape {
  const whole = (text: string): Schema => ({ type: 'integer', format: 'int32', description: text });
  return {
    apply(body) {
      const entries = body[list];
      const count = Array.isArray(entries) ? entries.length : 0;
      return { count, total: count, ...body };
    },
    describe: (schema) => ({
      ...schema,
      properties: { count: whole('Entries in this list.'), total: whole('Entries that exist.'), ...schema.properties },
      required: ['count', 'total', ...schema.required],
    }),
  };
}

/**
 * `count` of the entries of this page before the others, and in place of the connection's `page_info` the
 * `next_cursor`, null on the last page. `entry` changes each entry.
 */
export function paged(list: string, entry?: Shape): Shape {
  const count: Schema = { type: 'integer', format: 'int32', description: 'Entries on this page.' };
  const cursor: Schema = {
    type: ['string', 'null'],
    description: 'Pass as `cursor` for the next page; null on the last one.',
  };
  return {
    apply({ page_info: info, ...whole }, beside) {
      const body = entry === undefined ? whole : entries(list, entry).apply(whole, beside);
      const rows = body[list];
      const next = isBody(info) && info['hasNextPage'] === true ? info['endCursor'] : null;
      return { count: Array.isArray(rows) ? rows.length : 0, ...body, next_cursor: next };
    },
    describe(whole, resolve) {
      const shaped = entry === undefined ? whole : entries(list, entry).describe(whole, resolve);
      const {
        properties: { page_info: _info, ...properties },
        required,
        ...schema
      } = shaped;
      const others = required.filter((key) => key !== 'page_info');
      return {
        ...schema,
        properties: { count, ...properties, next_cursor: cursor },
        required: ['count', ...others, 'next_cursor'],
      };
    },
  };
}

/** A change of each object in a list of the body. */
function entries(list: string, shape: Shape): Shape {
  return {
    apply(body, beside) {
      const rows = body[list];
      return Array.isArray(rows)
        ? { ...body, [list]: rows.map((row: unknown) => (isBody(row) ? shape.apply(row, beside) : row)) }
        : body;
    },
    describe: (schema, resolve) => ({
      ...schema,
      properties: mapped(schema.properties, [list], ({ items, ...property }) => ({
        ...property,
        items: shape.describe(resolve(items as Schema), resolve),
      })),
    }),
  };
}

/** A field with a fixed value, before the others. */
export function constant(key: string, value: string | boolean, description: string): Shape {
  return {
    apply: (body) => ({ [key]: value, ...body }),
    describe: (schema) => ({
      ...schema,
      properties: { [key]: { type: typeof value, const: value, description }, ...schema.properties },
      required: [key, ...schema.required],
    }),
  };
}

/** The fields of some objects in the body, in the place of each. */
export function merged(...keys: readonly string[]): Shape {
  return {
    apply: (body) =>
      Object.fromEntries(
        Object.entries(body).flatMap(([name, value]): [string, unknown][] =>
          keys.includes(name) && isBody(value) ? Object.entries(value) : [[name, value]],
        ),
      ),
    describe(schema, resolve) {
      const inner = new Map(keys.map((key) => [key, resolve(nonNull(schema.properties[key] ?? {}))]));
      return {
        ...schema,
        properties: Object.fromEntries(
          Object.entries(schema.properties).flatMap(([name, property]) =>
            Object.entries(inner.get(name)?.properties ?? { [name]: property }),
          ),
        ),
        required: schema.required.flatMap((name) => inner.get(name)?.required ?? [name]),
      };
    },
  };
}

/** Several changes, one after another. */
export function inTurn(...shapes: readonly Shape[]): Shape {
  return {
    apply: (body, beside) => shapes.reduce((changed, shape) => shape.apply(changed, beside), body),
    describe: (schema, resolve) => shapes.reduce((changed, shape) => shape.describe(changed, resolve), schema),
  };
}

/** A change of one object in the body. */
export function within(key: string, shape: Shape): Shape {
  return {
    apply(body, beside) {
      const inner = body[key];
      return isBody(inner) ? { ...body, [key]: shape.apply(inner, beside) } : body;
    },
    describe: (schema, resolve) => ({
      ...schema,
      properties: mapped(schema.properties, [key], ({ description, ...property }) => ({
        ...shape.describe(resolve(property), resolve),
        ...(description === undefined ? {} : { description }),
      })),
    }),
  };
}

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The properties, those of `keys` changed. */
export function mapped(
  properties: Readonly<Record<string, Schema>>,
  keys: readonly string[],
  change: (property: Schema) => Schema,
): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(properties).map(([key, property]) => [key, keys.includes(key) ? change(property) : property]),
  );
}

/** The property with a description that says when it is absent. */
function withAbsence(property: Schema): Schema {
  const { description } = property;
  return typeof description === 'string' ? { ...property, description: absentForNull(description) } : property;
}
