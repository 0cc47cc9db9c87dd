import { MessageType, type Server } from 'graphql-ws';
import type { Logger } from 'pino';
import type { RawData, WebSocket } from 'ws';
import { ApiError } from '../../../access/errors.js';
import type { Identity } from '../../../access/identity.js';
import { IteratorSink } from '../../../gateway/live/iterator-sink.js';
import { requireShallow } from '../../body.js';
import type { AdmittedCaller, Entrant } from './admission.js';
import {
  closeOf,
  closeOfLibrary,
  NOT_TEXT,
  TOO_MANY_MESSAGES,
  TRY_AGAIN,
  UNEXPECTED,
  type Close,
} from './close-codes.js';

/** Pings in a row that a client may leave unanswered. */
const MOST_UNANSWERED_PINGS = 2;
/** What a client may send between two heartbeats; a message counts as at least `LEAST_BYTES`. */
const MOST_BYTES_PER_BEAT = 4 * 1024 * 1024;
const LEAST_BYTES = 1_024;
/** While a client has so much left to read, nothing more is read from it. */
const MOST_UNREAD_BYTES = 1024 * 1024;

/** The library's error for a message that only servers send. */
function isUnexpectedMessage(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Unexpected message of type ');
}

/** One WebSocket of a client. */
export class GraphqlSocket {
  readonly #socket: WebSocket;
  readonly #entrant: Entrant;
  readonly #log: Pick<Logger, 'error'>;
  readonly #sinks = new Set<IteratorSink>();
  #caller: AdmittedCaller | undefined;
  #unansweredPings = 0;
  #bytes = 0;

  constructor(socket: WebSocket, entrant: Entrant, log: Pick<Logger, 'error'>) {
    this.#socket = socket;
    this.#entrant = entrant;
    this.#log = log;
  }

  /** Speaks `protocol` with the client until the socket is closed. */
  serve(protocol: Server<GraphqlSocket>): void {
    const socket = this.#socket;
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => this.#send(text),
        close: (code, reason) => this.close(closeOfLibrary(code, reason)),
        onPing: (payload) => this.#answerPing(payload),
        onMessage: (handle) => void socket.on('message', (data, isBinary) => this.#receive(data, isBinary, handle)),
      },
      this,
    );
    socket.on('pong', () => {
      this.#unansweredPings = 0;
    });
    socket.on('ping', (data) => {
      if (this.#accepts(data.length)) socket.pong(data, false, () => this.#resume());
      this.#pause();
    });
    socket.on('close', (code, reason) => {
      this.#endStreams();
      this.#entrant.leave();
      closed(code, reason.toString()).catch((err: unknown) => this.#log.error({ err }, 'could not end a WebSocket'));
    });
  }

  /** Admits the caller by the payload of `connection_init`. Throws a declared error. */
  async connect(params: Readonly<Record<string, unknown>> = {}): Promise<void> {
    this.#caller = await this.#entrant.admit(params);
  }

  /** The caller's current identity. Throws a declared error once the key or session is no longer valid. */
  async authenticate(): Promise<Identity> {
    if (this.#caller === undefined) throw new ApiError('missing_key');
    return this.#caller.authenticate();
  }

  /** A sink for one subscription; closed with the socket. */
  newSink(): IteratorSink {
    const sink = new IteratorSink(() => this.close(TRY_AGAIN));
    this.#sinks.add(sink);
    sink.on('close', () => this.#sinks.delete(sink));
    if (this.#socket.readyState !== this.#socket.OPEN) sink.leave();
    return sink;
  }

  close({ code, reason }: Close): void {
    this.#socket.close(code, reason);
    this.#endStreams();
  }

  /** Closes the socket because of an error; an undeclared one is logged. */
  fail(error: unknown): void {
    if (!(error instanceof ApiError)) this.#log.error({ err: error }, 'could not handle a WebSocket message');
    this.close(closeOf(error instanceof ApiError ? error : new ApiError('internal_error')));
  }

  /** Finds clients that are gone and, on a socket without streams, keys and sessions that are no longer valid. */
  beat(): void {
    this.#bytes = 0;
    if (this.#unansweredPings >= MOST_UNANSWERED_PINGS) return this.#socket.terminate();
    this.#unansweredPings += 1;
    this.#socket.ping();
    // Streams check by themselves, and end with an error that says more.
    if (this.#caller !== undefined && this.#sinks.size === 0) void this.#recheck();
  }

  /** At once: nobody reads their events any more, and each has a price. */
  #endStreams(): void {
    for (const sink of [...this.#sinks]) sink.leave();
  }

  async #recheck(): Promise<void> {
    try {
      await this.authenticate();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) this.fail(error);
    }
  }

  #receive(data: RawData, isBinary: boolean, handle: (text: string) => Promise<void>): void {
    const bytes = data as Buffer;
    this.#unansweredPings = 0;
    if (!this.#accepts(bytes.length)) return;
    if (isBinary) return this.close(NOT_TEXT);
    handle(bytes.toString()).catch((error: unknown) =>
      isUnexpectedMessage(error) ? this.close(UNEXPECTED) : this.fail(error),
    );
  }

  /** Whether the client may send so much now; otherwise the socket is closed. */
  #accepts(length: number): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return false;
    this.#bytes += Math.max(length, LEAST_BYTES);
    if (this.#bytes > MOST_BYTES_PER_BEAT) this.close(TOO_MANY_MESSAGES);
    return this.#bytes <= MOST_BYTES_PER_BEAT;
  }

  /** Resolves once the text has been passed on to the network, or the socket is closed. */
  #send(text: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.readyState !== this.#socket.OPEN) return resolve();
      this.#socket.send(text, () => {
        resolve();
        this.#resume();
      });
      this.#pause();
    });
  }

  /** Repeats the payload, as the protocol asks. Throws `invalid_json` if it is nested too deeply. */
  #answerPing(payload: unknown): Promise<void> {
    requireShallow(payload, 'message');
    return this.#send(JSON.stringify({ type: MessageType.Pong, payload }));
  }

  #pause(): void {
    if (this.#socket.bufferedAmount > MOST_UNREAD_BYTES) this.#socket.pause();
  }

  #resume(): void {
    if (this.#socket.isPaused && this.#socket.bufferedAmount <= MOST_UNREAD_BYTES) this.#socket.resume();
  }
}
