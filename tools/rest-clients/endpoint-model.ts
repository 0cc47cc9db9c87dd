import type { Capability, Parameter } from '../../rest-compat/capability.js';
import { answerSchema } from '../../rest-compat/openapi/answer-schema.js';
import { endpointSchema } from '../../rest-compat/openapi/endpoint-schema.js';
import { inRestNames, operationIdOf } from '../../rest-compat/openapi/names.js';
import { SchemaRegistry } from '../../rest-compat/openapi/response-schema.js';
import type { Schema } from '../../rest-compat/openapi/schema.js';
import { selectingFields } from '../../rest-compat/route.js';
import type { Sdl } from '../../rest-compat/sdl.js';

export interface ParameterModel {
  readonly name: string;
  /** `form` parameters are sent in the query. */
  readonly place: Exclude<Parameter['place'], 'form'>;
  /** Name of the header, if that is the place. */
  readonly header: string | undefined;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** What a generated client has of an endpoint. */
export interface EndpointModel {
  /** `getGapStats`. */
  readonly name: string;
  readonly method: string;
  /** Below `/api/v1`, with parameters as `:slug`. */
  readonly path: string;
  readonly summary: string;
  readonly tier: string;
  readonly parameters: readonly ParameterModel[];
  /** What is always sent beside them. */
  readonly selecting: Readonly<Record<string, unknown>>;
  /** Name of the schema of the answer. */
  readonly answer: string;
  /** The list whose pages follow each other by `next_cursor`. */
  readonly rows: { readonly name: string; readonly items: Schema } | undefined;
}

export interface ClientModel {
  readonly endpoints: readonly EndpointModel[];
  readonly schemas: Readonly<Record<string, Schema>>;
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}

/** The name that a reference ends with. */
export function referredName(schema: Schema): string | undefined {
  const { $ref } = schema;
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
}

function parametersOf(capability: Capability, parameters: Schema): readonly ParameterModel[] {
  const required = Array.isArray(parameters['required']) ? (parameters['required'] as unknown[]) : [];
  const known = new Map(capability.parameters.map((each) => [each.name, each]));
  return Object.entries(asSchema(parameters['properties'])).map(([name, schema]) => {
    const { place = 'query', header } = known.get(name) ?? {};
    return {
      name,
      place: place === 'form' ? 'query' : place,
      header,
      isRequired: required.includes(name),
      schema: asSchema(schema),
    };
  });
}

function rowsOf(answer: Schema, hasCursor: boolean): EndpointModel['rows'] {
  const properties = asSchema(answer['properties']);
  if (!hasCursor || properties['next_cursor'] === undefined) return undefined;
  // Further lists of such an answer, such as its sources, are about the page as a whole, and come after its rows.
  const list = Object.entries(properties).find(([, property]) => asSchema(property)['type'] === 'array');
  if (list === undefined) throw new Error('An answer with next_cursor must have a list.');
  return { name: list[0], items: asSchema(asSchema(list[1])['items']) };
}

/** The table of endpoints as generated clients need it. */
export function clientModel(capabilities: readonly Capability[], sdl: Sdl): ClientModel {
  const registry = new SchemaRegistry();
  const references = capabilities.map((capability) => answerSchema(capability, sdl, registry));
  const schemas = inRestNames(registry.usedBy(references), capabilities) as Record<string, Schema>;
  const endpoints = capabilities.map((capability, i): EndpointModel => {
    const { method, path, summary, selector } = capability.route;
    const answer = referredName(references[i] ?? {}) ?? '';
    const parameters = parametersOf(capability, endpointSchema(capability, capabilities, sdl).parameters);
    return {
      name: operationIdOf(capability),
      method,
      path,
      summary,
      tier: capability.tier,
      parameters,
      selecting: {
        ...selectingFields(capability.route),
        ...(selector?.value === undefined ? {} : { [selector.parameter]: selector.value }),
      },
      answer,
      rows: rowsOf(
        schemas[answer] ?? {},
        parameters.some(({ name }) => name === 'cursor'),
      ),
    };
  });
  return { endpoints, schemas };
}
