import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { OutboundResponse } from '../../outbound/messages.js';
import type { Masker } from './mask.js';

/** Bytes of a body that are shown. */
const EXCERPT_BYTES = 4_096;
/** Bytes of a decoded body that are read. */
const READ_BYTES = 65_536;

type Decode = (body: Buffer) => Promise<Buffer>;

const cutAllowed = { finishFlush: constants.Z_SYNC_FLUSH };
const inflated = promisify(inflate) as (body: Buffer, options: object) => Promise<Buffer>;

/** Decoders by content coding, which give what there is of a body that was cut. */
const DECODERS: Readonly<Record<string, Decode>> = {
  identity: (body) => Promise.resolve(body),
  gzip: (body) => promisify(gunzip)(body, cutAllowed),
  'x-gzip': (body) => promisify(gunzip)(body, cutAllowed),
  // Some servers send deflate without its header.
  deflate: (body) => inflated(body, cutAllowed).catch(() => promisify(inflateRaw)(body, cutAllowed)),
  br: (body) => promisify(brotliDecompress)(body, { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
};

/** The first bytes of a gzip file. */
const GZIP = [0x1f, 0x8b] as const;

/** What of a response's body may be shown. */
export interface Excerpt {
  readonly text: string;
  readonly isTruncated: boolean;
  readonly redactionCount: number;
}

/** The body without its content codings; null if one of them is unknown or the body is not in it. */
async function decoded({ body, headers }: OutboundResponse): Promise<Buffer | null> {
  const codings = (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim());
  // A file that is compressed without saying so would carry the credential past the masks.
  const isGzip =
    codings.every((each) => each === '' || each === 'identity') && body[0] === GZIP[0] && body[1] === GZIP[1];
  let bytes = isGzip ? await promisify(gunzip)(body, cutAllowed).catch(() => body) : body;
  for (const coding of codings.filter((each) => each !== '').reverse()) {
    const decode = DECODERS[coding];
    if (decode === undefined) return null;
    try {
      bytes = await decode(bytes);
    } catch {
      return null;
    }
  }
  return bytes;
}

function textOf(bytes: Buffer, contentType: string): string {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset);
  } catch {
    decoder = new TextDecoder();
  }
  // Without these, a secret that is spelled in two bytes a letter would not be recognised.
  return decoder.decode(bytes).replaceAll('\0', '');
}

/** A body as text, as far as it is read; empty if it is in an unknown coding. */
export async function bodyText(response: OutboundResponse): Promise<string> {
  const bytes = await decoded(response);
  return bytes === null ? '' : textOf(bytes, response.headers['content-type'] ?? '');
}

/** The start of a text, in whole characters. */
function startOf(text: string, bytes: number): string {
  const all = Buffer.from(text);
  return all.length <= bytes ? text : new TextDecoder().decode(all.subarray(0, bytes), { stream: true });
}

/** The start of a body as text, with the secrets masked before it is cut. */
export async function excerptOf(response: OutboundResponse, masker: Masker): Promise<Excerpt> {
  const bytes = await decoded(response);
  if (bytes === null) return { text: '', isTruncated: true, redactionCount: 0 };
  const isCut = response.isCut || bytes.length > READ_BYTES;
  const whole = textOf(bytes.subarray(0, READ_BYTES), response.headers['content-type'] ?? '');
  const { text, count } = masker.mask(whole);
  // At the end of what was read, a part of a secret may stand.
  const sure = isCut ? text.slice(0, Math.max(0, text.length - masker.longest)) : text;
  const shown = startOf(sure, EXCERPT_BYTES);
  return { text: shown, isTruncated: isCut || shown.length < sure.length, redactionCount: count };
}
