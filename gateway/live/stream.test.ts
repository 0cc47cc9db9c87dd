import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { ShownAnswer } from './shown-answer.js';
import { LiveStream, type StreamAnswer } from './stream.js';
import type { StreamSink } from './stream-sink.js';

/** What a client was sent: responses, heartbeats, and how the stream ended. */
type Sent = ShownAnswer | 'beat' | 'complete' | 'cut';

/** A client that reads when the test says so. */
class TestSink extends EventEmitter implements StreamSink {
  readonly sent: Sent[] = [];
  isFull = false;
  isGone = false;

  next(answer: ShownAnswer): boolean {
    this.sent.push(answer);
    return !this.isFull;
  }

  beat(): boolean {
    this.sent.push('beat');
    return !this.isFull;
  }

  complete(last?: ShownAnswer): void {
    this.sent.push(...(last === undefined ? [] : [last]), 'complete');
    this.emit('close');
  }

  cut(): void {
    this.sent.push('cut');
    this.emit('close');
  }
}

const answerOf = (key: string): ShownAnswer => ({ data: { key } });

function streamOf(
  maxPending = 100,
  answer: (key: string) => Promise<StreamAnswer> = async (key) => ({ answer: answerOf(key), end: undefined }),
) {
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
    expect(sink.sent).toEqual(['a', 'b', 'c'].map(answerOf));
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
    const { stream, resolved } = streamOf(
      100,
      (key) =>
        new Promise((resolve) => {
          release = () => resolve({ answer: answerOf(key), end: undefined });
        }),
    );
    stream.push('a');
    stream.push('a');
    release();
    await settled();
    expect(resolved).toEqual(['a', 'a']);
  });

  it('ends after a response marked as last', async () => {
    const { sink, stream, resolved, ends } = streamOf(100, async (key) => ({ answer: answerOf(key), end: 'complete' }));
    stream.push('a');
    stream.push('b');
    await settled();
    stream.push('c');
    await settled();
    expect(resolved).toEqual(['a']);
    expect(sink.sent).toEqual([answerOf('a'), 'complete']);
    expect(ends()).toBe(1);
  });

  it('is cut without a word where waiting would cure the error, so that its client opens it again', async () => {
    const { sink, stream, resolved, ends } = streamOf(100, async (key) => ({ answer: answerOf(key), end: 'cut' }));
    stream.push('a');
    stream.push('b');
    await settled();
    expect([resolved, sink.sent, ends()]).toEqual([['a'], ['cut'], 1]);
  });

  it('writes nothing more to a disconnected client, and ends once', async () => {
    const { sink, stream, ends } = streamOf();
    stream.push('a');
    sink.emit('close');
    await settled();
    stream.push('b');
    stream.beat();
    stream.end();
    expect(sink.sent).toEqual([]);
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
      expect(dead.sink.sent).not.toContain('cut');
      if (i === 3) slow.sink.emit('drain');
      dead.stream.beat();
      slow.stream.beat();
    }
    expect([dead, slow].map(({ sink }) => sink.sent.includes('cut'))).toEqual([true, false]);
    expect(dead.ends()).toBe(1);
    expect(slow.sink.sent).toEqual(['beat', 'beat']);
  });
});
