import type { ShownAnswer } from './shown-answer.js';

/** How a stream is written into the body of an HTTP response. */
export interface StreamFormat {
  readonly contentType: string;
  /** The first bytes of a stream, so that the client knows at once that it is open. */
  readonly opening: string;
  /** Keeps proxies from closing an idle connection and detects disconnected clients; clients skip it. */
  readonly heartbeat: string;
  next(answer: ShownAnswer): string;
  /** The end of a stream, with its last response if given. */
  complete(last?: ShownAnswer): string;
}
