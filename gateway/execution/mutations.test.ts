import { describe, expect, it } from '@jest/globals';
import { errorsOf, federate, run } from '../fixtures/federate.js';

function counters() {
  const log: string[] = [];
  let total = 0;
  const later = async <T>(value: () => T): Promise<T> => Promise.resolve().then(value);
  const graph = federate({
    a: {
      typeDefs:
        'type Query { total: Int } type Mutation { add(n: Int! = 1): Counter fail: Counter must(n: Int!): Counter! } type Counter @key(fields: "id") { id: ID! }',
      resolvers: {
        Query: { total: () => total },
        Mutation: {
          add: (_: unknown, { n }: { n: number }) =>
            later(() => {
              log.push(`add ${n}`);
              total += n;
              return { id: '1' };
            }),
          fail: () => {
            throw new Error('refused');
          },
          must: (_: unknown, { n }: { n: number }) => {
            log.push(`must ${n}`);
            if (n < 0) throw new Error('refused');
            return { id: n === 0 ? null : '1' };
          },
        },
      },
    },
    b: {
      typeDefs: 'type Mutation { multiply(by: Int!): Counter } type Counter @key(fields: "id") { id: ID! total: Int }',
      resolvers: {
        Mutation: {
          multiply: (_: unknown, { by }: { by: number }) =>
            later(() => {
              log.push(`multiply ${by}`);
              total *= by;
              return { id: '1' };
            }),
        },
        Counter: {
          total: () =>
            later(() => {
              log.push('read');
              return total;
            }),
        },
      },
    },
  });
  return { ...graph, log };
}

describe('mutations', () => {
  it('run one after the other across subgraphs, each read before the next starts', async () => {
    const { gateway, log } = counters();
    const { data } = await run(
      gateway,
      'mutation { x: add(n: 5) { total } multiply(by: 4) { total } y: add { total } z: multiply(by: 2) { id } }',
    );
    expect(data).toEqual({ x: { total: 5 }, multiply: { total: 20 }, y: { total: 21 }, z: { id: '1' } });
    expect(log).toEqual(['add 5', 'read', 'multiply 4', 'read', 'add 1', 'read', 'multiply 2']);
  });

  it('run a field written twice under one key once', async () => {
    const { gateway, log } = counters();
    await run(gateway, 'mutation { add(n: 2) { id } ... on Mutation { add(n: 2) { total } } }');
    expect(log).toEqual(['add 2', 'read']);
  });

  it('continue after a failed one', async () => {
    const { gateway, log } = counters();
    const result = await run(gateway, 'mutation { fail { id } add(n: 3) { total } __typename }');
    expect(result.data).toEqual({ fail: null, add: { total: 3 }, __typename: 'Mutation' });
    expect(errorsOf(result)).toEqual([{ message: 'refused', path: 'fail' }]);
    expect(log).toEqual(['add 3', 'read']);
  });

  it.each(['must(n: -1) { total }', 'must(n: 0) { id }'])(
    'stop after one whose null bubbles to the root: %s',
    async (field) => {
      const { gateway, log } = counters();
      const result = await run(gateway, `mutation { must(n: 1) { total } y: ${field} add(n: 3) { total } }`);
      expect(result.data).toBeNull();
      expect(result.errors).toHaveLength(1);
      expect(log).toEqual(['must 1', 'read', expect.stringMatching(/^must (-1|0)$/)]);
    },
  );

  it('obey conditions: a skipped field has no effect', async () => {
    const { gateway, log } = counters();
    expect(
      (await run(gateway, 'mutation ($no: Boolean!) { add(n: 3) @skip(if: $no) { id } }', { no: true })).data,
    ).toEqual({});
    expect(log).toEqual([]);
  });
});
