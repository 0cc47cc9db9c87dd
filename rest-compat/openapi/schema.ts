/** A JSON Schema of OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

/** One that describes an object whose keys are known. */
export interface ObjectSchema extends Schema {
  readonly type: 'object';
  readonly description?: string | undefined;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}
