import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  Kind,
  type ConstDirectiveNode,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql';
import { readSupergraph } from '../../bin/graph.js';
import { describeSchema } from '../../bin/public-schema.js';
import { printPublicSchema } from '../../tools/schema/public-schema.js';
import { judgeSchema } from '../../tools/schema/changes.js';
import { createPlanner } from '../../gateway/planner/planner.js';
import { subgraphSdl } from '../../subgraphs/sdl.js';
import { ROOT } from '../support/scratch.js';

interface Described {
  readonly path: string;
  readonly description: string;
  /** Name of the type it gives or takes; of a type or an enum value its own. */
  readonly type: string;
  /** What `@unit` says; undefined where it is not there. */
  readonly unit?: string | undefined;
}

/** A field, an input field or an argument. */
interface Part {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly type: GraphQLType;
  readonly args?: readonly Part[];
  readonly astNode?: { readonly directives?: readonly ConstDirectiveNode[] | undefined } | null | undefined;
}

function unitOf({ astNode }: Part): string | undefined {
  const value = astNode?.directives?.find(({ name }) => name.value === 'unit')?.arguments?.[0]?.value;
  return value?.kind === Kind.STRING ? value.value : undefined;
}

/** Everything of a schema that a reader may ask the meaning of. */
function partsOf(schema: GraphQLSchema): readonly Described[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type))
    .flatMap((type) => {
      const own: Described = { path: type.name, description: type.description ?? '', type: type.name };
      if (isEnumType(type))
        return [
          own,
          ...type.getValues().map(({ name, description }) => ({
            path: `${type.name}.${name}`,
            description: description ?? '',
            type: type.name,
          })),
        ];
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [own];
      const fields: readonly Part[] = Object.values(type.getFields());
      const described = (at: string, part: Part): Described => ({
        path: at,
        description: part.description ?? '',
        type: getNamedType(part.type).name,
        unit: unitOf(part),
      });
      return [
        own,
        ...fields.map((field) => described(`${type.name}.${field.name}`, field)),
        ...fields.flatMap((field) =>
          (field.args ?? []).map((argument) => described(`${type.name}.${field.name}(${argument.name})`, argument)),
        ),
      ];
    });
}

/** Numbers that do not say what one of them is; all others have a scalar that does. */
const BARE_NUMBERS = ['Int', 'Float'];

const SDL = printPublicSchema(readSupergraph(), subgraphSdl('account'));
const SCHEMA = buildSchema(SDL);
const PARTS = partsOf(SCHEMA);

describe('the public schema', () => {
  it('describes every type, field, argument, input field and enum value in a sentence', () => {
    expect(PARTS.length).toBeGreaterThan(250);
    expect(
      PARTS.filter(({ description }) => !/\w.*[.:`0-9]$/s.test(description.trim())).map((part) => part.path),
    ).toEqual([]);
  });

  it('says the unit of every number: by its scalar, or by @unit where it is an Int or a Float', () => {
    const numbers = PARTS.filter(({ type, path: at }) => BARE_NUMBERS.includes(type) && at !== type);
    expect(numbers.length).toBeGreaterThan(40);
    expect(numbers.filter(({ unit }) => unit === undefined || unit.trim() === '').map((part) => part.path)).toEqual([]);
  });

  it('says no unit twice: none beside a scalar that has one', () => {
    expect(
      PARTS.filter(({ unit, type }) => unit !== undefined && !BARE_NUMBERS.includes(type)).map((part) => part.path),
    ).toEqual([]);
  });

  it("is the schema that clients introspect, without parts that are inaccessible or federation's own", () => {
    const types = (schema: GraphQLSchema): string => {
      const shapes = partsOf(schema).map((part) => `${part.path}: ${part.type}`);
      return shapes
        .filter((shape) => !shape.startsWith('join__'))
        .sort()
        .join('\n');
    };
    expect(types(SCHEMA)).toBe(types(createPlanner(readSupergraph()).publicSchema));
    expect(SDL).not.toMatch(/join__|link__|@inaccessible|batch: String|@key|@link/);
  });

  it('says in its SDL which tier a field needs', () => {
    expect(SDL).toMatch(/ {2}backtest\([\s\S]*?\): Backtest @tier\(atLeast: STARTER\) @metered/);
  });

  it('says tier, price and bounds in descriptions, which introspection answers alike', () => {
    const described = (schema: GraphQLSchema): Readonly<Record<string, string>> =>
      Object.fromEntries(
        partsOf(schema)
          .filter(({ path: at }) => /[.(]/.test(at))
          .map(({ path: at, description }) => [at, description]),
      );
    const introspected = createPlanner(readSupergraph()).publicSchema;
    describeSchema(introspected, SDL);
    expect(described(introspected)).toEqual(described(SCHEMA));
    const all = described(SCHEMA);
    expect(all['Security.backtest']).toMatch(/\sStarter tier\. One unit\.$/);
    expect(all['Security.dca(years)']).toMatch(/1 to 15/);
    expect(all['HoldingInput.shares']).toMatch(/0\.000001 to 1,000,000,000,000\.$/);
    expect(all['Query.portfolioOverlay(holdings)']).toMatch(/At least 1 entry\.$/);
    expect(Object.values(all).filter((text) => /undefined|NaN/.test(text))).toEqual([]);
    expect(all['Query.securitiesByTicker']).toMatch(/At most 100 tickers; more than one: Pro, one unit together\.$/);
  });

  it('stands in schema/public.graphql as it is', () => {
    const written = readFileSync(path.join(ROOT, 'schema', 'public.graphql'), 'utf8');
    expect(written.slice(written.indexOf('\n\n') + 2) === SDL ? '' : 'stale: npm run build makes it anew').toBe('');
  });

  it('breaks no client of the last release', async () => {
    const released = buildSchema(readFileSync(path.join(ROOT, 'schema', 'released.graphql'), 'utf8'));
    expect((await judgeSchema(released, SCHEMA, Date.now())).problems).toEqual([]);
  });
});
