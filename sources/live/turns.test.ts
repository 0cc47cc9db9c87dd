import { expect, it } from '@jest/globals';
import { currentTrace, inTrace } from '../../telemetry/trace.js';
import { BudgetLine } from './budget-line.js';
import { NOBODY, Turns, type TurnsLimits } from './turns.js';

/** Turns whose work ends when told to. */
function turns(limits: Partial<TurnsLimits> = {}) {
  const all = new Turns({ running: 1, waitingEach: 10, waitingForNobody: 10, ...limits });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const join = (key: string, caller = key.charAt(0)): Promise<void> | null =>
    all.join(
      key,
      caller,
      () =>
        new Promise<void>((resolve) => {
          started.push(key);
          ends.set(key, resolve);
        }),
    );
  /** Ends work one piece after the other, in the order in which it was started. */
  const endAll = async (): Promise<readonly string[]> => {
    for (let index = 0; index < started.length; index += 1) {
      ends.get(started[index] ?? '')?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return started;
  };
  const begun = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { all, join, started, endAll, begun };
}

it('callers take turns, whoever came first with how much', async () => {
  const { join, endAll, begun } = turns();
  for (const key of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void join(key);
  await begun();
  expect(await endAll()).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

it('what is work of several runs once, at the first of their turns', async () => {
  const { join, endAll, begun, all } = turns();
  for (const key of ['a1', 'a2', 'a3', 'a4']) void join(key);
  const shared = join('a4', 'b');
  await begun();
  expect(await endAll()).toEqual(['a1', 'a2', 'a4', 'a3']);
  await shared;
  expect(all.has('a4')).toBe(false);
});

it('work of a caller with too much of it is not taken, that of others is, and what others wait for may be joined', async () => {
  const { join, endAll, begun } = turns({ waitingEach: 2 });
  expect(['a1', 'a2', 'a3', 'a4', 'b1'].map((key) => join(key) === null)).toEqual([false, false, false, true, false]);
  expect(join('b1', 'a')).not.toBeNull();
  await begun();
  expect([...(await endAll())].sort()).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(join('a4')).not.toBeNull();
});

it('a fourth of the turns is of work that nobody waits for, all of them without other work', async () => {
  const { join, endAll, begun } = turns();
  void join('a0');
  for (let index = 1; index < 3; index += 1) void join(`n${index}`, NOBODY);
  for (let index = 1; index < 9; index += 1) void join(`a${index}`);
  for (let index = 3; index < 6; index += 1) void join(`n${index}`, NOBODY);
  await begun();
  expect(await endAll()).toEqual(['a0', 'a1', 'a2', 'a3', 'n1', 'a4', 'a5', 'a6', 'n2', 'a7', 'a8', 'n3', 'n4', 'n5']);
});

it('work belongs to the trace of who asked for it, not of whose work ended before', async () => {
  const { all } = turns();
  const traces: (string | undefined)[] = [];
  const traceOf = (traceId: string) => ({ traceId, parentId: '', traceparent: '' });
  const join = (key: string) =>
    inTrace(traceOf(key), () =>
      all.join(key, key, async () => {
        await Promise.resolve();
        traces.push(currentTrace()?.traceId);
      }),
    );
  await Promise.all([join('a'), join('b'), join('c')].map((each) => each ?? Promise.resolve()));
  expect(traces).toEqual(['a', 'b', 'c']);
});

it('work that fails ends its turn, and is told to all who joined it', async () => {
  const { all } = turns();
  const failed = all.join('a1', 'a', () => Promise.reject(new Error('failed')));
  const joined = all.join('a1', 'b', () => Promise.resolve());
  await expect(failed).rejects.toThrow('failed');
  await expect(joined).rejects.toThrow('failed');
  await all.join('b1', 'b', () => Promise.resolve());
  await all.ended();
});

it('who waits for a budget first is admitted first, and for no longer than told', async () => {
  const permits = ['granted', 'spent', 'spent', 'granted', 'paused', 'granted'];
  const line = new BudgetLine(() => {
    const kind = permits.shift();
    if (kind === 'spent') return Promise.resolve({ kind, waitMs: 1 });
    return Promise.resolve(kind === 'paused' ? { kind, untilMs: 5, fault: null } : { kind: 'granted', failures: 0 });
  });
  const ended: string[] = [];
  const waits = [0, 1.5, 9, 9, 9].map((waitMs, index) =>
    line.admitted(waitMs).then(({ kind }) => void ended.push(`${index} ${kind}`)),
  );
  await Promise.all(waits);
  expect(ended).toEqual(['0 granted', '1 late', '2 granted', '3 paused', '4 granted']);
});

it('who waits for a budget as it closes is told at once, and nothing is asked any more', async () => {
  const closing = new AbortController();
  let calls = 0;
  const line = new BudgetLine(() => {
    calls += 1;
    return Promise.resolve({ kind: 'spent', waitMs: 3_600_000 });
  }, closing.signal);
  const waiting = [line.admitted(Infinity), line.admitted(Infinity)];
  await new Promise((resolve) => setImmediate(resolve));
  closing.abort();
  expect(await Promise.all(waiting)).toEqual([{ kind: 'closed' }, { kind: 'closed' }]);
  expect(await line.admitted(1)).toEqual({ kind: 'closed' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toBe(1);
});

it('a budget that cannot be read fails the first who waits, and is asked for again for the next', async () => {
  let calls = 0;
  const line = new BudgetLine(() =>
    (calls += 1) === 1 ? Promise.reject(new Error('away')) : Promise.resolve({ kind: 'granted', failures: 2 }),
  );
  const [first, second] = [line.admitted(1), line.admitted(1)];
  await expect(first).rejects.toThrow('away');
  expect(await second).toEqual({ kind: 'granted', failures: 2 });
});
