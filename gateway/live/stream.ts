import type { ShownAnswer } from './shown-answer.js';
import type { StreamEnd } from './stream-ends.js';
import type { StreamSink } from './stream-sink.js';

/** The response for one key. */
export interface StreamAnswer {
  readonly answer: ShownAnswer;
  /** How the stream ends with it; undefined if it goes on. A stream that is cut does not send it. */
  readonly end: StreamEnd | undefined;
}

export interface StreamOptions {
  readonly sink: StreamSink;
  /** Never rejects. */
  readonly answer: (key: string) => Promise<StreamAnswer>;
  /** The most keys that may wait; beyond it, the oldest is dropped. */
  readonly maxPending: number;
  /** Called once when the stream has ended for any reason. */
  readonly onEnd: () => void;
}

/** Heartbeats that a client may leave unread before it counts as disconnected. */
const MOST_UNREAD_BEATS = 4;

/**
 * One client's stream. A key waits at most once and is read only when it is sent: a slow client gets the latest state
 * of each key and uses no more memory than its list of keys.
 */
export class LiveStream {
  readonly #options: StreamOptions;
  readonly #pending = new Set<string>();
  #isPumping = false;
  /** Whether the client has yet to read what was sent. */
  #isBlocked = false;
  #unreadBeats = 0;
  #isOver = false;

  constructor(options: StreamOptions) {
    this.#options = options;
    const { sink } = options;
    sink.on('drain', () => {
      this.#isBlocked = false;
      this.#unreadBeats = 0;
      void this.#pump();
    });
    sink.on('close', () => this.#close());
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Sends the response for `key` as soon as the client can take it. */
  push(key: string): void {
    if (this.#isOver) return;
    const [oldest] = this.#pending;
    if (oldest !== undefined && !this.#pending.has(key) && this.#pending.size >= this.#options.maxPending)
      this.#pending.delete(oldest);
    this.#pending.add(key);
    void this.#pump();
  }

  beat(): void {
    if (this.#isOver) return;
    if (!this.#isBlocked) return this.#sent(this.#options.sink.beat());
    this.#unreadBeats += 1;
    if (this.#unreadBeats >= MOST_UNREAD_BEATS) this.cut();
  }

  /** Closes the connection without completing the stream, so that its client opens it again. */
  cut(): void {
    if (this.#isOver) return;
    this.#close();
    this.#options.sink.cut();
  }

  /** Completes the stream, after `last` if given. */
  end(last?: ShownAnswer): void {
    if (this.#isOver) return;
    this.#close();
    this.#options.sink.complete(last);
  }

  async #pump(): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    for (let [key] = this.#pending; key !== undefined && !this.#isBlocked; [key] = this.#pending) {
      this.#pending.delete(key);
      const { answer, end } = await this.#options.answer(key);
      if (this.#isOver) break;
      if (end === 'complete') this.end(answer);
      else if (end === 'cut') this.cut();
      else this.#sent(this.#options.sink.next(answer));
    }
    this.#isPumping = false;
  }

  #sent(isRead: boolean): void {
    this.#isBlocked = !isRead;
  }

  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#pending.clear();
    this.#options.onEnd();
  }
}
