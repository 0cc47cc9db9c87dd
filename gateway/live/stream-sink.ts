import type { ShownAnswer } from './shown-answer.js';

/** Where a stream is sent: one client over one transport. */
export interface StreamSink {
  /** True once the client has left or the connection is closed. */
  readonly isGone: boolean;
  /** Sends a response. False once the client reads more slowly than the stream sends; `drain` follows. */
  next(answer: ShownAnswer): boolean;
  /** Sends what keeps an idle connection open; returns as `next`. */
  beat(): boolean;
  /** Tells the client that the stream is over, after `last` if given. */
  complete(last?: ShownAnswer): void;
  /** Closes the connection without completing the stream, so that its client opens it again. */
  cut(): void;
  on(event: 'drain' | 'close', listener: () => void): void;
}
