import type { Schema } from '../../rest-compat/openapi/schema.js';
import { referredName, type ClientModel, type EndpointModel, type ParameterModel } from './endpoint-model.js';

const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};
const asSchemas = (value: unknown): readonly Schema[] => (Array.isArray(value) ? (value as Schema[]) : []);
const asSchema = (value: unknown): Schema => (typeof value === 'object' && value !== null ? (value as Schema) : {});
const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function typeOf(schema: Schema): string {
  const name = referredName(schema);
  if (name !== undefined) return name;
  const { anyOf, oneOf, type, items, properties, enum: options, const: constant } = schema;
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return union(asSchemas(alternatives).map(typeOf));
  if (Array.isArray(options)) return union(options.map((option) => JSON.stringify(option)));
  if (constant !== undefined) return JSON.stringify(constant);
  const types = (Array.isArray(type) ? type : [type]) as readonly unknown[];
  return union(
    types.map((one) => {
      if (one === 'array') return `readonly (${typeOf(asSchema(items))})[]`;
      if (one === 'object') return properties === undefined ? 'Readonly<Record<string, unknown>>' : objectType(schema);
      return TYPES[String(one)] ?? 'unknown';
    }),
  );
}

function objectType(schema: Schema): string {
  const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []);
  const entries = Object.entries(asSchema(schema['properties'])).map(
    ([name, property]) => `readonly ${key(name)}${required.has(name) ? '' : '?'}: ${typeOf(asSchema(property))};`,
  );
  return `{ ${entries.join(' ')} }`;
}

function parametersType(parameters: readonly ParameterModel[]): string {
  const entries = parameters.map(
    ({ name, isRequired, schema }) =>
      `readonly ${key(name)}${isRequired ? '' : '?'}: ${typeOf(schema)}${isRequired ? '' : ' | undefined'};`,
  );
  return entries.length === 0 ? 'Readonly<Record<string, never>>' : `{ ${entries.join(' ')} }`;
}

function argumentsOf({ parameters }: EndpointModel): string {
  const isRequired = parameters.some((each) => each.isRequired);
  return `parameters${isRequired ? '' : '?'}: ${parametersType(parameters)}, options?: RestCallOptions`;
}

function tableRow({ name, method, path, parameters, selecting, rows }: EndpointModel): string {
  const headers = parameters.flatMap((each) => (each.header === undefined ? [] : [[each.name, each.header]]));
  const row = {
    method,
    path,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) as object }),
    ...(Object.keys(selecting).length === 0 ? {} : { fixed: selecting }),
    ...(rows === undefined ? {} : { rows: rows.name }),
  };
  return `  ${name}: ${JSON.stringify(row)},`;
}

/** Types and table of the TypeScript client of REST. */
export function typescriptClient({ endpoints, schemas }: ClientModel): string {
  const types = Object.entries(schemas).map(
    ([name, schema]) =>
      `export type ${name} = ${schema['oneOf'] === undefined ? objectType(schema) : union(asSchemas(schema['oneOf']).map(typeOf))};`,
  );
  const methods = endpoints.map(
    (each) =>
      `  /** ${each.summary}. Lowest tier: ${each.tier}. */\n  ${each.name}(${argumentsOf(each)}): Promise<${each.answer}>;`,
  );
  const pages = endpoints.flatMap((each) =>
    each.rows === undefined
      ? []
      : [`  ${each.name}(${argumentsOf(each)}): AsyncGenerator<${typeOf(each.rows.items)}, void>;`],
  );
  return [
    '// Written by npm run build from the table of endpoints.',
    "import type { EndpointCall, RestCallOptions } from '../rest.js';",
    '',
    ...types,
    '',
    'export interface RestEndpoints {',
    ...methods,
    '}',
    '',
    'export interface RestPages {',
    ...pages,
    '}',
    '',
    `export const ENDPOINTS: Readonly<Record<${endpoints.map(({ name }) => JSON.stringify(name)).join(' | ')}, EndpointCall>> = {`,
    ...endpoints.map(tableRow),
    '};',
    '',
  ].join('\n');
}
