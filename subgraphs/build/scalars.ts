import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { GraphQLDateTimeISO, GraphQLLocalDate } from 'graphql-scalars';

/** Decimals of each number scalar (`docs/decisions.md`, numbers): rounding happens here and nowhere else. */
const DECIMALS: Readonly<Record<string, number>> = { Money: 2, Price: 4, Ratio: 6, Pct: 4, Score: 1, Count: 0, EpochMs: 0 };

/** `value` to `decimals` places; halves go up. */
function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  const rounded = Math.round(value * factor) / factor;
  return rounded === 0 ? 0 : rounded;
}

/** Number scalars of the SDL that GraphQL has no own type for. */
function decimalScalar(name: string, decimals: number): GraphQLScalarType<number, number> {
  const parse = (value: unknown): number => {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new GraphQLError(`${name} takes a finite number.`);
  };
  return new GraphQLScalarType({
    name,
    serialize(value) {
      if (typeof value === 'number' && Number.isFinite(value)) return roundTo(value, decimals);
      throw new GraphQLError(`${name} cannot hold ${String(value)}.`);
    },
    parseValue: parse,
    parseLiteral: (node: ValueNode) => parse(node.kind === Kind.INT || node.kind === Kind.FLOAT ? Number(node.value) : undefined),
  });
}

function textScalar(name: string): GraphQLScalarType<string, string> {
  const text = (value: unknown): string => {
    if (typeof value === 'string') return value;
    throw new GraphQLError(`${name} is a string.`);
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
  throw new GraphQLError(`${typeof value} is no date.`);
}

/** Resolvers of every custom scalar; a subgraph takes those its SDL declares. */
export const SCALARS: Readonly<Record<string, GraphQLScalarType>> = {
  ...Object.fromEntries(Object.entries(DECIMALS).map(([name, decimals]) => [name, decimalScalar(name, decimals)])),
  // Checked by the gate of the field, which answers `invalid_parameter` like REST does, not by GraphQL's own coercion.
  Ticker: textScalar('Ticker'),
  YearMonth: textScalar('YearMonth'),
  // Checked on the way in; on the way out they are our own dates, written as ISO already.
  LocalDate: new GraphQLScalarType({ ...GraphQLLocalDate.toConfig(), name: 'LocalDate', serialize: isoText }),
  DateTime: new GraphQLScalarType({ ...GraphQLDateTimeISO.toConfig(), name: 'DateTime', serialize: isoText }),
};
