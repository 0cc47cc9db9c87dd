import { once } from 'node:events';
import type { ClientSession } from './client-session.js';
import type { Multiplexer } from './multiplexer.js';
import { CODES, frames, message, query, readTextRow, sync } from './wire.js';

/** One complete response. */
export interface RawAnswer {
  readonly types: string;
  /** The first column of each row. */
  readonly texts: readonly (string | null)[];
  readonly error: string | null;
}

/** A client that sends single wire messages, for tests of unusual driver behaviour. */
export class RawClient {
  static readonly query = query;
  static readonly sync = sync;
  static readonly flush = (): Buffer => message('H');
  static readonly password = (text: string): Buffer => message('p', text);
  static readonly parse = (name: string, sql: string): Buffer => message('P', name, sql, Buffer.alloc(2));
  static readonly bind = (portal: string, statement: string): Buffer =>
    message('B', portal, statement, Buffer.alloc(6));
  static readonly execute = (portal: string): Buffer => message('E', portal, Buffer.alloc(4));
  static readonly sslRequest = (): Buffer => startupPacket(CODES.ssl);
  static readonly cancelRequest = (): Buffer => startupPacket(CODES.cancel, Buffer.alloc(8));

  readonly closed: Promise<unknown>;
  lastError: string | null = null;
  readonly #stream: ClientSession;
  #received: Buffer = Buffer.alloc(0);

  private constructor(stream: ClientSession) {
    this.#stream = stream;
    this.closed = once(stream, 'close');
    stream.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.lastError = read(this.#received).error ?? this.lastError;
    });
  }

  static async connect(multiplexer: Multiplexer): Promise<RawClient> {
    const client = new RawClient(multiplexer.connect());
    await client.send(startupPacket(CODES.protocolMajor << 16, Buffer.from('user\0postgres\0\0')));
    return client;
  }

  /** The first byte received; empty if the connection closes. */
  static async firstByte(multiplexer: Multiplexer, packet: Buffer): Promise<string> {
    const stream = multiplexer.connect();
    stream.write(packet);
    const [first] = (await Promise.race([once(stream, 'data'), once(stream, 'end')])) as [Buffer?];
    stream.destroy();
    return first?.toString('latin1', 0, 1) ?? '';
  }

  write(bytes: Buffer): void {
    this.#stream.write(bytes);
  }

  /** Sends messages and resolves with the response up to ReadyForQuery. */
  send(...messages: readonly Buffer[]): Promise<RawAnswer> {
    return this.sendUntil('Z', ...messages);
  }

  async sendUntil(type: string, ...messages: readonly Buffer[]): Promise<RawAnswer> {
    this.write(Buffer.concat(messages));
    return this.#next(type);
  }

  /** Sends bytes that cause several responses. */
  async sendAll(bytes: Buffer, answers: number): Promise<RawAnswer[]> {
    this.write(bytes);
    const all: RawAnswer[] = [];
    while (all.length < answers) all.push(await this.#next('Z'));
    return all;
  }

  leave(): void {
    this.#stream.destroy();
  }

  async #next(type: string): Promise<RawAnswer> {
    for (;;) {
      const last = [...frames(this.#received)].find(
        (frame) => frame.type === type && frame.end <= this.#received.length,
      );
      if (last) {
        const answer = read(this.#received.subarray(0, last.end));
        this.#received = this.#received.subarray(last.end);
        return answer;
      }
      await once(this.#stream, 'data');
    }
  }
}

function startupPacket(code: number, rest: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + rest.length, 0);
  head.writeInt32BE(code, 4);
  return Buffer.concat([head, rest]);
}

function read(bytes: Buffer): RawAnswer {
  const whole = [...frames(bytes)].filter(({ end }) => end <= bytes.length);
  const error = whole.find(({ type }) => type === 'E');
  return {
    types: whole.map(({ type }) => type).join(''),
    texts: whole.filter(({ type }) => type === 'D').map(({ body }) => readTextRow(bytes, body)[0] ?? null),
    error: error ? (/\0M([^\0]*)\0/.exec(bytes.toString('utf8', error.body, error.end))?.[1] ?? null) : null,
  };
}
