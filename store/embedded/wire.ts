/** The parts of PostgreSQL's wire protocol, version 3, that the multiplexer uses. */

export const CODES = {
  ssl: 80877103,
  gss: 80877104,
  cancel: 80877102,
  protocolMajor: 3,
} as const;

/** Longest accepted client message, close to PGlite's limit for one value. */
export const MAX_MESSAGE_BYTES = 0x3fff_ffff;

/** A message with type byte and length; `payload` follows the length. */
export function message(type: string, ...payload: readonly (Buffer | string)[]): Buffer {
  const parts = payload.map((part) => (typeof part === 'string' ? cString(part) : part));
  const length = parts.reduce((sum, part) => sum + part.length, 4);
  const head = Buffer.allocUnsafe(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(length, 1);
  return Buffer.concat([head, ...parts]);
}

export const query = (sql: string): Buffer => message('Q', sql);
export const sync = (): Buffer => message('S');
export const closeStatement = (name: string): Buffer => message('C', Buffer.from('S'), name);
export const readyForQuery = (status: TransactionStatus): Buffer => message('Z', Buffer.from(status));
export const authenticationOk = (): Buffer => message('R', int32(0));
export const parameterStatus = (name: string, value: string): Buffer => message('S', name, value);
export const backendKeyData = (id: number): Buffer => message('K', int32(id), int32(0));

/** An ErrorResponse with the fields every driver reads. */
export function errorResponse(severity: 'ERROR' | 'FATAL', code: string, text: string): Buffer {
  const fields = { S: severity, V: severity, C: code, M: text };
  const parts = Object.entries(fields).map(([field, value]) => Buffer.concat([Buffer.from(field), cString(value)]));
  return message('E', ...parts, Buffer.from([0]));
}

/** `I` idle, `T` inside a transaction, `E` inside a failed one. */
export type TransactionStatus = 'I' | 'T' | 'E';

/**
 * One message inside a buffer: `start` is its type byte, `body` the first byte of its payload, `end` the byte after it.
 */
export interface Frame {
  readonly type: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

/** The whole messages in `bytes`, in order. */
export function* frames(bytes: Buffer): Generator<Frame> {
  let start = 0;
  while (start + 5 <= bytes.length) {
    const end = start + 1 + bytes.readInt32BE(start + 1);
    yield { type: String.fromCharCode(bytes[start] ?? 0), start, body: start + 5, end };
    start = end;
  }
}

/** The zero-terminated text at `from` and the start of the next field; `text` is null if the zero is missing. */
export function readCString(bytes: Buffer, from: number): { readonly text: string | null; readonly next: number } {
  const zero = bytes.indexOf(0, from);
  return zero < 0 ? { text: null, next: bytes.length } : { text: bytes.toString('utf8', from, zero), next: zero + 1 };
}

/** The text columns of a DataRow's payload. */
export function readTextRow(bytes: Buffer, body: number): (string | null)[] {
  const columns: (string | null)[] = [];
  let at = body + 2;
  for (let count = bytes.readInt16BE(body); count > 0; count -= 1) {
    const length = bytes.readInt32BE(at);
    columns.push(length < 0 ? null : bytes.toString('utf8', at + 4, at + 4 + length));
    at += 4 + Math.max(0, length);
  }
  return columns;
}

function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value);
  return bytes;
}
