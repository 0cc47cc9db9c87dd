import { EventEmitter } from 'node:events';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { afterAll, describe, expect, it } from '@jest/globals';
import { getOperationAST, GraphQLError, parse } from 'graphql';
import type { Identity } from '../../access/identity.js';
import { localSubgraph } from '../execution/local-subgraph.js';
import { compose } from '../fixtures/federate.js';
import { createGateway } from '../gateway.js';
import { createHub } from './hub.js';
import { createLive, type LiveCaller } from './live.js';
import type { ShownAnswer } from './shown-answer.js';
import type { StreamSink } from './stream-sink.js';
import type { Watch } from './watch.js';

const SDL = `
  extend schema
    @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@composeDirective"])
    @link(url: "https://marketgraph.dev/contract/v1.0", import: ["@live", "@length", "@tier"])
    @composeDirective(name: "@live") @composeDirective(name: "@length") @composeDirective(name: "@tier")
  directive @live(topic: String!, query: String!, by: String!, over: String, start: String, startedAs: String, until: String) on FIELD_DEFINITION
  directive @length(max: Int!) on ARGUMENT_DEFINITION
  directive @tier(atLeast: String!) on FIELD_DEFINITION
  type Query { run(id: ID!): Run }
  input Seen { id: ID! version: String! }
  type Run { id: ID! owner: String! state: String! endedAt: String }
  type Started { run: Run! }
  type Mutation { startRun(name: String!): Started }
  type Subscription {
    runChanged: Run @live(topic: "run", query: "run", by: "id")
    runStream(name: String!): Run @live(topic: "run", query: "run", by: "id", start: "startRun", startedAs: "run", until: "endedAt")
    runsChanged(ids: [ID!]! @length(max: 2), initial: Boolean! = false, since: [Seen!]): Run @live(topic: "run", query: "run", by: "id", over: "ids")
  }`;

interface Context {
  readonly identity: Identity;
  readonly isPaid: boolean;
}

const states = new Map([
  ['run_1', 'pending'],
  ['run_2', 'pending'],
]);
const paid: boolean[] = [];
const runOf = (id: string, { identity, isPaid }: Context) => {
  paid.push(isPaid);
  const state = states.get(id) ?? 'none';
  return { id, owner: identity.accountId, state, endedAt: state === 'ended' ? 'now' : null };
};
const resolvers = {
  Query: { run: (_root: unknown, { id }: { id: string }, context: Context) => runOf(id, context) },
  Mutation: {
    startRun(_root: unknown, { name }: { name: string }, context: Context) {
      if (name === '') throw new GraphQLError('The name is blank.', { extensions: { code: 'INVALID_PARAMETER' } });
      return { run: runOf(name, context) };
    },
  },
};
const schema = buildSubgraphSchema([{ typeDefs: parse(SDL), resolvers }]);
const gateway = createGateway<Context>({
  supergraphSdl: compose({ runs: SDL }),
  subgraphs: [localSubgraph<Context>('runs', schema)],
});
const hub = createHub();
/** The versions of the followed runs are their states. */
const watch: Watch = {
  topic: 'run',
  changed: () => undefined,
  begin: async (keys) => keys.forEach((key) => hub.settle('run', key, states.get(key) ?? 'none')),
  idle: async () => undefined,
};
const live = createLive<Context>({
  gateway,
  hub,
  watches: [watch],
  clock: () => 0,
  every: () => () => undefined,
  log: { error: () => undefined, warn: () => undefined },
  newContext: ({ identity, isPaid }) => ({ identity, isPaid }),
});
afterAll(() => live.close());

class Sink extends EventEmitter implements StreamSink {
  readonly isGone = false;
  readonly received: ShownAnswer[] = [];

  next(answer: ShownAnswer): boolean {
    this.received.push(answer);
    return true;
  }

  beat(): boolean {
    return true;
  }

  complete(last?: ShownAnswer): void {
    if (last !== undefined) this.received.push(last);
    this.emit('close');
  }

  cut(): void {
    this.emit('close');
  }
}

const identityOf = (accountId: string): Identity => ({
  accountId,
  tier: 'pro',
  keyId: 'key_1',
  sessionId: null,
  perMinute: 60,
  perMonth: null,
  dailyTokenCap: 0,
});

function read(source: string) {
  const document = parse(source);
  const node = getOperationAST(document);
  if (!node) throw new Error('The document has no operation.');
  return live.read(document, node);
}

async function open(accountId: string, source: string, variables: Readonly<Record<string, unknown>> = {}) {
  const sink = new Sink();
  const caller: LiveCaller = {
    identity: identityOf(accountId),
    requestId: 'req_1',
    transport: 'websocket',
    authenticate: () => identityOf(accountId),
    open: async () => sink,
  };
  const operation = read(source);
  if ('errors' in operation) throw new Error(`refused: ${JSON.stringify(operation)}`);
  const refused = await live.open(operation, variables, caller);
  /** The responses received, once there are `count` of them. */
  const answers = async (count: number): Promise<readonly unknown[]> => {
    const giveUpAt = Date.now() + 10_000;
    while (sink.received.length < count && Date.now() < giveUpAt) await new Promise((resolve) => setImmediate(resolve));
    return sink.received;
  };
  return { sink, answers, refused };
}

async function untilSize(size: number): Promise<void> {
  const giveUpAt = Date.now() + 10_000;
  while (live.size !== size && Date.now() < giveUpAt) await new Promise((resolve) => setImmediate(resolve));
  expect(live.size).toBe(size);
}

