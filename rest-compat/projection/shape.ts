import type { ObjectSchema, Schema } from '../openapi/schema.js';

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
    describe: (schema) => ({ ...schema, required: schema.required.filter((key) => !keys.includes(key)) }),
  };
}

export interface FailureKeys {
  /** All keys of a failure. */
  readonly failureKeys: readonly string[];
  /** Keys that a success does not have. */
  readonly failureOnly: readonly string[];
}

/** Bodies with an `ok` flag whose failure has a different shape (contract 7.2). */
export function failureShape({ failureKeys, failureOnly }: FailureKeys): Shape {
  return {
    apply: (body) => (body['ok'] === false ? picked(body, failureKeys) : leftOut(body, failureOnly)),
    describe(schema) {
      const { properties } = schema;
      const successKeys = Object.keys(properties).filter((key) => !failureOnly.includes(key));
      return {
        description: schema.description,
        oneOf: [
          { title: 'Success', type: 'object', properties: { ...only(properties, successKeys), ok: { type: 'boolean', const: true } }, required: successKeys },
          { title: 'Failure', type: 'object', properties: { ...presentIn(only(properties, failureKeys), failureOnly), ok: { type: 'boolean', const: false } }, required: [...failureKeys] },
        ],
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

/** In a failure, the failure-only fields are never null. */
function presentIn(properties: Record<string, Schema>, keys: readonly string[]): Record<string, Schema> {
  for (const key of keys) {
    const schema = properties[key];
    if (schema !== undefined && Array.isArray(schema['type'])) properties[key] = { ...schema, type: 'string' };
  }
  return properties;
}
