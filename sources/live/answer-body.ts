import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { OutboundResponse } from '../../outbound/outbound.js';
import { ReadError } from './read-error.js';

/** More is never read of an answer once it is decompressed. */
const MOST_BYTES = 32 * 1024 * 1024;
const DECODERS: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gunzip)(body, { maxOutputLength: MOST_BYTES }),
  'x-gzip': (body) => promisify(gunzip)(body, { maxOutputLength: MOST_BYTES }),
  br: (body) => promisify(brotliDecompress)(body, { maxOutputLength: MOST_BYTES }),
  deflate: (body) => promisify(inflate)(body, { maxOutputLength: MOST_BYTES }),
};
/** Encodings that requests may ask for. */
export const ACCEPTED_ENCODINGS = 'gzip';

async function plainBody({ headers, body }: OutboundResponse, host: string): Promise<Buffer> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return body;
  const decode = DECODERS[encoding];
  if (decode === undefined) throw new ReadError('unreadable', `${host} answered in the encoding ${encoding}.`);
  return decode(body).catch((cause: unknown) => {
    throw new ReadError('unreadable', `${host} answered with a broken ${encoding} body.`, { cause });
  });
}

/** The text of an answer in UTF-8. Throws ReadError for a broken encoding. */
export async function textBody(response: OutboundResponse, host: string): Promise<string> {
  return (await plainBody(response, host)).toString('utf8');
}

/** The JSON of an answer. Throws ReadError for a page, a cut body or anything else that is not JSON. */
export async function jsonBody(response: OutboundResponse, host: string): Promise<unknown> {
  const text = await textBody(response, host);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const what = /^\s*</.test(text) ? 'a page' : 'something';
    throw new ReadError('unreadable', `${host} answered with ${what} that is not JSON.`, { cause });
  }
}
