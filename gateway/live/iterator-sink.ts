import { EventEmitter } from 'node:events';
import { hasData, type ShownAnswer } from './shown-answer.js';
import type { StreamSink } from './stream-sink.js';

/** The end of a stream by errors. */
export class StreamFailed extends Error {
  readonly errors: NonNullable<ShownAnswer['errors']>;

  constructor(errors: NonNullable<ShownAnswer['errors']>) {
    super('The stream has ended.');
    this.errors = errors;
  }
}

type Step = IteratorResult<ShownAnswer, undefined>;
const DONE: Step = { done: true, value: undefined };

interface Reader {
  readonly resolve: (step: Step) => void;
  readonly reject: (error: StreamFailed) => void;
}

/** A stream for a reader that takes one response at a time and is done with it when it takes the next. */
export class IteratorSink implements StreamSink {
  /** For one reader. Rejects with `StreamFailed` if the stream ends without data; `return` closes the stream. */
  readonly answers: AsyncIterableIterator<ShownAnswer, undefined>;
  readonly #onCut: () => void;
  readonly #events = new EventEmitter();
  readonly #unread: ShownAnswer[] = [];
  #failure: StreamFailed | undefined;
  #isOver = false;
  #isGone = false;
  #reader: Reader | undefined;

  /** `onCut` closes the connection. */
  constructor(onCut: () => void) {
    this.#onCut = onCut;
    this.answers = {
      next: () => this.#read(),
      return: async () => {
        this.leave();
        return DONE;
      },
      [Symbol.asyncIterator]: () => this.answers,
    };
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  next(answer: ShownAnswer): boolean {
    if (!this.#isOver) this.#unread.push(answer);
    this.#settle();
    return false;
  }

  /** The connection has heartbeats of its own. */
  beat(): boolean {
    return true;
  }

  complete(last?: ShownAnswer): void {
    if (last !== undefined && hasData(last)) this.#unread.push(last);
    else if (last !== undefined) this.#failure = new StreamFailed(last.errors ?? []);
    this.#isOver = true;
    this.#settle();
  }

  cut(): void {
    this.leave();
    this.#onCut();
  }

  /** Closes the stream: its client has left, or has read its end. */
  leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#isOver = true;
    this.#failure = undefined;
    this.#unread.length = 0;
    this.#settle();
    this.#events.emit('close');
  }

  on(event: 'drain' | 'close', listener: () => void): void {
    this.#events.on(event, listener);
  }

  #read(): Promise<Step> {
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      if (!this.#settle()) this.#events.emit('drain');
    });
  }

  /** Gives a waiting reader what there is; false if there is nothing. */
  #settle(): boolean {
    const reader = this.#reader;
    const answer = reader === undefined ? undefined : this.#unread.shift();
    if (reader === undefined || (answer === undefined && !this.#isOver)) return false;
    this.#reader = undefined;
    if (answer !== undefined) reader.resolve({ done: false, value: answer });
    else {
      if (this.#failure === undefined) reader.resolve(DONE);
      else reader.reject(this.#failure);
      this.leave();
    }
    return true;
  }
}
