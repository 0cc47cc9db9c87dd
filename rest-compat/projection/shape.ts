import { absentForNull } from '../openapi/response-schema.js';
import { nonNull, type ObjectSchema, type Schema } from '../openapi/schema.js';

export type Body = Record<string, unknown>;

/** A change that aliases cannot express, applied to the body and to its schema. */
export interface Shape {
  apply(body: Body): Body;
  describe(schema: ObjectSchema): Schema;
}

/** Optional fields of the contract (`?`): omitted, rather than null, when they have no value. */
export function leaveOutNull(...keys: readonly string[]): Shape {
  return {
    apply(body) {
      return leftOut(body, keys.filter((key) => body[key] === null));
    },
    describe: (schema) => ({
      ...schema,
      properties: withAbsence(withoutNull(schema.properties, keys), keys),
      required: schema.required.filter((key) => !keys.includes(key)),
    }),
  };
}

export interface FailureKeys {
  /** All keys of a failure. */
  readonly failureKeys: readonly string[];
  /** Keys that a success does not have. */
  readonly failureOnly: readonly string[];
  /** Value of `status` in a failure. */
  readonly status: string;
  /** Keys that may be null in a success; in the graph, all are null in a failure. */
  readonly nullable?: readonly string[];
}

/** Bodies with an `ok` flag whose failure has a different shape (contract 7.2). */
export function failureShape({ failureKeys, failureOnly, status, nullable = [] }: FailureKeys): Shape {
  return {
    apply: (body) => (body['ok'] === false ? picked(body, failureKeys) : leftOut(body, failureOnly)),
    describe(schema) {
      const { properties } = schema;
      const successKeys = Object.keys(properties).filter((key) => !failureOnly.includes(key));
      const certain = Object.keys(properties).filter((key) => !nullable.includes(key));
      const branch = (title: string, ok: boolean, keys: readonly string[]): Schema => ({
        title,
        type: 'object',
        properties: {
          ...withoutNull(only(properties, keys), certain),
          ok: { type: 'boolean', const: ok },
          ...(ok ? {} : { status: { ...nonNull(properties['status'] ?? {}), const: status } }),
        },
        required: [...keys],
      });
      return {
        description: schema.description,
        oneOf: [branch('Success', true, successKeys), branch('Failure', false, failureKeys)],
      };
    },
  };
}

function picked(body: Body, keys: readonly string[]): Body {
  const out: Body = {};
  for (const key of keys) out[key] = body[key];
  return out;
}

/** JSON omits undefined values; deleting keys would make serialisation slow. */
function leftOut(body: Body, keys: readonly string[]): Body {
  for (const key of keys) body[key] = undefined;
  return body;
}

function only(properties: Readonly<Record<string, Schema>>, keys: readonly string[]): Record<string, Schema> {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => keys.includes(key)));
}

/** The properties, with descriptions that say when those of `keys` are absent. */
function withAbsence(properties: Readonly<Record<string, Schema>>, keys: readonly string[]): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => {
      const { description } = schema;
      if (!keys.includes(key) || typeof description !== 'string') return [key, schema];
      return [key, { ...schema, description: absentForNull(description) }];
    }),
  );
}

/** The properties, those of `keys` without null. */
function withoutNull(properties: Readonly<Record<string, Schema>>, keys: readonly string[]): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [key, keys.includes(key) ? nonNull(schema) : schema]),
  );
}
