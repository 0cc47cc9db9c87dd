import { Duplex } from 'node:stream';
import { messageOf } from '../errors.js';
import { BatchBuilder, type ClientBatch } from './client-batch.js';
import { startupSettings } from './session-state.js';
import { CODES, MAX_MESSAGE_BYTES, errorResponse, readCString } from './wire.js';

/** What the multiplexer hears from a client. */
export interface SessionEvents {
  startup(session: ClientSession): void;
  batch(session: ClientSession, batch: ClientBatch): void;
  /** Exactly once, however the client ends. */
  left(session: ClientSession): void;
}

/**
 * One client of the shared database session, as the stream its driver writes to: frames what comes in,
 * answers what needs no database, and hands batches on.
 */
export class ClientSession extends Duplex {
  readonly id: number;
  readonly builder: BatchBuilder;
  /** Settings given at startup: what RESET returns to. */
  baseSettings: ReadonlyMap<string, string> = new Map();
  settings: ReadonlyMap<string, string> = new Map();
  readonly channels = new Set<string>();
  /** Channel changes of the open transaction: they count once it commits. */
  pendingChannels: ClientBatch['channels'] = [];
  /** Whether settings may have changed since they were last read back. */
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

  /** Stands in for a socket's connect: the database is in this process. */
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this { return this; }
  setKeepAlive(): this { return this; }
  setTimeout(): this { return this; }
  ref(): this { return this; }
  unref(): this { return this; }

  /** Sends bytes to the client unless it is gone. */
  answer(bytes: Buffer): void {
    if (!this.hasLeft && bytes.length > 0) this.push(bytes);
  }

  /** Tells the client why, and hangs up. */
  refuse(code: string, text: string): void {
    this.answer(errorResponse('FATAL', code, text));
    this.#leave();
  }

  override _read(): void {
    // Answers are pushed as they come: the database has already produced them whole.
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
    // One session cannot be interrupted: a cancel request is taken and has no effect, as the protocol allows.
    if (code === CODES.cancel) return this.#leave();
    if (code >> 16 !== CODES.protocolMajor) return this.refuse('0A000', `unsupported protocol version ${String(code >> 16)}`);
    this.baseSettings = startupSettings(readParameters(payload));
    this.settings = this.baseSettings;
    this.#state = 'ready';
    this.#events.startup(this);
  }

  #message(type: string, payload: Buffer): void {
    if (type === 'X') return this.#leave();
    // Nobody asks for a password, and COPY data belongs to no COPY: PostgreSQL drops such messages as well.
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
 * As a server that is gone refuses: with the code that drivers and queues wait after before they try again, and not in the
 * same turn of the event loop, so that one who tries again at once starves nobody.
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
    if (name.text === null || value.text === null) throw new RangeError('startup parameters without an end');
    parameters.set(name.text, value.text);
    at = value.next;
  }
  return parameters;
}
