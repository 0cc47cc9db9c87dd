import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { composeParts, federate, run } from '../fixtures/federate.js';
import { createIsolatedPlanner, type IsolatedPlanner, type IsolatedPlannerOptions } from './isolated-planner.js';
import { PlannerBusy, PlannerLost } from './planning-errors.js';

const script = new URL('../fixtures/failing-planner.mjs', import.meta.url);
const opened: { close(): void }[] = [];

afterEach(() => {
  for (const planner of opened.splice(0)) planner.close();
});

function open(options: Partial<IsolatedPlannerOptions> = {}): IsolatedPlanner {
  const planner = createIsolatedPlanner({ supergraphSdl: '', script, backOffMs: 1, ...options });
  opened.push(planner);
  return planner;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const shop = {
  a: { typeDefs: 'type Query { p: P } type P @key(fields: "id") { id: ID! }', resolvers: { Query: { p: () => ({ id: '1' }) } } },
  b: { typeDefs: 'type P @key(fields: "id") { id: ID! stock: Int }', resolvers: { P: { stock: () => 4 } } },
};

describe('a planner in a process of its own', () => {
  it('starts with the first operation and plans all in one process', async () => {
    const planner = open();
    expect(planner.pid).toBeUndefined();
    const plans = await Promise.all(['one', 'two', 'three'].map((source) => planner.plan(source)));
    expect(plans).toMatchObject([{ asked: 'one' }, { asked: 'two' }, { asked: 'three' }]);
    expect(new Set(plans.map((plan) => (plan as unknown as { pid: number }).pid))).toEqual(new Set([planner.pid]));
  });

  it('passes on what the planner itself refuses', async () => {
    await expect(open().plan('refuse')).rejects.toThrow('no path');
  });

  it('fails the operation that it died of, and plans those behind it in a new process', async () => {
    const planner = open();
    const [before, lost, after] = await Promise.allSettled(['before', 'abort', 'after'].map((source) => planner.plan(source)));
    expect(before).toMatchObject({ status: 'fulfilled' });
    expect(lost).toMatchObject({ status: 'rejected', reason: expect.any(PlannerLost) });
    expect(String((lost as PromiseRejectedResult).reason)).toContain('SIGABRT: the planner panicked');
    expect(after).toMatchObject({ status: 'fulfilled', value: { asked: 'after' } });
  });

  it('does not plan again what it died of', async () => {
    const planner = open();
    await expect(planner.plan('abort')).rejects.toThrow(PlannerLost);
    await planner.plan('fine');
    const { pid } = planner;
    await expect(planner.plan('abort')).rejects.toThrow(PlannerLost);
    expect(planner.pid).toBe(pid);
  });

  it('ends a plan that takes too long, with its process', async () => {
    const planner = open({ planTimeoutMs: 30 });
    await planner.plan('fine');
    const { pid = 0 } = planner;
    await expect(planner.plan('hang')).rejects.toThrow('no plan within 30 ms');
    await until(() => !isAlive(pid));
    expect(await planner.plan('fine')).toMatchObject({ asked: 'fine' });
  });

  it('refuses what comes while too many wait, without remembering it', async () => {
    const planner = open({ maxWaiting: 2 });
    const first = ['one', 'two'].map((source) => planner.plan(source));
    await expect(planner.plan('three')).rejects.toThrow(PlannerBusy);
    await Promise.all(first);
    expect(await planner.plan('three')).toMatchObject({ asked: 'three' });
  });

  it('refuses what waited too long for a process that never comes up', async () => {
    await expect(open({ supergraphSdl: 'broken', waitTimeoutMs: 50 }).plan('one')).rejects.toThrow(PlannerBusy);
  });

  it('outlives its process being killed while idle', async () => {
    const planner = open();
    await planner.plan('one');
    process.kill(planner.pid ?? 0, 'SIGKILL');
    await until(() => planner.pid === undefined);
    expect(await planner.plan('two')).toMatchObject({ asked: 'two' });
  });

  it('leaves no process when it is closed, and refuses what waited', async () => {
    const planner = open();
    await planner.plan('one');
    const { pid = 0 } = planner;
    const waiting = expect(planner.plan('hang')).rejects.toThrow(PlannerBusy);
    planner.close();
    await waiting;
    await until(() => !isAlive(pid));
  });

  it('ends by itself when the process that started it is killed', async () => {
    const parentScript = `
      import { fork } from 'node:child_process';
      const child = fork(process.env.SCRIPT, [], { execArgv: [] });
      child.on('message', () => console.log(child.pid));
      child.send({ supergraphSdl: process.env.SDL });`;
    const environment = { ...process.env, NODE_OPTIONS: '', SCRIPT: fileURLToPath(new URL('./planner-process.mjs', import.meta.url)), SDL: composeParts(shop) };
    const parent = spawn(process.execPath, ['--input-type=module', '-e', parentScript], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
    const pid = Number(line);
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await until(() => !isAlive(pid));
  });
});

describe('a gateway that prepares anybody’s operations', () => {
  const graph = (options: Parameters<typeof federate>[1] = {}) => {
    const { gateway } = federate(shop, options);
    opened.push(gateway);
    return gateway;
  };

  it('answers them like vetted ones, and at once when they are known', async () => {
    const gateway = graph();
    const source = 'query ($s: Boolean!) { p { id stock @include(if: $s) } }';
    const prepared = await gateway.prepareSafely(source);
    if ('errors' in prepared) throw prepared.errors[0];
    expect(await gateway.execute(prepared, { s: true }, undefined)).toEqual({ data: { p: { id: '1', stock: 4 } } });
    expect(await gateway.execute(prepared, { s: false }, undefined)).toEqual({ data: { p: { id: '1' } } });
    expect(gateway.prepareSafely(source)).toBe(prepared);
    expect(await run(gateway, source, { s: true })).toEqual({ data: { p: { id: '1', stock: 4 } } });
  });

  it('prepares a text once for all who ask at the same time', async () => {
    const gateway = graph();
    const [one, two] = await Promise.all([gateway.prepareSafely('{ p { stock } }'), gateway.prepareSafely('{ p { stock } }')]);
    expect(one).toBe(two);
    expect(one).toMatchObject({ kind: 'query' });
  });

  it('stays up over an operation that the planner dies of or refuses, and plans it by itself', async () => {
    const gateway = graph({ isolation: { script, backOffMs: 1 } });
    for (const source of ['{ abort: p { stock } }', '{ refuse: p { stock } }', 'query ($s: Boolean!) { abort: p { stock @skip(if: $s) } }']) {
      const prepared = await gateway.prepareSafely(source);
      if ('errors' in prepared) throw prepared.errors[0];
      const { data, errors } = await gateway.execute(prepared, { s: false }, undefined);
      expect(errors).toBeUndefined();
      expect(Object.values(data ?? {})).toEqual([{ stock: 4 }]);
    }
  });

  it('refuses what no subgraph can answer, and remembers that', async () => {
    const supergraphSdl = composeParts(shop).replace('@join__type(graph: B, key: "id")', '@join__type(graph: B, key: "id", resolvable: false)');
    const gateway = graph({ supergraphSdl });
    const refused = await gateway.prepareSafely('{ p { stock } }');
    expect(refused).toMatchObject({ errors: [{ message: 'The operation cannot be planned.', extensions: { code: 'QUERY_PLANNING_FAILED' } }] });
    expect(gateway.prepareSafely('{ p { stock } }')).toBe(refused);
  });

  it('does not remember that the planner was busy', async () => {
    const gateway = graph({ isolation: { script, maxWaiting: 1 } });
    const [, , busy] = await Promise.all(['{ a: p { id } }', '{ b: p { id } }', '{ c: p { id } }'].map((source) => gateway.prepareSafely(source)));
    expect(busy).toMatchObject({ errors: [{ extensions: { code: 'QUERY_PLANNING_BUSY' } }] });
    expect(await gateway.prepareSafely('{ c: p { id } }')).toMatchObject({ kind: 'query' });
  });

  it('keeps its memory bounded over 5,000 distinct operations, valid and refused', async () => {
    const cacheBytes = 2_000_000;
    const gateway = graph({ cacheBytes });
    let mostBytes = 0;
    for (let index = 0; index < 2_500; index++) {
      await gateway.prepareSafely(`{ p { x${index}: id stock } }`);
      await gateway.prepareSafely(`{ p { unknown${index} } }`);
      mostBytes = Math.max(mostBytes, gateway.kept.bytes);
    }
    expect(mostBytes).toBeGreaterThan(cacheBytes / 2);
    expect(mostBytes).toBeLessThanOrEqual(cacheBytes);
    expect(gateway.kept.operations).toBeLessThan(500);
  });
});
