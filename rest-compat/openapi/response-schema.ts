import {
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  type GraphQLNamedOutputType,
  type GraphQLOutputType,
} from 'graphql';
import { enumOptions } from '../../access/parameters/input-shape.js';
import { wireForm, type Sdl, type WireForm } from '../sdl.js';
import { entriesOf, type Selected } from '../selection.js';
import type { ObjectSchema, Schema } from './schema.js';

/** JSON schema of each SDL scalar. */
const SCALARS: Readonly<Record<string, Schema>> = {
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  String: { type: 'string' },
  ID: { type: 'string' },
  Boolean: { type: 'boolean' },
  Ticker: { type: 'string' },
  LocalDate: { type: 'string', format: 'date' },
  YearMonth: { type: 'string', pattern: '^\\d{4}-\\d{2}$' },
  DateTime: { type: 'string', format: 'date-time' },
  Count: { type: 'integer', format: 'int64' },
  Money: { type: 'number', format: 'double' },
  Price: { type: 'number', format: 'double' },
  AdjustedPrice: { type: 'number', format: 'double' },
  Fraction: { type: 'number', format: 'double' },
  Percent: { type: 'number', format: 'double' },
  Multiple: { type: 'number', format: 'double' },
  Statistic: { type: 'number', format: 'double' },
  PValue: { type: 'number', format: 'double', minimum: 0, maximum: 1 },
  Measure: { type: 'number', format: 'double' },
  Score: { type: 'number', format: 'double', minimum: 0, maximum: 100 },
};

/** What a field's own description leaves to its scalar. Those of numbers without a unit in common say it themselves. */
const UNITS: Readonly<Record<string, string>> = {
  Money: 'US dollars.',
};

/** Unit of the numbers of each scalar that has one; those of Int, Float and Count have `@unit`. */
const SCALAR_UNITS: Readonly<Record<string, string>> = {
  Money: 'USD',
  Price: 'USD',
  AdjustedPrice: 'USD',
  Fraction: 'fraction',
  Percent: '%',
  Multiple: 'times',
  Score: 'points of 100',
};

/** Key of a number's unit in the schemas of a registry that tells them. */
export const UNIT = 'x-unit';

/** Named schemas of the document; equal schemas share a name. */
export class SchemaRegistry {
  readonly schemas: Record<string, Schema> = {};
  readonly hasUnits: boolean;

  /** With `hasUnits`, numbers have their unit as `x-unit`. */
  constructor(hasUnits = false) {
    this.hasUnits = hasUnits;
  }

  /** Adds `schema` under `name`, or under a numbered name if a different schema has it, and returns a reference. */
  add(name: string, schema: Schema): Schema {
    const text = JSON.stringify(schema);
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? name : `${name}${number}`;
      const present = this.schemas[candidate];
      if (present !== undefined && JSON.stringify(present) !== text) continue;
      this.schemas[candidate] = schema;
      return { $ref: `#/components/schemas/${candidate}` };
    }
  }

  /** The object that a property refers to. */
  resolve({ $ref }: Schema): ObjectSchema {
    const found = typeof $ref === 'string' ? this.schemas[$ref.split('/').at(-1) ?? ''] : undefined;
    if (found?.['type'] !== 'object') throw new Error(`${String($ref)} is not the name of an object.`);
    return found as ObjectSchema;
  }

  /** The schemas that these parts of the document refer to, also through others: a shape may have replaced the rest. */
  usedBy(parts: readonly unknown[]): Record<string, Schema> {
    const used = new Set<string>();
    const visit = (part: unknown): void => {
      for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
        if (used.has(name)) continue;
        used.add(name);
        visit(this.schemas[name]);
      }
    };
    visit(parts);
    return Object.fromEntries(Object.entries(this.schemas).filter(([name]) => used.has(name)));
  }
}

/** What follows "null only with an error": REST has an error then, of which only the reason is told. */
const afterError = (found: string): string => (found.includes('such as') ? '; ' : '');

