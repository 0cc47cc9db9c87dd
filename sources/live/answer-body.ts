import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { OutboundResponse } from '../../outbound/outbound.js';
import { ReadError } from './read-error.js';

/** More is never read of an answer once it is decompressed, unless its kind is known to be larger. */
const MOST_BYTES = 32 * 1024 * 1024;
type Decoder = (body: Buffer, limits: { readonly maxOutputLength: number }) => Promise<Buffer>;
const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
};
/** Encodings that requests may ask for. */
export const ACCEPTED_ENCODINGS = 'gzip';

async function plainBody({ headers, body }: OutboundResponse, host: string, mostBytes: number): Promise<Buffer> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return body;
  const decode = DECODERS[encoding];
  if (decode === undefined) throw new ReadError('unreadable', `${host} answered in the encoding ${encoding}.`);
  return decode(body, { maxOutputLength: mostBytes }).catch((cause: unknown) => {
    if ((cause as { readonly code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new ReadError('too_large', `The response from ${host} is larger than ${mostBytes} bytes.`, { cause });
    throw new ReadError('unreadable', `${host} answered with a broken ${encoding} body.`, { cause });
  });
}

/** The text of an answer in UTF-8, of 32 MiB by default. Throws ReadError for a broken encoding, and for more. */
export async function textBody(response: OutboundResponse, host: string, mostBytes = MOST_BYTES): Promise<string> {
  return (await plainBody(response, host, mostBytes)).toString('utf8');
}

/** The JSON of an answer, of 32 MiB by default. Throws ReadError for more, a page, a cut body or anything else. */
export async function jsonBody(response: OutboundResponse, host: string, mostBytes?: number): Promise<unknown> {
  const text = await textBody(response, host, mostBytes);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const what = /^\s*</.test(text) ? 'a page' : 'something';
    throw new ReadError('unreadable', `${host} answered with ${what} that is not JSON.`, { cause });
  }
}
