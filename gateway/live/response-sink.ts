import type { Writable } from 'node:stream';
import type { ShownAnswer } from './shown-answer.js';
import type { StreamFormat } from './stream-format.js';
import type { StreamSink } from './stream-sink.js';

type ResponseBody = Pick<Writable, 'write' | 'end' | 'destroy' | 'on' | 'destroyed'>;

/** A stream in the body of an HTTP response, whose head has been written. */
export class ResponseSink implements StreamSink {
  readonly #response: ResponseBody;
  readonly #format: StreamFormat;

  constructor(response: ResponseBody, format: StreamFormat) {
    this.#response = response;
    this.#format = format;
    response.write(format.opening);
  }

  get isGone(): boolean {
    return this.#response.destroyed;
  }

  next(answer: ShownAnswer): boolean {
    return this.#response.write(this.#format.next(answer));
  }

  beat(): boolean {
    return this.#response.write(this.#format.heartbeat);
  }

  complete(last?: ShownAnswer): void {
    this.#response.end(this.#format.complete(last));
  }

  cut(): void {
    this.#response.destroy();
  }

  on(event: 'drain' | 'close', listener: () => void): void {
    this.#response.on(event, listener);
    if (event === 'close') this.#response.on('error', listener);
  }
}
