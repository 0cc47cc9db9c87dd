import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import type { Eventually } from './context.js';

/** Bodies below this size are sent as they are: their headers weigh more than what would be saved. */
export const COMPRESSED_FROM_BYTES = 1_024;

/** How a body can be compressed, the better one first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Brotli's effort that takes about as long as gzip's default and makes less. */
const BROTLI_QUALITY = 4;

const compressors: Readonly<Record<Encoding, (bytes: string | Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** A body that is sent more than once: each compressed form is made once. */
export class ReusableBody {
  readonly bytes: string | Buffer;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(bytes: string | Buffer) {
    this.bytes = bytes;
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

/** A body as it is sent. */
export interface EncodedBody {
  readonly bytes: string | Buffer;
  readonly encoding: Encoding | undefined;
}

/** Its published types lack the second parameter, which decides between encodings that the client likes equally. */
interface PreferringNegotiator {
  encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
}

/** The body in the best encoding that the client accepts; a small one as it is. */
export function encodeBody({ headers }: Pick<IncomingMessage, 'headers'>, body: string | Buffer | ReusableBody): Eventually<EncodedBody> {
  const bytes = body instanceof ReusableBody ? body.bytes : body;
  const accepted = headers['accept-encoding'];
  const asItIs = { bytes, encoding: undefined };
  if (accepted === undefined || Buffer.byteLength(bytes) < COMPRESSED_FROM_BYTES) return asItIs;
  const negotiator: PreferringNegotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const [encoding] = negotiator.encodings([...ENCODINGS, 'identity'], { preferred: ENCODINGS });
  if (encoding !== 'br' && encoding !== 'gzip') return asItIs;
  const compressed = body instanceof ReusableBody ? body.compressed(encoding) : compressors[encoding](body);
  return compressed.then((made) => ({ bytes: made, encoding }));
}