describe('a field with @live', () => {
  it('streams all events of an account, each resolved by its query at that time', async () => {
    const [own, others] = [
      await open('acc_1', 'subscription { done: runChanged { id owner state } }'),
      await open('acc_2', 'subscription { runChanged { id } }'),
    ];
    states.set('run_1', 'fired');
    hub.deliver({ topic: 'run', key: 'run_1', accountId: 'acc_1' });
    expect(await own.answers(1)).toEqual([{ data: { done: { id: 'run_1', owner: 'acc_1', state: 'fired' } } }]);
    expect(await others.answers(0)).toEqual([]);
    expect(live.counts()).toEqual([{ topic: 'run', tier: 'pro', transport: 'websocket', open: 2 }]);
    own.sink.emit('close');
    others.sink.emit('close');
    expect([live.size, live.counts()]).toEqual([0, []]);
  });

  it('can be followed by keys, with initial values on request', async () => {
    const { sink, answers } = await open(
      'acc_1',
      'subscription ($ids: [ID!]!, $liveKey: Boolean!) { runsChanged(ids: $ids, initial: true) { id owner @skip(if: $liveKey) } }',
      { ids: ['run_1', 'run_2'], liveKey: true },
    );
    expect(await answers(2)).toEqual([
      { data: { runsChanged: { id: 'run_1' } } },
      { data: { runsChanged: { id: 'run_2' } } },
    ]);
    hub.deliver({ topic: 'run', key: 'run_2', accountId: 'acc_2' });
    hub.deliver({ topic: 'run', key: 'run_2', accountId: 'acc_1' });
    expect(await answers(3)).toHaveLength(3);
    sink.emit('close');
  });

  it.each([
    [true, { id: 'run_1', version: 'ended' }, ['run_2']],
    [true, { id: 'run_1', version: 'pending' }, ['run_1', 'run_2']],
    [false, { id: 'run_2', version: 'ended' }, []],
    [false, { id: 'run_2', version: 'pending' }, ['run_2']],
  ])(
    'starts with what has changed since the versions that the client saw (initial: %s, %j)',
    async (initial, seen, sent) => {
      states.set('run_1', 'ended').set('run_2', 'ended');
      const source =
        'subscription ($ids: [ID!]!, $initial: Boolean!, $since: [Seen!]) { runsChanged(ids: $ids, initial: $initial, since: $since) { id } }';
      const { sink, answers } = await open('acc_1', source, { ids: ['run_1', 'run_2'], initial, since: [seen] });
      await answers(sent.length);
      // What is sent next is the next change, so nothing else was still to come.
      hub.deliver({ topic: 'run', key: 'run_1', version: 'next' });
      expect(await answers(sent.length + 1)).toEqual(
        [...sent, 'run_1'].map((id) => ({ data: { runsChanged: { id } } })),
      );
      sink.emit('close');
    },
  );

  it('begins with its mutation, follows what that has started, and ends with it', async () => {
    states.set('run_3', 'pending');
    paid.length = 0;
    const source = 'subscription ($name: String!) { mine: runStream(name: $name) { id state } }';
    const { answers } = await open('acc_1', source, { name: 'run_3' });
    expect(await answers(1)).toEqual([{ data: { mine: { id: 'run_3', state: 'pending' } } }]);
    expect(live.size).toBe(1);
    states.set('run_3', 'ended');
    hub.deliver({ topic: 'run', key: 'run_3', accountId: 'acc_2' });
    hub.deliver({ topic: 'run', key: 'run_3', accountId: 'acc_1' });
    await untilSize(0);
    expect((await answers(2))[1]).toEqual({ data: { mine: { id: 'run_3', state: 'ended' } } });
    // The start is charged, and its events are not.
    expect(paid).toEqual([false, true, true]);
  });

  it('ends at once if what it has started is over already', async () => {
    states.set('run_4', 'ended');
    await open('acc_1', 'subscription { runStream(name: "run_4") { state } }');
    await untilSize(0);
  });

  it('is refused with the errors of its mutation, and takes no place', async () => {
    const { refused } = await open('acc_1', 'subscription { runStream(name: "") { id } }');
    expect(refused?.errors.map(({ message, extensions }) => [message, extensions['code']])).toEqual([
      ['The name is blank.', 'INVALID_PARAMETER'],
    ]);
    expect(live.size).toBe(0);
  });

  it('refuses more versions than keys may be followed, and keys that are none', async () => {
    const source = 'subscription ($since: [Seen!]) { runsChanged(ids: ["run_1"], since: $since) { id } }';
    const since = ['a', 'b', 'c'].map((id) => ({ id, version: '1' }));
    await expect(open('acc_1', source, { since })).rejects.toMatchObject({
      code: 'invalid_parameter',
      extra: { param: 'since' },
    });
  });

  it('is rejected at startup if its @live names an unknown field or argument', () => {
    const wrong = gateway.supergraphSdl.replace('by: "id"', 'by: "nothing"');
    expect(() =>
      createLive<Context>({
        gateway: { ...gateway, supergraphSdl: wrong },
        hub,
        clock: () => 0,
        every: () => () => undefined,
        log: { error: () => undefined, warn: () => undefined },
        newContext: ({ identity, isPaid }) => ({ identity, isPaid }),
      }),
    ).toThrow(/nothing/);
  });

  it.each([
    'subscription { ...A } fragment A on Subscription { ...A }',
    'subscription { runChanged { nothing } }',
    'subscription { __typename }',
    'subscription ($a: Boolean!) { runChanged @skip(if: $a) { id } }',
  ])('rejects invalid subscriptions: %s', (source) => {
    expect(read(source)).toHaveProperty('errors');
  });
});
