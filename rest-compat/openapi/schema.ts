/** A JSON Schema of OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

/** Schema of an object with known keys. */
export interface ObjectSchema extends Schema {
  readonly type: 'object';
  readonly description?: string | undefined;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/** The schema without null. */
export function nonNull(schema: Schema): Schema {
  const { anyOf, ...others } = schema;
  if (Array.isArray(anyOf)) {
    const [first, ...more] = (anyOf as Schema[]).filter(({ type }) => type !== 'null');
    return more.length === 0 ? { ...first, ...others } : { ...others, anyOf: [first, ...more] };
  }
  const { type, enum: options } = schema;
  const types: unknown[] = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  return {
    ...schema,
    ...(type === undefined ? {} : { type: types.length === 1 ? types[0] : types }),
    ...(Array.isArray(options) ? { enum: options.filter((option) => option !== null) } : {}),
  };
}
