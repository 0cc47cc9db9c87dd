import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { EVENT_STREAM_FORMAT, singleAnswer } from './event-stream.js';
import { IteratorSink, StreamFailed } from './iterator-sink.js';
import { MULTIPART_FORMAT } from './multipart.js';
import { ResponseSink } from './response-sink.js';
import type { ShownAnswer } from './shown-answer.js';
import type { StreamSink } from './stream-sink.js';

const EVENT: ShownAnswer = { data: { run: { id: 'run_1' } } };
const FAILED: ShownAnswer = { errors: [{ message: 'Gone.', extensions: { code: 'INVALID_KEY' } }] };
const PARTIAL: ShownAnswer = { ...FAILED, ...EVENT };
const [event, failed, partial] = [EVENT, FAILED, PARTIAL].map((answer) => JSON.stringify(answer));
const errors = JSON.stringify(FAILED.errors);

const part = (json: string): string => `\r\nContent-Type: application/json\r\n\r\n${json}\r\n--graphql`;

describe('a stream as the body of a response', () => {
  it.each([
    [
      'events',
      EVENT_STREAM_FORMAT,
      {
        type: 'text/event-stream; charset=utf-8',
        open: `retry: 2000\n:\n\nevent: next\ndata: ${event}\n\n:\n\n`,
        failed: `event: next\ndata: ${failed}\n\nevent: complete\ndata:\n\n`,
        partial: `event: next\ndata: ${partial}\n\nevent: complete\ndata:\n\n`,
        over: 'event: complete\ndata:\n\n',
      },
    ],
    [
      'parts',
      MULTIPART_FORMAT,
      {
        type: 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0',
        open: `\r\n--graphql${part(`{"payload":${event}}`)}${part('{}')}`,
        failed: `${part(`{"payload":null,"errors":${errors}}`)}--\r\n`,
        partial: `${part(`{"payload":${partial}}`)}--\r\n`,
        over: '--\r\n',
      },
    ],
  ])('has %s as its protocol asks', (_name, format, expected) => {
    const written = (last: ShownAnswer | undefined, isComplete = true): string => {
      const body = new PassThrough({ encoding: 'utf8' });
      const sink = new ResponseSink(body, format);
      expect([sink.next(EVENT), sink.beat()]).toEqual([true, true]);
      if (isComplete) sink.complete(last);
      return String(body.read());
    };
    expect({ type: format.contentType, open: written(undefined, false) }).toEqual({
      type: expected.type,
      open: expected.open,
    });
    for (const [name, last] of [
      ['failed', FAILED],
      ['partial', PARTIAL],
      ['over', undefined],
    ] as const)
      expect(written(last)).toBe(expected.open + expected[name]);
  });

  it('has a single response as a stream that completes', () => {
    expect(singleAnswer('{"data":1}')).toBe('event: next\ndata: {"data":1}\n\nevent: complete\ndata:\n\n');
  });

  it('is gone once it is cut, which says nothing to its client', async () => {
    const body = new PassThrough({ encoding: 'utf8' });
    const sink: StreamSink = new ResponseSink(body, MULTIPART_FORMAT);
    const closed = new Promise<void>((resolve) => sink.on('close', resolve));
    expect([body.read(), sink.isGone]).toEqual(['\r\n--graphql', false]);
    sink.cut();
    await closed;
    expect([body.read(), sink.isGone]).toEqual([null, true]);
  });

  it('tells of a client that reads again', async () => {
    const body = new PassThrough({ highWaterMark: 40 });
    const sink = new ResponseSink(body, EVENT_STREAM_FORMAT);
    const drained = new Promise<void>((resolve) => sink.on('drain', resolve));
    expect(sink.next(EVENT)).toBe(false);
    body.resume();
    await drained;
    expect(sink.next({ data: null })).toBe(true);
  });
});

describe('a stream for a reader', () => {
  const sinkOf = () => {
    const told: string[] = [];
    const sink = new IteratorSink(() => told.push('cut'));
    sink.on('drain', () => told.push('drain'));
    sink.on('close', () => told.push('close'));
    return { sink, told };
  };

  it('waits with each response until the one before was taken', async () => {
    const { sink, told } = sinkOf();
    expect(sink.next(EVENT)).toBe(false);
    expect(await sink.answers.next()).toEqual({ done: false, value: EVENT });
    expect(told).toEqual([]);
    const next = sink.answers.next();
    expect(told).toEqual(['drain']);
    sink.next(PARTIAL);
    expect(await next).toEqual({ done: false, value: PARTIAL });
  });

  it('ends after its last response, and rejects where that has errors alone', async () => {
    const [over, partly, failing] = [sinkOf(), sinkOf(), sinkOf()];
    for (const { sink } of [over, partly, failing]) sink.next(EVENT);
    over.sink.complete();
    partly.sink.complete(PARTIAL);
    failing.sink.complete(FAILED);
    const read = async ({ sink }: ReturnType<typeof sinkOf>): Promise<readonly unknown[]> => {
      const answers: unknown[] = [];
      try {
        for await (const answer of sink.answers) answers.push(answer);
      } catch (error) {
        answers.push(error instanceof StreamFailed ? error.errors : error);
      }
      return answers;
    };
    expect(await Promise.all([over, partly, failing].map(read))).toEqual([
      [EVENT],
      [EVENT, PARTIAL],
      [EVENT, FAILED.errors],
    ]);
    expect([over, partly, failing].map(({ told }) => told)).toEqual([['close'], ['close'], ['close']]);
  });

  it('closes when its reader leaves, also one that waits', async () => {
    const { sink, told } = sinkOf();
    const waiting = sink.answers.next();
    await sink.answers.return?.();
    sink.next(EVENT);
    expect([await waiting, await sink.answers.next(), sink.isGone]).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
      true,
    ]);
    sink.leave();
    expect(told).toEqual(['drain', 'close']);
  });

  it('drops what was not read when it is cut, and closes the connection', async () => {
    const { sink, told } = sinkOf();
    sink.next(EVENT);
    sink.cut();
    expect([await sink.answers.next(), told]).toEqual([{ done: true, value: undefined }, ['close', 'cut']]);
  });
});
