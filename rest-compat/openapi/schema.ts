/** A JSON Schema of OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

/** Schema of an object with known keys. */
export interface ObjectSchema extends Schema {
  readonly type: 'object';
  readonly description?: string | undefined;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}
