import { createHash } from 'node:crypto';

/** 128 bits that determine all randomness of a simulation. */
export type Seed = readonly [number, number, number, number];

const WARM_UP_ROUNDS = 20;
const UNIT = 2 ** -32;

/** Seed from any content: the first 128 bits of the SHA-256 of its parts in order. Equal bytes give equal seeds. */
export function seedOf(...parts: readonly NodeJS.ArrayBufferView[]): Seed {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  const digest = hash.digest();
  return [digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8), digest.readInt32LE(12)];
}

/** The seed's 128 bits as text: the first 32 hexadecimal digits of the SHA-256 that {@link seedOf} read. */
export function seedText(seed: Seed): string {
  const bytes = Buffer.alloc(16);
  seed.forEach((word, i) => bytes.writeInt32LE(word, 4 * i));
  return bytes.toString('hex');
}

/**
 * Small fast counting generator sfc32: 128 bits of state, period above 2^32 on every stream. The state lives in a typed
 * array, because 32-bit numbers in object fields would be allocated at each draw.
 *
 * Source: C. Doty-Humphrey, PractRand (2010), `sfc32`; M. E. O'Neill, "Random number generators, new and old" (2018).
 */
export class Random {
  private readonly state = new Int32Array(4);

  /** Streams of one seed are independent sequences. */
  constructor(seed: Seed, stream: number) {
    this.state.set([seed[0], seed[1], seed[2], seed[3] ^ Math.imul(stream + 1, 0x9e3779b9)]);
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) this.uniform();
  }

  /** Uniform on [0, 1), in steps of 2^−32. */
  uniform(): number {
    const state = this.state;
    const a = state[0] as number;
    const b = state[1] as number;
    const c = state[2] as number;
    const counter = state[3] as number;
    const sum = (((a + b) | 0) + counter) | 0;
    state[0] = b ^ (b >>> 9);
    state[1] = (c + (c << 3)) | 0;
    state[2] = (((c << 21) | (c >>> 11)) + sum) | 0;
    state[3] = (counter + 1) | 0;
    return (sum >>> 0) * UNIT;
  }

  /** Uniform integer in [0, count). The bias is below count / 2^32. */
  below(count: number): number {
    return Math.floor(this.uniform() * count);
  }

  /** Fills with independent standard normal draws (Marsaglia's polar method, pairs). */
  fillNormal(out: Float64Array): void {
    for (let i = 0; i < out.length; i += 2) {
      let u: number;
      let v: number;
      let square: number;
      do {
        u = 2 * this.uniform() - 1;
        v = 2 * this.uniform() - 1;
        square = u * u + v * v;
      } while (square >= 1 || square === 0);
      const scale = Math.sqrt((-2 * Math.log(square)) / square);
      out[i] = u * scale;
      // For an odd length, the typed array drops the last element.
      out[i + 1] = v * scale;
    }
  }

  /**
   * Fills with independent draws of Student's t with `degrees` of freedom, unit scale.
   *
   * Source: R. W. Bailey, "Polar generation of random variates with the t-distribution", Math. Comp. 62 (1994).
   */
  fillStudentT(out: Float64Array, degrees: number): void {
    const power = -2 / degrees;
    for (let i = 0; i < out.length; i += 1) {
      let u: number;
      let square: number;
      do {
        u = 2 * this.uniform() - 1;
        const v = 2 * this.uniform() - 1;
        square = u * u + v * v;
      } while (square >= 1 || square === 0);
      out[i] = u * Math.sqrt((degrees * Math.expm1(power * Math.log(square))) / square);
    }
  }
}
