import { Duplex } from 'node:stream';
import { messageOf } from '../errors.js';
import { BatchBuilder, type ClientBatch } from './client-batch.js';
import { startupSettings } from './session-state.js';
import { CODES, MAX_MESSAGE_BYTES, errorResponse, readCString } from './wire.js';

/** Callbacks from a client to the multiplexer. */
export interface SessionEvents {
  startup(session: ClientSession): void;
  batch(session: ClientSession, batch: ClientBatch): void;
  /** Called exactly once when the client ends for any reason. */
  left(session: ClientSession): void;
}

/**
 * One client of the shared database session, as the stream its driver writes to: frames messages, answers those that
 * need no database, and passes on batches.
 */
export class ClientSession extends Duplex {
  readonly id: number;
  readonly builder: BatchBuilder;
  /** Startup settings, restored by RESET. */
  baseSettings: ReadonlyMap<string, string> = new Map();
  settings: ReadonlyMap<string, string> = new Map();
  readonly channels = new Set<string>();
  /** Channel changes in the open transaction; they take effect on commit. */
  pendingChannels: ClientBatch['channels'] = [];
  /** Whether settings may have changed since they were last read. */
  touchedSettings = false;
  hasLeft = false;
  readonly #events: SessionEvents;
  #state: 'startup' | 'ready' = 'startup';
  #incoming: Buffer = Buffer.alloc(0);

  constructor(id: number, events: SessionEvents) {
    super({ allowHalfOpen: false });
    this.id = id;
    this.builder = new BatchBuilder(id);
    this.#events = events;
  }

  /** Replaces a socket's connect: the database is in this process. */
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  setTimeout(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  /** Sends bytes to the client unless it has disconnected. */
  answer(bytes: Buffer): void {
    if (!this.hasLeft && bytes.length > 0) this.push(bytes);
  }

  /** Sends an error and closes the connection. */
  refuse(code: string, text: string): void {
    this.answer(errorResponse('FATAL', code, text));
    this.#leave();
  }

  override _read(): void {
    // No backpressure: the database has already produced complete responses.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#incoming = this.#incoming.length === 0 ? chunk : Buffer.concat([this.#incoming, chunk]);
    try {
      while (!this.hasLeft && this.#takeMessage());
    } catch (error) {
      this.refuse('08P01', `malformed message: ${messageOf(error)}`);
    }
    done();
  }

  override _final(done: () => void): void {
    this.#leave();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#leave();
    done(error);
  }

  #takeMessage(): boolean {
    const bytes = this.#incoming;
    const head = this.#state === 'startup' ? 0 : 1;
    if (bytes.length < head + 4) return false;
    const length = bytes.readInt32BE(head);
    if (length < 4 || length > MAX_MESSAGE_BYTES) throw new RangeError(`a length of ${String(length)} bytes`);
    if (bytes.length < head + length) return false;
    this.#incoming = bytes.subarray(head + length);
    const payload = bytes.subarray(head + 4, head + length);
    if (head === 0) this.#startup(payload);
    else this.#message(String.fromCharCode(bytes[0] ?? 0), payload);
    return true;
  }

  #startup(payload: Buffer): void {
    const code = payload.readInt32BE(0);
    if (code === CODES.ssl || code === CODES.gss) return this.answer(Buffer.from('N'));
    // A cancel request is accepted without effect, as the protocol allows: the shared session cannot be interrupted.
    if (code === CODES.cancel) return this.#leave();
    if (code >> 16 !== CODES.protocolMajor)
      return this.refuse('0A000', `unsupported protocol version ${String(code >> 16)}`);
    this.baseSettings = startupSettings(readParameters(payload));
    this.settings = this.baseSettings;
    this.#state = 'ready';
    this.#events.startup(this);
  }

  #message(type: string, payload: Buffer): void {
    if (type === 'X') return this.#leave();
    // No password was requested and no COPY is active: like PostgreSQL, ignore such messages.
    if ('pdcf'.includes(type)) return;
    if (!'QPBDCEHSF'.includes(type)) throw new RangeError(`unknown type ${JSON.stringify(type)}`);
    const batch = this.builder.add(type, payload);
    if (batch) this.#events.batch(this, batch);
  }

  #leave(): void {
    if (this.hasLeft) return;
    this.push(null);
    this.hasLeft = true;
    this.#incoming = Buffer.alloc(0);
    this.#events.left(this);
  }
}

/**
 * Fails like an unreachable server, with the code after which drivers and queues wait before they retry, and in a later
 * turn of the event loop, so that an immediate retry cannot starve others.
 */
export function refuseConnection(session: ClientSession, cause: Error): void {
  const refused = Object.assign(new Error(cause.message, { cause }), { code: 'ECONNREFUSED' });
  setImmediate(() => session.destroy(refused));
}

function readParameters(payload: Buffer): Map<string, string> {
  const parameters = new Map<string, string>();
  for (let at = 4; at < payload.length && payload[at] !== 0;) {
    const name = readCString(payload, at);
    const value = readCString(payload, name.next);
    if (name.text === null || value.text === null) throw new RangeError('unterminated startup parameters');
    parameters.set(name.text, value.text);
    at = value.next;
  }
  return parameters;
}
