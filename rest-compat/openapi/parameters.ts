import type { Capability, Parameter } from '../capability.js';
import type { InputShape } from '../../access/parameters/input-shape.js';
import type { Schema } from './schema.js';
import { operationIdOf, pascal } from './names.js';
import { described, type SchemaRegistry } from './response-schema.js';
import { selectingFields } from '../route.js';

function given(entries: Readonly<Record<string, unknown>>): Schema {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}

/** Schema of a parameter's value, equivalent to its zod schema. */
export function inputSchema(shape: InputShape): Schema {
  switch (shape.kind) {
    case 'ticker':
      return { type: 'string', minLength: 1, maxLength: 10, pattern: '^[A-Za-z][A-Za-z0-9.-]{0,9}$' };
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'instant':
      return { type: 'string', format: 'date-time' };
    case 'json':
      return {};
    case 'text':
      return given({ type: 'string', minLength: shape.minLength, maxLength: shape.maxLength });
    case 'integer':
    case 'number':
      if (shape.hasAll === true)
        return { oneOf: [inputSchema({ ...shape, hasAll: false }), { type: 'string', const: 'all' }] };
      return given({ type: shape.kind, minimum: shape.min, maximum: shape.max });
    case 'enum':
      return { type: 'string', enum: shape.options.map(({ wire }) => wire) };
    case 'list':
      return given({
        type: 'array',
        items: inputSchema(shape.of),
        minItems: shape.minEntries,
        maxItems: shape.maxEntries,
      });
    case 'object':
      return {
        type: 'object',
        properties: Object.fromEntries(
          shape.fields.map((field) => [
            field.name,
            given({ ...inputSchema(field.shape), description: field.description }),
          ]),
        ),
        required: shape.fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      };
  }
}

/** Meaning of an enum's values, if the SDL describes them. */
function optionText(shape: InputShape): string | undefined {
  if (shape.kind !== 'enum' || !shape.options.some(({ description }) => description !== undefined)) return undefined;
  return shape.options
    .map(({ wire, description }) => (description === undefined ? `\`${wire}\`.` : `\`${wire}\`: ${description}`))
    .join(' ');
}

const NOTES: Partial<Readonly<Record<InputShape['kind'], string>>> = {
  ticker:
    'A US ticker. Case and surrounding blanks are ignored; `BRK-B` equals `BRK.B`, and the response echoes the ' +
    'separator that was sent.',
  boolean: '`1` and `0` are also accepted.',
};

/** What a parameter means, with the values of an enum. */
export function textOf({ description, shape }: Parameter): string {
  return described(description, optionText(shape), NOTES[shape.kind]) ?? 'See the schema.';
}

/** The schema with the default of a parameter. */
export function withDefault(schema: Schema, value: unknown): Schema {
  return value === undefined || value === null ? schema : { ...schema, default: value };
}

/** Whether each row needs the parameter; one that selects a row is optional for the endpoint. */
function isRequiredByAll({ name, place }: Parameter, rows: readonly Capability[]): boolean {
  if (place === 'path') return true;
  return rows.every(
    ({ parameters, route }) =>
      route.demo === undefined && parameters.some((each) => each.name === name && each.isRequired),
  );
}

/** A parameter that selects rows by its values, with those of all rows. */
function withAllValues(parameter: Parameter, rows: readonly Capability[]): Parameter {
  const { name, shape } = parameter;
  if (shape.kind !== 'enum' || !rows.some(({ route: { selector } }) => selector?.parameter === name)) return parameter;
  const all = rows.flatMap(({ parameters }) =>
    parameters.filter((each) => each.name === name).map((each) => each.shape),
  );
  return {
    ...parameter,
    shape: { kind: 'enum', options: all.flatMap((each) => (each.kind === 'enum' ? each.options : [])) },
  };
}

/** Path and query parameters of the rows of one method and path, each once. */
export function urlParameters(rows: readonly [Capability, ...Capability[]]): readonly Schema[] {
  const [{ route }] = rows;
  const parameters = new Map(
    rows
      .flatMap((row) => row.parameters)
      .toReversed()
      .map((each) => [each.name, withAllValues(each, rows)]),
  );
  const names = [...new Set(rows.flatMap((row) => row.parameters.map(({ name }) => name)))];
  const formed = (route.urlForm?.parameters ?? []).map(({ name, description, example }) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema: { type: 'string' },
    example,
  }));
  const own = names
    .flatMap((name) => parameters.get(name) ?? [])
    .filter(({ place }) => place === 'path' || place === 'query' || place === 'header')
    .map((parameter) =>
      given({
        name: parameter.header ?? parameter.name,
        in: parameter.place,
        required: isRequiredByAll(parameter, rows),
        description: textOf(parameter),
        schema: withDefault(inputSchema(parameter.shape), parameter.defaultValue),
        example: route.sample.parameters[parameter.name],
        ...(parameter.shape.kind === 'list' ? { style: 'form', explode: false } : {}),
      }),
    );
  return [...own, ...formed];
}

/** The JSON body, with alternatives if rows share a method and path; undefined for endpoints without a body. */
export function requestBody(rows: readonly Capability[], registry: SchemaRegistry): Schema | undefined {
  const flag = rows.find(({ route }) => route.flag !== undefined)?.route.flag?.field;
  const bodies = rows.flatMap((row) => bodyOf(row, flag) ?? []);
  const [only, ...more] = bodies;
  if (only === undefined) return undefined;
  const required = bodies.every(({ schema }) => schema['required'] !== undefined);
  const references = bodies.map(({ name, schema }) => registry.add(name, schema));
  const content =
    more.length === 0
      ? { schema: references[0], example: only.example }
      : {
          // Bodies that a flag tells apart may leave it out, which the linter does not accept below `oneOf`.
          schema: { [flag === undefined ? 'oneOf' : 'anyOf']: references },
          examples: Object.fromEntries(bodies.map(({ name, summary, example }) => [name, { summary, value: example }])),
        };
  return { required, content: { 'application/json': content } };
}

interface Body {
  readonly name: string;
  readonly summary: string;
  readonly schema: Schema;
  readonly example: Schema;
}

/** @param flag the field that selects another row of the same path where it is true */
function bodyOf(capability: Capability, flag: string | undefined): Body | undefined {
  const { parameters, route } = capability;
  const { sample, summary } = route;
  const fields = parameters.filter(({ place }) => place === 'body');
  const selecting = selectingFields(route);
  if (fields.length === 0 && Object.keys(selecting).length === 0) return undefined;
  const required = [
    ...Object.keys(selecting),
    ...fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  ];
  const own = Object.fromEntries(
    fields.map((field) => [
      field.name,
      { ...withDefault(inputSchema(field.shape), field.defaultValue), description: textOf(field) },
    ]),
  );
  const selected = {
    ...(flag === undefined ? {} : { [flag]: false }),
    ...selecting,
  };
  const schema = {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        Object.entries(selected).map(([name, value]) => [name, { type: typeof value, const: value }]),
      ),
      ...own,
    },
    ...(required.length === 0 ? {} : { required }),
  };
  const example = { ...selecting, ...sample.parameters };
  const name = `${pascal(operationIdOf(capability)).replace(/^Post/, '')}Request`;
  return { name, summary, schema, example };
}
