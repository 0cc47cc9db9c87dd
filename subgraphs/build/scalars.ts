import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped, type ValueNode } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSON, GraphQLLocalDate } from 'graphql-scalars';
import { roundAdjustedPrice, roundPrice, roundTo, roundToDigits } from '../../engines/rounding.js';
import { UnreadableInput } from '../../access/parameters/unreadable-input.js';

type Round = (value: number) => number;

const decimals =
  (count: number): Round =>
  (value) =>
    roundTo(value, count);

/** How each number scalar is rounded (`docs/decisions.md`, numbers): it happens here and nowhere else. */
const ROUNDINGS: Readonly<Record<string, Round>> = {
  Money: decimals(2),
  Price: roundPrice,
  AdjustedPrice: roundAdjustedPrice,
  Fraction: decimals(6),
  Percent: decimals(4),
  Multiple: decimals(6),
  Statistic: decimals(6),
  Score: decimals(1),
  Count: decimals(0),
  PValue: (value) => roundToDigits(value, 6),
  Measure: (value) => roundToDigits(value, 6),
};

type Parse = (value: unknown) => unknown;

/** Parses literals like values, and returns what `parse` throws for as `UnreadableInput`. */
function readingInput(
  rule: string,
  parse: Parse,
): { readonly parseValue: Parse; readonly parseLiteral: (node: ValueNode, variables?: Variables) => unknown } {
  const parseValue: Parse = (value) => {
    try {
      return parse(value);
    } catch {
      return new UnreadableInput(rule, value);
    }
  };
  const parseLiteral = (node: ValueNode, variables?: Variables): unknown =>
    node.kind === Kind.ENUM ? new UnreadableInput(rule, node.value) : parseValue(valueFromASTUntyped(node, variables));
  return { parseValue, parseLiteral };
}

type Variables = Parameters<typeof valueFromASTUntyped>[1];

function finiteNumber(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TypeError('not a finite number');
}

function textMatching(pattern: RegExp): Parse {
  return (value) => {
    if (typeof value === 'string' && pattern.test(value)) return value;
    throw new TypeError('not such a text');
  };
}

/** Custom number scalars of the SDL. */
function numberScalar(name: string, round: Round): GraphQLScalarType {
  return new GraphQLScalarType({
    name,
    serialize(value) {
      if (typeof value === 'number' && Number.isFinite(value)) return round(value);
      throw new GraphQLError(`${name} cannot represent ${String(value)}.`);
    },
    ...readingInput('a number', finiteNumber),
  });
}

function textScalar(name: string, rule: string, pattern: RegExp): GraphQLScalarType {
  return new GraphQLScalarType({
    name,
    serialize(value) {
      if (typeof value === 'string') return value;
      throw new GraphQLError(`${name} must be a string.`);
    },
    ...readingInput(rule, textMatching(pattern)),
  });
}

function isoText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  throw new GraphQLError(`${typeof value} is not a date.`);
}

/** Resolvers of all custom scalars; a subgraph uses those its SDL declares. */
export const SCALARS: Readonly<Record<string, GraphQLScalarType>> = {
  ...Object.fromEntries(Object.entries(ROUNDINGS).map(([name, round]) => [name, numberScalar(name, round)])),
  // The field's gate checks the text itself, as REST does.
  Ticker: textScalar('Ticker', 'text', /^/),
  YearMonth: textScalar('YearMonth', 'a month as YYYY-MM', /^\d{4}-(0[1-9]|1[0-2])$/),
  // Output dates are already ISO strings.
  LocalDate: new GraphQLScalarType({
    name: 'LocalDate',
    serialize: isoText,
    ...readingInput('a date that exists, as YYYY-MM-DD', (value) => GraphQLLocalDate.parseValue(value)),
  }),
  DateTime: new GraphQLScalarType({
    name: 'DateTime',
    serialize: isoText,
    ...readingInput('an instant as YYYY-MM-DDTHH:MM:SSZ', (value) => isoText(GraphQLDateTimeISO.parseValue(value))),
  }),
  JSON: GraphQLJSON,
};
