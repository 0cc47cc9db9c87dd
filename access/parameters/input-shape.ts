import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';

/** Reads a directive of a schema element; undefined if it is absent. */
export interface Directives {
  directive(name: string, element: { readonly astNode?: unknown }): Readonly<Record<string, unknown>> | undefined;
}

export interface EnumOption {
  /** REST spelling. */
  readonly wire: string;
  /** GraphQL name. */
  readonly name: string;
  readonly description: string | undefined;
}

export interface InputField {
  /** REST name. */
  readonly name: string;
  readonly graphqlName: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  readonly shape: InputShape;
}

/** The accepted values of a parameter. Bounds are inclusive. */
export type InputShape =
  | { readonly kind: 'ticker' | 'boolean' | 'date' | 'instant' | 'json' }
  /** `what` describes the text where it is not any. */
  | {
      readonly kind: 'text';
      readonly minLength?: number | undefined;
      readonly maxLength: number | undefined;
      readonly what?: string | undefined;
      /** Whether it may have several lines. */
      readonly hasLines?: boolean | undefined;
    }
  | {
      readonly kind: 'integer' | 'number';
      readonly min: number | undefined;
      readonly max: number | undefined;
      /** Whether `all` stands for no limit, which is null in the graph. */
      readonly hasAll?: boolean | undefined;
    }
  | { readonly kind: 'enum'; readonly options: readonly EnumOption[] }
  | {
      readonly kind: 'list';
      readonly of: InputShape;
      readonly minEntries?: number | undefined;
      readonly maxEntries: number | undefined;
    }
  | { readonly kind: 'object'; readonly fields: readonly InputField[] };

/** How each SDL scalar is parsed. */
const SCALAR_KINDS: Readonly<
  Record<string, 'ticker' | 'boolean' | 'date' | 'instant' | 'json' | 'text' | 'integer' | 'number'>
> = {
  Ticker: 'ticker',
  Boolean: 'boolean',
  LocalDate: 'date',
  DateTime: 'instant',
  String: 'text',
  ID: 'text',
  YearMonth: 'text',
  Int: 'integer',
  Count: 'integer',
  Float: 'number',
  Money: 'number',
  Price: 'number',
  AdjustedPrice: 'number',
  Fraction: 'number',
  Percent: 'number',
  Multiple: 'number',
  Statistic: 'number',
  PValue: 'number',
  Measure: 'number',
  Score: 'number',
  JSON: 'json',
};

interface Bounds {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly what: string | undefined;
  readonly hasAll: boolean;
  readonly hasLines: boolean;
}

function numberOr(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function boundsOf(sdl: Directives, element: GraphQLArgument | GraphQLInputField): Bounds {
  const range = sdl.directive('range', element);
  const length = sdl.directive('length', element);
  const what = length?.['of'];
  return {
    min: numberOr(range?.['min']),
    max: numberOr(range?.['max']),
    least: numberOr(length?.['min']),
    most: numberOr(length?.['max']),
    what: typeof what === 'string' ? what : undefined,
    hasAll: range?.['all'] === true,
    hasLines: length?.['lines'] === true,
  };
}

/** Options of an enum with their REST spelling. */
export function enumOptions(sdl: Directives, type: GraphQLEnumType): readonly EnumOption[] {
  return type.getValues().map((value) => {
    const wire = sdl.directive('wire', value)?.['value'];
    return {
      wire: typeof wire === 'string' ? wire : value.name,
      name: value.name,
      description: value.description ?? undefined,
    };
  });
}

/** `valueUsd` is `value_usd`. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** REST's name of a field or argument: that of `@wire`, or else its name in snake case. */
export function wireName(sdl: Directives, element: { readonly name: string; readonly astNode?: unknown }): string {
  const wire = sdl.directive('wire', element)?.['value'];
  return typeof wire === 'string' ? wire : snakeCase(element.name);
}

function objectShape(sdl: Directives, type: GraphQLInputObjectType): InputShape {
  const fields = Object.values(type.getFields()).map((field) => ({
    name: wireName(sdl, field),
    graphqlName: field.name,
    isRequired: isNonNullType(field.type) && field.defaultValue === undefined,
    description: field.description ?? undefined,
    shape: inputShape(sdl, field),
  }));
  return { kind: 'object', fields };
}

function shapeOf(sdl: Directives, type: GraphQLInputType, bounds: Bounds): InputShape {
  if (isNonNullType(type)) return shapeOf(sdl, type.ofType, bounds);
  if (isListType(type)) {
    const of = shapeOf(sdl, type.ofType, { ...bounds, least: undefined, most: undefined, what: undefined });
    return { kind: 'list', of, minEntries: bounds.least, maxEntries: bounds.most };
  }
  if (isEnumType(type)) return { kind: 'enum', options: enumOptions(sdl, type) };
  if (isInputObjectType(type)) return objectShape(sdl, type);
  const kind = SCALAR_KINDS[type.name];
  if (kind === undefined) throw new Error(`Nothing parses the scalar ${type.name}; add it to SCALAR_KINDS`);
  if (kind === 'text') {
    const { least: minLength, most: maxLength, what, hasLines } = bounds;
    return { kind, minLength, maxLength, what, ...(hasLines ? { hasLines } : {}) };
  }
  if (kind === 'integer' || kind === 'number')
    return { kind, min: bounds.min, max: bounds.max, ...(bounds.hasAll ? { hasAll: true } : {}) };
  return { kind };
}

/** The accepted values of an argument or input field, with its bounds. Throws for an unknown scalar. */
export function inputShape(sdl: Directives, element: GraphQLArgument | GraphQLInputField): InputShape {
  return shapeOf(sdl, element.type, boundsOf(sdl, element));
}
