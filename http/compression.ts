import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import type { Eventually } from './context.js';

/** Smaller bodies are not compressed: it would save less than their headers take. */
export const COMPRESSED_FROM_BYTES = 1_024;

/** The type of an archive, which is compressed already. */
export const ARCHIVE = 'application/gzip';

/** Supported encodings, in order of preference. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** About as fast as gzip's default level, with smaller output. */
const BROTLI_QUALITY = 4;

const compressors: Readonly<Record<Encoding, (bytes: string | Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** A body that is sent more than once and compressed once per encoding, or beforehand. */
export class ReusableBody {
  readonly bytes: string | Buffer;
  readonly #compressed: Map<Encoding, Promise<Buffer>>;

  constructor(bytes: string | Buffer, compressed?: Readonly<Record<Encoding, Buffer>>) {
    this.bytes = bytes;
    const made =
      compressed === undefined ? [] : ENCODINGS.map((name) => [name, Promise.resolve(compressed[name])] as const);
    this.#compressed = new Map(made);
  }

  compressed(encoding: Encoding): Promise<Buffer> {
    let compressed = this.#compressed.get(encoding);
    if (compressed === undefined) {
      compressed = compressors[encoding](this.bytes);
      this.#compressed.set(encoding, compressed);
      compressed.catch(() => this.#compressed.delete(encoding));
    }
    return compressed;
  }
}

/** A body in the encoding in which it is sent. */
export interface EncodedBody {
  readonly bytes: string | Buffer;
  readonly encoding: Encoding | undefined;
}

/** The published types lack the second parameter, which orders encodings of equal quality. */
interface PreferringNegotiator {
  encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
}

/** The body in the best encoding that the client accepts; small bodies are not compressed. */
export function encodeBody(
  { headers }: Pick<IncomingMessage, 'headers'>,
  body: string | Buffer | ReusableBody,
): Eventually<EncodedBody> {
  const bytes = body instanceof ReusableBody ? body.bytes : body;
  const accepted = headers['accept-encoding'];
  const uncompressed = { bytes, encoding: undefined };
  if (accepted === undefined || Buffer.byteLength(bytes) < COMPRESSED_FROM_BYTES) return uncompressed;
  const negotiator: PreferringNegotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const [encoding] = negotiator.encodings([...ENCODINGS, 'identity'], { preferred: ENCODINGS });
  if (encoding !== 'br' && encoding !== 'gzip') return uncompressed;
  const compressed = body instanceof ReusableBody ? body.compressed(encoding) : compressors[encoding](body);
  return compressed.then((made) => ({ bytes: made, encoding }));
}
