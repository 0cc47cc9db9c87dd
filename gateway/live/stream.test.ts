import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { COMPLETE_EVENT, HEARTBEAT, nextEvent, OPENING } from './event-stream.js';
import { LiveStream, type StreamAnswer, type StreamSink } from './stream.js';

/** A response whose client reads when the test says so. */
class TestSink extends EventEmitter implements StreamSink {
  readonly written: string[] = [];
  isFull = false;
  isDestroyed = false;

  write(text: string): boolean {
    this.written.push(text);
    return !this.isFull;
  }

  end(text: string): void {
    this.written.push(text);
    this.emit('close');
  }

  destroy(): void {
    this.isDestroyed = true;
    this.emit('close');
  }
}

function streamOf(maxPending = 100, answer: (key: string) => Promise<StreamAnswer> = async (key) => ({ json: `"${key}"`, end: undefined })) {
  const sink = new TestSink();
  const resolved: string[] = [];
  let ends = 0;
  const stream = new LiveStream({
    sink,
    maxPending,
    answer: (key) => {
      resolved.push(key);
      return answer(key);
    },
    onEnd: () => (ends += 1),
  });
  return { sink, stream, resolved, ends: () => ends };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a live stream', () => {
  it('sends keys in the order in which they changed', async () => {
    const { sink, stream } = streamOf();
    for (const key of ['a', 'b', 'c']) stream.push(key);
    await settled();
    expect(sink.written).toEqual([OPENING, nextEvent('"a"'), nextEvent('"b"'), nextEvent('"c"')]);
  });

  it('resolves nothing while its client does not read, and then each changed key once', async () => {
    const { sink, stream, resolved } = streamOf();
    sink.isFull = true;
    stream.push('a');
    await settled();
    for (let i = 0; i < 1000; i += 1) stream.push(i % 2 === 0 ? 'a' : 'b');
    await settled();
    expect(resolved).toEqual(['a']);
    sink.isFull = false;
    sink.emit('drain');
    await settled();
    expect(resolved).toEqual(['a', 'a', 'b']);
  });

  it('keeps at most the allowed number of waiting keys, dropping the oldest', async () => {
    const { sink, stream, resolved } = streamOf(2);
    sink.isFull = true;
    stream.push('first');
    await settled();
    for (const key of ['a', 'b', 'c', 'd']) stream.push(key);
    sink.isFull = false;
    sink.emit('drain');
    await settled();
    expect(resolved).toEqual(['first', 'c', 'd']);
  });

  it('resolves a key again if it changed while being resolved', async () => {
    let release = (): void => undefined;
    const { stream, resolved } = streamOf(100, (key) => new Promise((resolve) => {
      release = () => resolve({ json: `"${key}"`, end: undefined });
    }));
    stream.push('a');
    stream.push('a');
    release();
    await settled();
    expect(resolved).toEqual(['a', 'a']);
  });

  it('ends after a response marked as last', async () => {
    const { sink, stream, resolved, ends } = streamOf(100, async () => ({ json: '1', end: 'complete' }));
    stream.push('a');
    stream.push('b');
    await settled();
    stream.push('c');
    await settled();
    expect(resolved).toEqual(['a']);
    expect(sink.written).toEqual([OPENING, `${nextEvent('1')}${COMPLETE_EVENT}`]);
    expect(ends()).toBe(1);
  });

  it('is cut without a word where waiting would cure the error, so that its client opens it again', async () => {
    const { sink, stream, resolved, ends } = streamOf(100, async () => ({ json: '1', end: 'cut' }));
    stream.push('a');
    stream.push('b');
    await settled();
    expect([resolved, sink.written, sink.isDestroyed, ends()]).toEqual([['a'], [OPENING], true, 1]);
  });

  it('writes nothing more to a disconnected client, and ends once', async () => {
    const { sink, stream, ends } = streamOf();
    stream.push('a');
    sink.emit('close');
    await settled();
    stream.push('b');
    stream.beat();
    stream.end();
    expect(sink.written).toEqual([OPENING]);
    expect(ends()).toBe(1);
    expect(stream.isOver).toBe(true);
  });

  it('drops a client that leaves four heartbeats unread, and no other', () => {
    const [dead, slow] = [streamOf(), streamOf()];
    for (const { sink, stream } of [dead, slow]) {
      sink.isFull = true;
      stream.beat();
    }
    for (let i = 0; i < 4; i += 1) {
      expect(dead.sink.isDestroyed).toBe(false);
      if (i === 3) slow.sink.emit('drain');
      dead.stream.beat();
      slow.stream.beat();
    }
    expect([dead.sink.isDestroyed, slow.sink.isDestroyed]).toEqual([true, false]);
    expect(dead.ends()).toBe(1);
    expect(slow.sink.written.filter((text) => text === HEARTBEAT)).toHaveLength(2);
  });
});
