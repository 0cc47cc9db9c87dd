import { describe, expect, it } from '@jest/globals';
import { isObjectType, type GraphQLObjectType } from 'graphql';
import { CAPABILITIES, SDL } from '../../rest-compat/fixtures/capabilities.js';
import { createCatalogue } from '../catalogue.js';
import { isShort, type ToolContext } from '../tool.js';
import { READ_SCHEMA } from './read-schema.js';

const catalogue = createCatalogue({ capabilities: CAPABILITIES, sdl: SDL });
// The schemas of capabilities need nothing else of what a call has.
const context = { catalogue, tools: ['call'] } as unknown as ToolContext;

interface Parameters {
  readonly type: string;
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
}

async function read(name: string, detail: boolean): Promise<{ parameters: Parameters; bytes: number }> {
  const answer = await READ_SCHEMA.run({ name, detail }, context);
  return { parameters: answer['parameters'] as Parameters, bytes: Buffer.byteLength(JSON.stringify(answer)) };
}

describe('read_schema', () => {
  it.each(catalogue.entries.map(({ name }) => name))(
    'of %s tells every parameter in 2,000 bytes, each with a type or in a line',
    async (name) => {
      const [short, whole] = [await read(name, false), await read(name, true)];
      expect(short.bytes).toBeLessThanOrEqual(2_000);
      const { type, properties, required } = short.parameters;
      expect([type, Object.keys(properties), required]).toEqual([
        whole.parameters.type,
        Object.keys(whole.parameters.properties),
        whole.parameters.required,
      ]);
      expect(Object.values(properties).filter((each) => Object.keys(each).length === 0)).toEqual([]);
    },
  );

  const TYPES = Object.values(SDL.schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType =>
      isObjectType(type) && !/__/.test(type.name) && SDL.directive('inaccessible', type) === undefined,
  );
  const readable = TYPES.filter(({ name }) => catalogue.findType(name) !== undefined);

  it('tells every field of every type that queries reach, in 2,000 bytes', async () => {
    expect(readable.length).toBeGreaterThan(TYPES.length - 5);
    for (const { name } of readable) {
      const [short, whole] = [
        await READ_SCHEMA.run({ name }, context),
        await READ_SCHEMA.run({ name, detail: true }, context),
      ];
      const fields = Object.keys(whole['fields'] as object);
      const told = short['fields'];
      const names = typeof told === 'string' ? told.split(', ') : Object.keys(told as object);
      expect([name, isShort(short), names]).toEqual([name, true, fields]);
      for (const field of fields)
        expect(await READ_SCHEMA.run({ name: `${name}.${field}` }, context)).toMatchObject({
          name: `${name}.${field}`,
          tier: expect.any(String),
          signature: expect.stringContaining(field),
        });
    }
  });

  it.each([
    ['Watchlist', 'entries', '(first: Int! = 20, after: String): WatchlistEntryConnection'],
    ['MinuteBar', 'close', 'Price!'],
    ['Security', 'backtest', expect.stringMatching(/# starter tier, 1 unit$/)],
    ['Viewer', 'apiKeys', expect.stringMatching(/# a signed-in session$/)],
  ])('of the type %s tells %s with what it needs', async (name, field, line) => {
    expect(await READ_SCHEMA.run({ name, detail: true }, context)).toMatchObject({ name, fields: { [field]: line } });
  });

  it.each([
    ['securitiesByTicker', 'free', 'pro tier and 1 unit for more than one entry'],
    ['Query.securities', 'free', 'pro tier and 1 unit to filter or sort by computed values'],
    ['InstitutionalManager.holdings', 'pro', undefined],
    ['Viewer.apiKeys', 'free', 'a signed-in session'],
  ])('of %s tells the tier %s and what else it needs', async (name, tier, needs) => {
    const told = await READ_SCHEMA.run({ name }, context);
    expect([told['tier'], told['needs']]).toEqual([tier, needs]);
  });

  it('says of a tool that it is no capability', () => {
    expect(() => READ_SCHEMA.run({ name: 'call' }, context)).toThrow('call is a tool, and no capability.');
  });

  it.each(['Mutation', 'Subscription', 'join__Graph', 'Mutation.createWatchlist', 'Query._entities'])(
    'does not know %s',
    (name) => {
      expect(() => READ_SCHEMA.run({ name }, context)).toThrow(expect.objectContaining({ code: 'unknown_endpoint' }));
    },
  );
});
