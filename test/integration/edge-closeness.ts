import {
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
  isRequiredArgument,
  type GraphQLOutputType,
} from 'graphql';
import { enumOptions } from '../../access/parameters/input-shape.js';
import { SDL } from '../contract/endpoints.js';

/** Decimals that the edge keeps of a number, by its scalar; whole numbers otherwise. */
const DECIMALS: Readonly<Record<string, number>> = {
  Money: 2,
  Fraction: 6,
  Percent: 4,
  Multiple: 6,
  Statistic: 6,
  Score: 1,
};

/** Significant digits that it keeps instead; of a price only below 1. */
const DIGITS: Readonly<Record<string, number>> = { Price: 7, AdjustedPrice: 7, PValue: 6, Measure: 6 };

function decimalsOf(scalar: string, value: number): number {
  const digits = DIGITS[scalar];
  if (digits === undefined) return DECIMALS[scalar] ?? 0;
  if (scalar === 'Price' && Math.abs(value) >= 1) return 4;
  return value === 0 ? 0 : digits - 1 - Math.floor(Math.log10(Math.abs(value)));
}

function isEntity(type: { readonly astNode?: unknown }): boolean {
  return SDL.directive('key', type) !== undefined;
}

/** Every field of the type that needs no argument, as a selection, without the fields of entities below it. */
export function everyField(type: GraphQLOutputType): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).filter(
    (field) => !field.args.some(isRequiredArgument) && !isEntity(getNamedType(field.type)),
  );
  return `{ ${fields.map((field) => `${field.name} ${everyField(field.type)}`).join(' ')} }`;
}

/** The type of a security's field. */
export function typeOfField(name: string): GraphQLOutputType {
  const security = SDL.schema.getType('Security');
  const field = isObjectType(security) ? security.getFields()[name] : undefined;
  if (field === undefined) throw new Error(`Security has no field ${name}`);
  return field.type;
}

/** The name of an enum value that REST spells `wire`. */
export function graphqlName(type: string, wire: string): string {
  const found = SDL.schema.getType(type);
  const option = isEnumType(found) ? enumOptions(SDL, found).find((each) => each.wire === wire) : undefined;
  if (option === undefined) throw new Error(`${type} has no ${wire}`);
  return option.name;
}

function isRounding(shown: number, whole: number, decimals: number): boolean {
  const tolerance = 0.5 * 10 ** -decimals * (1 + 1e-6) + 1e-9 * Math.abs(whole);
  return Number(shown.toFixed(decimals)) === shown && Math.abs(shown - whole) <= tolerance;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Where an answer of the graph is not the rounding of unrounded results, whose enum values are REST's; what `whole`
 * leaves out is not compared. Texts, booleans and nulls must be equal.
 */
export function apartAtEdge(type: GraphQLOutputType, shown: unknown, whole: unknown, path = ''): readonly string[] {
  const nullable = getNullableType(type);
  if (isListType(nullable) && Array.isArray(shown) && Array.isArray(whole)) {
    if (shown.length !== whole.length) return [`${path}: ${shown.length} entries are not ${whole.length}`];
    return whole.flatMap((entry, index) => apartAtEdge(nullable.ofType, shown[index], entry, `${path}.${index}`));
  }
  if (isObjectType(nullable) && isRecord(shown) && isRecord(whole)) {
    const fields = nullable.getFields();
    return Object.entries(whole).flatMap(([key, inner]) => {
      const field = fields[key];
      if (field === undefined) return [`${path}: ${nullable.name} has no ${key}`];
      return apartAtEdge(field.type, shown[key], inner, `${path}.${key}`);
    });
  }
  if (typeof shown === 'number' && typeof whole === 'number') {
    return isRounding(shown, whole, decimalsOf(getNamedType(type).name, whole))
      ? []
      : [`${path}: ${shown} is no rounding of ${whole}`];
  }
  const spelled = isEnumType(nullable) ? enumOptions(SDL, nullable).find(({ name }) => name === shown)?.wire : shown;
  return Object.is(spelled, whole) ? [] : [`${path}: ${String(spelled)} is not ${String(whole)}`];
}
