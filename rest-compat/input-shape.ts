import { isEnumType, isInputObjectType, isListType, isNonNullType, type GraphQLArgument, type GraphQLEnumType, type GraphQLInputField, type GraphQLInputObjectType, type GraphQLInputType } from 'graphql';
import type { Sdl } from './sdl.js';

export interface EnumOption {
  /** REST spelling. */
  readonly wire: string;
  /** GraphQL name. */
  readonly name: string;
  readonly description: string | undefined;
}

export interface InputField {
  /** REST name: the SDL name in snake_case. */
  readonly name: string;
  readonly graphqlName: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  readonly shape: InputShape;
}

/** The accepted values of a parameter. Bounds are inclusive. */
export type InputShape =
  | { readonly kind: 'ticker' | 'boolean' | 'date' | 'instant' }
  | { readonly kind: 'text'; readonly maxLength: number | undefined }
  | { readonly kind: 'integer' | 'number'; readonly min: number | undefined; readonly max: number | undefined }
  | { readonly kind: 'enum'; readonly options: readonly EnumOption[] }
  | { readonly kind: 'list'; readonly of: InputShape; readonly maxEntries: number | undefined }
  | { readonly kind: 'object'; readonly fields: readonly InputField[] };

/** How REST parses each SDL scalar. */
const SCALAR_KINDS: Readonly<Record<string, 'ticker' | 'boolean' | 'date' | 'instant' | 'text' | 'integer' | 'number'>> = {
  Ticker: 'ticker',
  Boolean: 'boolean',
  LocalDate: 'date',
  DateTime: 'instant',
  String: 'text',
  ID: 'text',
  YearMonth: 'text',
  Int: 'integer',
  Count: 'integer',
  EpochMs: 'integer',
  Float: 'number',
  Money: 'number',
  Price: 'number',
  Ratio: 'number',
  Pct: 'number',
  Score: 'number',
};

interface Bounds {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly length: number | undefined;
}

function numberOr(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function boundsOf(sdl: Sdl, element: GraphQLArgument | GraphQLInputField): Bounds {
  const range = sdl.directive('range', element);
  return { min: numberOr(range?.['min']), max: numberOr(range?.['max']), length: numberOr(sdl.directive('length', element)?.['max']) };
}

/** Options of an enum with their REST spelling. */
export function enumOptions(sdl: Sdl, type: GraphQLEnumType): readonly EnumOption[] {
  return type.getValues().map((value) => {
    const wire = sdl.directive('wire', value)?.['value'];
    return { wire: typeof wire === 'string' ? wire : value.name, name: value.name, description: value.description ?? undefined };
  });
}

/** `valueUsd` is `value_usd` in REST. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function objectShape(sdl: Sdl, type: GraphQLInputObjectType): InputShape {
  const fields = Object.values(type.getFields()).map((field) => ({
    name: snakeCase(field.name),
    graphqlName: field.name,
    isRequired: isNonNullType(field.type) && field.defaultValue === undefined,
    description: field.description ?? undefined,
    shape: inputShape(sdl, field),
  }));
  return { kind: 'object', fields };
}

function shapeOf(sdl: Sdl, type: GraphQLInputType, bounds: Bounds): InputShape {
  if (isNonNullType(type)) return shapeOf(sdl, type.ofType, bounds);
  if (isListType(type)) return { kind: 'list', of: shapeOf(sdl, type.ofType, { ...bounds, length: undefined }), maxEntries: bounds.length };
  if (isEnumType(type)) return { kind: 'enum', options: enumOptions(sdl, type) };
  if (isInputObjectType(type)) return objectShape(sdl, type);
  const kind = SCALAR_KINDS[type.name];
  if (kind === undefined) throw new Error(`REST cannot parse the scalar ${type.name}; add it to SCALAR_KINDS`);
  if (kind === 'text') return { kind, maxLength: bounds.length };
  if (kind === 'integer' || kind === 'number') return { kind, min: bounds.min, max: bounds.max };
  return { kind };
}

/** The accepted values of an argument or input field, with its bounds. Throws for an unknown scalar. */
export function inputShape(sdl: Sdl, element: GraphQLArgument | GraphQLInputField): InputShape {
  return shapeOf(sdl, element.type, boundsOf(sdl, element));
}
