import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { GraphQLDateTimeISO, GraphQLLocalDate } from 'graphql-scalars';

/** Decimals of each number scalar (`docs/decisions.md`, numbers): rounding happens here and nowhere else. */
const DECIMALS: Readonly<Record<string, number>> = { Money: 2, Price: 4, Ratio: 6, Pct: 4, Score: 1, Count: 0, EpochMs: 0 };

/** Rounds `value` to `decimals` places; halves are rounded up. */
function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const rounded = Math.round(value * factor) / factor;
  return rounded === 0 ? 0 : rounded;
}

/** Custom number scalars of the SDL. */
function decimalScalar(name: string, decimals: number): GraphQLScalarType<number, number> {
  const parse = (value: unknown): number => {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new GraphQLError(`${name} must be a finite number.`);
  };
  return new GraphQLScalarType({
    name,
    serialize(value) {
      if (typeof value === 'number' && Number.isFinite(value)) return roundTo(value, decimals);
      throw new GraphQLError(`${name} cannot represent ${String(value)}.`);
    },
    parseValue: parse,
    parseLiteral: (node: ValueNode) => parse(node.kind === Kind.INT || node.kind === Kind.FLOAT ? Number(node.value) : undefined),
  });
}

function textScalar(name: string): GraphQLScalarType<string, string> {
  const text = (value: unknown): string => {
    if (typeof value === 'string') return value;
    throw new GraphQLError(`${name} must be a string.`);
  };
  return new GraphQLScalarType({
    name,
    serialize: text,
    parseValue: text,
    parseLiteral: (node: ValueNode) => text(node.kind === Kind.STRING ? node.value : undefined),
  });
}

function isoText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  throw new GraphQLError(`${typeof value} is not a date.`);
}

/** Resolvers of all custom scalars; a subgraph uses those its SDL declares. */
export const SCALARS: Readonly<Record<string, GraphQLScalarType>> = {
  ...Object.fromEntries(Object.entries(DECIMALS).map(([name, decimals]) => [name, decimalScalar(name, decimals)])),
  // The field's gate checks the value and throws `invalid_parameter`, as in REST, instead of a GraphQL coercion error.
  Ticker: textScalar('Ticker'),
  YearMonth: textScalar('YearMonth'),
  // Validated as input; output dates are already ISO strings.
  LocalDate: new GraphQLScalarType({ ...GraphQLLocalDate.toConfig(), name: 'LocalDate', serialize: isoText }),
  DateTime: new GraphQLScalarType({ ...GraphQLDateTimeISO.toConfig(), name: 'DateTime', serialize: isoText }),
};
