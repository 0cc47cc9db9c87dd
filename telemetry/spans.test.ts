import { afterEach, expect, it } from '@jest/globals';
import { inSpan, recordSpans, startSpan, type SpanAttributes, type SpanStart } from './spans.js';
import { currentTrace, inTrace, type Trace } from './trace.js';

const CALLER: Trace = { traceId: 'caller', parentId: '0', traceparent: 'caller-0' };

interface Told {
  readonly name: string;
  readonly parent: string | undefined;
  readonly attributes: SpanAttributes;
  readonly isOk: boolean;
}

/** Records spans in the order in which they end. */
function record(): readonly Told[] {
  const told: Told[] = [];
  let started = 0;
  recordSpans(({ name, attributes = {} }: SpanStart, parent) => {
    started += 1;
    const id = String(started);
    let [called, known] = [name, attributes];
    return {
      trace: { traceId: parent?.traceId ?? `root ${id}`, parentId: id, traceparent: `${name} ${id}` },
      rename: (other) => void (called = other),
      set: (more) => void (known = { ...known, ...more }),
      end: (isOk) => void told.push({ name: called, parent: parent?.traceparent, attributes: known, isOk }),
    };
  });
  return told;
}

afterEach(() => recordSpans(undefined));

it('without a recorder runs the work in the trace of its caller, and nothing else', () => {
  const seen = inTrace(CALLER, () => inSpan({ name: 'work', kind: 'internal' }, (span) => [span, currentTrace()]));
  expect([seen, startSpan({ name: 'work', kind: 'internal' })]).toEqual([[undefined, CALLER], undefined]);
});

it('spans are children of what causes them, across awaits, and the first of the caller', async () => {
  const told = record();
  const result = await inTrace(CALLER, () =>
    inSpan({ name: 'outer', kind: 'server', attributes: { a: 1 } }, async (span) => {
      span?.set({ b: 'two' });
      await Promise.resolve();
      span?.rename('outer, named');
      return inSpan({ name: 'inner', kind: 'client' }, () => currentTrace()?.traceparent);
    }),
  );
  expect([result, currentTrace()]).toEqual(['inner 2', undefined]);
  expect(told).toEqual([
    { name: 'inner', parent: 'outer 1', attributes: {}, isOk: true },
    { name: 'outer, named', parent: 'caller-0', attributes: { a: 1, b: 'two' }, isOk: true },
  ]);
});

it('work that throws or rejects ends its span as failed, once, and the error reaches the caller', async () => {
  const told = record();
  const fails = (): never => {
    throw new Error('broken');
  };
  expect(() => inSpan({ name: 'throws', kind: 'internal' }, fails)).toThrow('broken');
  await expect(
    inSpan({ name: 'rejects', kind: 'internal' }, async () => Promise.reject(new Error('late'))),
  ).rejects.toThrow('late');
  expect(told.map(({ name, isOk }) => [name, isOk])).toEqual([
    ['throws', false],
    ['rejects', false],
  ]);
});