/** Joins descriptions, without the REST path that SDL descriptions give for users of the graph. */
export function described(...texts: readonly (string | null | undefined)[]): string | undefined {
  const parts = texts.flatMap((text) =>
    text === null || text === undefined || text === ''
      ? []
      : [text.replace(/\s*\(REST: [^)]*\)/, '').replace(/; null only with an error(?:, such as\s+(?=`)|)/, afterError)],
  );
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** The description of a field that is absent where the graph has null. */
export function absentForNull(description: string): string {
  return description.replace(/\bnull(?= (?:if|below|while|where|without)\b)/g, 'absent');
}

function nullable(schema: Schema): Schema {
  if (schema['$ref'] !== undefined) return { anyOf: [schema, { type: 'null' }] };
  const withNull = { ...schema, type: [schema['type'], 'null'] };
  const options: unknown = schema['enum'];
  return Array.isArray(options) ? { ...withNull, enum: options.concat(null) } : withNull;
}

function leafSchema(type: GraphQLNamedOutputType, sdl: Sdl): Schema {
  if (isEnumType(type)) return { type: 'string', enum: enumOptions(sdl, type).map(({ wire }) => wire) };
  const schema = SCALARS[type.name];
  if (schema === undefined) throw new Error(`No OpenAPI schema for the scalar ${type.name}; add it to SCALARS`);
  return schema;
}

function typeSchema(
  type: GraphQLOutputType,
  children: readonly Selected[],
  sdl: Sdl,
  registry: SchemaRegistry,
): Schema {
  if (isNonNullType(type)) return typeSchema(type.ofType, children, sdl, registry);
  if (isListType(type)) {
    const entry = typeSchema(type.ofType, children, sdl, registry);
    return { type: 'array', items: isNonNullType(type.ofType) ? entry : nullable(entry) };
  }
  if (children.length === 0) return leafSchema(type, sdl);
  return registry.add(type.name, objectSchema(children, type.description, sdl, registry));
}

/** Whether the field is omitted, rather than null, when it has no value. */
function isOptional(field: Selected['field'], sdl: Sdl): boolean {
  return sdl.directive('optional', field) !== undefined;
}

/** Unit of an instant as a number. */
export const EPOCH_MS = 'ms since 1970';

/** JSON schema and description of each form that a value has in REST alone. */
const FORMS: Readonly<Record<WireForm, { readonly schema: Schema; readonly unit: string; readonly short: string }>> = {
  EPOCH_MS: { schema: { type: 'integer', format: 'int64' }, unit: 'Epoch milliseconds.', short: EPOCH_MS },
  SECONDS_UNTIL: { schema: { type: 'integer', format: 'int32' }, unit: 'Seconds from now.', short: 'seconds' },
};

/** The unit of a number, if it has one and the registry tells it. */
function unitOf(field: Selected['field'], sdl: Sdl, registry: SchemaRegistry): Schema {
  if (!registry.hasUnits) return {};
  const form = wireForm(field, sdl);
  const declared = sdl.directive('unit', field)?.['of'];
  const unit = form === null ? (declared ?? SCALAR_UNITS[getNamedType(field.type).name]) : FORMS[form].short;
  return unit === undefined ? {} : { [UNIT]: unit };
}

function fieldSchema({ field, children }: Selected, sdl: Sdl, registry: SchemaRegistry): Schema {
  const form = wireForm(field, sdl);
  if (form !== null) {
    const { schema: converted, unit } = FORMS[form];
    return {
      ...(isNonNullType(field.type) ? converted : nullable(converted)),
      ...unitOf(field, sdl, registry),
      description: described(field.description, unit),
    };
  }
  const entries = entriesOf({ key: '', field, children });
  const schema =
    entries === null
      ? typeSchema(field.type, children, sdl, registry)
      : typeSchema(entries.field.type, entries.children, sdl, registry);
  const type = getNamedType(field.type);
  const description = described(field.description, UNITS[type.name]);
  const isOmitted = isOptional(field, sdl);
  // An error in a list of entries fails the request.
  const present = isNonNullType(field.type) || isOmitted || entries !== null ? schema : nullable(schema);
  const whole = { ...present, ...unitOf(field, sdl, registry) };
  if (description === undefined) return whole;
  return { ...whole, description: isOmitted ? absentForNull(description) : description };
}

/**
 * Schema of an object as selected by an operation. All keys except `@optional` ones are required, nullable as in the
 * SDL.
 */
export function objectSchema(
  selected: readonly Selected[],
  description: string | null | undefined,
  sdl: Sdl,
  registry: SchemaRegistry,
): ObjectSchema {
  const text = described(description);
  return {
    type: 'object',
    ...(text === undefined ? {} : { description: text }),
    properties: Object.fromEntries(selected.map((field) => [field.key, fieldSchema(field, sdl, registry)])),
    required: selected.filter(({ field }) => !isOptional(field, sdl)).map(({ key }) => key),
  };
}
