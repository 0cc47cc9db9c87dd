import { describe, expect, it } from '@jest/globals';
import { execute, parse, type ExecutionResult } from 'graphql';
import type { Identity } from '../../access/identity.js';
import { monthAt } from '../../calendar/utc-periods.js';
import { monthState } from '../../access/meter.js';
import { RequestContext } from '../../access/request-context.js';
import { NOON } from '../../access/fixtures/access.js';
import { paidBatch } from '../../access/batch-outcomes.js';
import { buildSubgraph } from './build-subgraph.js';

const SDL = `
  directive @metered on FIELD_DEFINITION
  directive @external on FIELD_DEFINITION
  directive @key(fields: String!) on OBJECT
  type Query { things: [Thing!]! }
  type Thing @key(fields: "id") { id: ID! batch: String! paid: Int @metered }
`;
const CHARGED = paidBatch(['things']);
const log = { error: (): void => undefined };
const resolvers = {
  Query: { things: () => [{ id: '1', batch: CHARGED }] },
  Thing: { __resolveReference: (reference: object) => reference, paid: () => 7 },
};
const identity: Identity = {
  accountId: 'acc_1',
  tier: 'pro',
  keyId: 'key_1',
  sessionId: null,
  perMinute: 60,
  perMonth: null,
  dailyTokenCap: 0,
};

async function ask(
  document: string,
  trustsCoverage: boolean | undefined,
): Promise<{ readonly data: ExecutionResult['data']; readonly units: number }> {
  const meter = {
    charge: (_who: Identity, units: number) => monthState(monthAt(NOON), units, null),
    refund: () => undefined,
  };
  const contextValue = new RequestContext({ identity, requestId: 'r', nowMs: NOON, meter, trustsCoverage });
  const { data } = await execute({
    schema: buildSubgraph(parse(SDL), resolvers, log as never),
    document: parse(document),
    contextValue,
  });
  return { data, units: contextValue.unitsCharged };
}

const claim = (...batches: readonly string[]): string => {
  const entities = batches.map((batch) => `{ __typename: "Thing", id: "1", batch: ${JSON.stringify(batch)} }`);
  return `{ _entities(representations: [${entities.join(' ')}]) { ... on Thing { paid batch } } }`;
};

describe('an entity covered by a batch', () => {
  it('is not charged again if the caller is trusted, as in a single process', async () => {
    expect([
      (await ask(claim(CHARGED), undefined)).units,
      (await ask(claim(CHARGED), true)).units,
      (await ask(claim(''), true)).units,
    ]).toEqual([0, 0, 1]);
  });

  it('is charged, and returned as not covered, if the caller is not trusted', async () => {
    expect(await ask(claim(CHARGED), false)).toEqual({ data: { _entities: [{ paid: 7, batch: '' }] }, units: 1 });
    expect((await ask(claim('page 1', 'page 1'), false)).units).toBe(2);
  });

  it('is not charged again for any caller if the subgraph’s own batch covers it', async () => {
    expect((await ask('{ things { paid } }', false)).units).toBe(0);
  });

  it('is charged with its page, once for each', async () => {
    expect([
      (await ask(claim('page 1', 'page 1', 'page 1'), true)).units,
      (await ask(claim('page 1', 'page 2', 'page 1', ''), true)).units,
    ]).toEqual([1, 3]);
  });

  it('must have a reference resolver', () => {
    expect(() => buildSubgraph(parse(SDL), { ...resolvers, Thing: {} }, log as never)).toThrow(
      'Thing has a batch but no __resolveReference.',
    );
  });
});

describe('a default value of an enum', () => {
  const sdl = `
    directive @wire(value: String!) on ENUM_VALUE
    enum Window { DAYS_90 @wire(value: "90d") ALL @wire(value: "all") }
    input Choice { window: Window! = ALL }
    type Query {
      one(window: Window! = DAYS_90): String!
      many(windows: [Window!] = [DAYS_90, ALL]): String!
      chosen(choice: Choice! = {}): String!
    }
  `;
  const told = {
    one: (_root: unknown, args: object) => JSON.stringify(args),
    many: (_root: unknown, args: object) => JSON.stringify(args),
    chosen: (_root: unknown, args: object) => JSON.stringify(args),
  };

  it('reaches the resolver as REST spells it, as a given one does', async () => {
    const schema = buildSubgraph(parse(sdl), { Query: told }, log as never);
    const meter = {
      charge: (_who: Identity, units: number) => monthState(monthAt(NOON), units, null),
      refund: () => undefined,
    };
    const contextValue = new RequestContext({ identity, requestId: 'r', nowMs: NOON, meter });
    const { data, errors } = await execute({
      schema,
      document: parse('{ one many chosen given: one(window: ALL) }'),
      contextValue,
    });
    expect([errors, data]).toEqual([
      undefined,
      {
        one: '{"window":"90d"}',
        many: '{"windows":["90d","all"]}',
        chosen: '{"choice":{"window":"all"}}',
        given: '{"window":"all"}',
      },
    ]);
  });
});
