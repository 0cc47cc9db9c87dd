import { afterAll, describe, expect, it } from '@jest/globals';
import type { Requester } from '../../access/fair-queue.js';
import { federate } from '../fixtures/federate.js';
import { PLANNED_IN_THREAD } from '../gateway.js';
import { createPlanningThread } from './planning-thread.js';

const parts = {
  a: {
    typeDefs: 'type Query { p(n: Int): P } type P @key(fields: "id") { id: ID! name: String }',
    resolvers: { Query: { p: () => ({ id: '1', name: 'one' }) } },
  },
  b: {
    typeDefs: 'type P @key(fields: "id") { id: ID! stock(n: Int): Int }',
    resolvers: { P: { stock: (_: unknown, { n = 0 }: { n?: number }) => n } },
  },
};
const {
  gateway: { supergraphSdl },
} = federate(parts);
// The thread starts late on a busy machine.
const thread = createPlanningThread(supergraphSdl, 60_000);
afterAll(() => thread.close());
const { gateway } = federate(parts, { planInThread: thread.plan });

/** The condition in `operation`, without which it is planned when it is prepared. */
const CONDITION = / \(\$one: Boolean = false\)| @include\(if: \$one\)/g;

/** An operation with this many fields of both subgraphs, one of them under a condition. */
function operation(fields: number): string {
  const aliases = Array.from({ length: fields }, (_, index) => `s${index}: stock(n: ${index})`);
  return `query ($one: Boolean = false) { p { name ${aliases.join(' ')} last: stock(n: -1) @include(if: $one) } }`;
}

describe('a large operation', () => {
  it('is planned in a worker thread, with the same response', async () => {
    const source = operation(PLANNED_IN_THREAD + 1);
    const [here, later] = [gateway.prepare(source), await gateway.prepareLater(source)];
    if ('errors' in here || 'errors' in later) throw new Error('The operation was refused.');
    for (const variables of [{}, { one: true }]) {
      const answer = await gateway.execute(later, variables, undefined);
      expect(answer).toEqual(await gateway.execute(here, variables, undefined));
      expect(answer.errors).toBeUndefined();
    }
  });

  it('is planned once for concurrent requests', async () => {
    const source = operation(PLANNED_IN_THREAD + 2).replace(CONDITION, '');
    const prepared = gateway.prepareLater(source);
    expect(prepared).toBeInstanceOf(Promise);
    expect(await prepared).toMatchObject({ kind: 'query' });
  });

  it('is planned in this thread if it is small', () => {
    expect(gateway.prepareLater('{ p { name stock } }')).toMatchObject({ kind: 'query' });
  });

  it('is planned in turns: one account with many does not keep others waiting, and has only so many planned', async () => {
    const [many, one] = ['many', 'one'].map((turn): Requester => ({ turn, onAbandoned: () => undefined }));
    let settled = 0;
    const flood = Array.from({ length: 30 }, (_, index) =>
      Promise.resolve(
        gateway.prepareLater(operation(PLANNED_IN_THREAD + 10 + index).replace(CONDITION, ''), undefined, many),
      ).finally(() => (settled += 1)),
    );
    expect(
      await gateway.prepareLater(operation(PLANNED_IN_THREAD + 5).replace(CONDITION, ''), undefined, one),
    ).toMatchObject({ kind: 'query' });
    expect(settled).toBeLessThan(30);
    const refused = (await Promise.all(flood)).filter((prepared) => 'errors' in prepared);
    expect(refused).toHaveLength(19);
    expect(refused[0]).toMatchObject({ isTransient: true, errors: [{ extensions: { code: 'UNAVAILABLE' } }] });
  });

  it('is not planned once its request has gone away', async () => {
    const leave: (() => void)[] = [];
    const stays: Requester = { turn: 'a', onAbandoned: () => undefined };
    const leaves: Requester = { turn: 'b', onAbandoned: (listener) => void leave.push(listener) };
    const [first, second] = [stays, leaves].map((requester, index) =>
      gateway.prepareLater(operation(PLANNED_IN_THREAD + 6 + index).replace(CONDITION, ''), undefined, requester),
    );
    leave.forEach((listener) => listener());
    expect(await second).toMatchObject({ isTransient: true, errors: [{ extensions: { code: 'UNAVAILABLE' } }] });
    expect(await first).toMatchObject({ kind: 'query' });
  });

  it('is rejected as retryable if its time runs out, which it may spend waiting for others', async () => {
    const hurried = createPlanningThread(supergraphSdl, 1);
    try {
      const { gateway: late } = federate(parts, { planInThread: hurried.plan });
      const source = operation(PLANNED_IN_THREAD + 3).replace(CONDITION, '');
      expect(await late.prepareLater(source)).toMatchObject({
        isTransient: true,
        errors: [{ extensions: { code: 'UNAVAILABLE' } }],
      });
    } finally {
      await hurried.close();
    }
  });

  it('is rejected without a plan, and as retryable if the thread’s queue is full', async () => {
    const broken = federate(parts, { planInThread: () => Promise.reject(new Error('no plan')) }).gateway;
    const source = operation(PLANNED_IN_THREAD + 1).replace(CONDITION, '');
    expect(await broken.prepareLater(source)).toMatchObject({
      data: null,
      isTransient: false,
      errors: [{ extensions: { code: 'QUERY_PLANNING_FAILED' } }],
    });
  });
});
