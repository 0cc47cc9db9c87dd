import { describe, expect, it } from '@jest/globals';
import { PLAIN_FORMAT } from './answer-format.js';
import { federate } from '../../gateway/fixtures/federate.js';
import { createKnownOperations } from './known-operations.js';

const QUERY = 'query One($n: Int!) { n(n: $n) }';
const TWO = 'query A { n(n: 1) } query B { n(n: 2) }';
const TYPE_DEFS = 'type Query { n(n: Int!): Int failing: Int list: [Int!] }';

function knownOperations(cacheBytes?: number) {
  const { gateway } = federate({
    a: {
      typeDefs: TYPE_DEFS,
      resolvers: {
        Query: {
          n: (_: unknown, { n }: { n: number }) => n,
          failing: () => {
            throw new Error('no');
          },
          list: () => Promise.resolve([1, 2]),
        },
      },
    },
  });
  const known = createKnownOperations<undefined>({ gateway, format: PLAIN_FORMAT, ...(cacheBytes === undefined ? {} : { cacheBytes }) });
  const ask = async (query: string, variables = {}, operationName?: string, accept = '*/*') => {
    const answer = await known.answer({ query, operationName, variables, accept, context: undefined });
    return answer === undefined ? undefined : (JSON.parse(answer.body) as unknown);
  };
  const learn = async (query: string, operationName?: string) => {
    await gateway.prepareSafely(query, operationName);
    known.learn({ query, operationName, accept: '*/*' }, 'application/json');
  };
  return { ask, learn };
}

describe('known operations', () => {
  it('are those that were learned, each operation of a document by its name', async () => {
    const { ask, learn } = knownOperations();
    expect(await ask(QUERY, { n: 3 })).toBeUndefined();
    await learn(QUERY);
    expect(await ask(QUERY, { n: 3 })).toEqual({ data: { n: 3 } });
    await learn(TWO, 'A');
    expect([await ask(TWO, {}, 'A'), await ask(TWO, {}, 'B'), await ask(TWO)]).toEqual([{ data: { n: 1 } }, undefined, undefined]);
  });

  it('are answered to clients that take what another was answered', async () => {
    const { ask, learn } = knownOperations();
    await learn('{ list }');
    expect([await ask('{ list }', {}, undefined, '*/*'), await ask('{ list }', {}, undefined, 'text/plain')]).toEqual([{ data: { list: [1, 2] } }, undefined]);
  });

  it('leave what cannot be executed to the server', async () => {
    const { ask, learn } = knownOperations();
    await learn(QUERY);
    expect([await ask(QUERY), await ask(QUERY, { n: 'x' })]).toEqual([undefined, undefined]);
    await learn('{ nothing }');
    expect(await ask('{ nothing }')).toBeUndefined();
  });

  it('answer failures with a code beside the data', async () => {
    const { ask, learn } = knownOperations();
    await learn('{ failing list }');
    expect(await ask('{ failing list }')).toEqual({
      errors: [{ message: 'no', path: ['failing'], extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
      data: { failing: null, list: [1, 2] },
    });
  });

  it('are forgotten, the oldest first, where their texts grow too many', async () => {
    const { ask, learn } = knownOperations(400);
    const texts = ['{ a1: list }', '{ a2: list }', '{ a3: list }', '{ a4: list }', '{ a5: list }'];
    for (const text of texts) await learn(text);
    expect(await ask(texts[0] ?? '')).toBeUndefined();
    expect(await ask(texts[4] ?? '')).toEqual({ data: { a5: [1, 2] } });
  });
});
