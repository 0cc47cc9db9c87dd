/** Uniform draws in [0, 1) that depend on the seed parts alone. */
export type Random = () => number;

/** FNV-1a, 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/**
 * A generator (sfc32) for one purpose: the same three parts always give the same draws, whatever was drawn elsewhere,
 * so that a day can be generated without its neighbours' numbers moving.
 */
export function seededRandom(seed: number, day: number, purpose: number): Random {
  let a = seed | 0;
  let b = Math.imul(day, 0x9e3779b1) | 0;
  let c = purpose | 0;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let round = 0; round < 12; round++) next();
  return next;
}

/** Standard normal by Marsaglia's polar method. */
export function normal(random: Random): number {
  for (;;) {
    const u = 2 * random() - 1;
    const v = 2 * random() - 1;
    const w = u * u + v * v;
    if (w > 0 && w < 1) return u * Math.sqrt((-2 * Math.log(w)) / w);
  }
}

/** Student-t with `freedom` > 2 degrees, scaled to variance 1, by Bailey's polar method (Math. Comp. 62, 1994). */
export function studentT(random: Random, freedom: number): number {
  for (;;) {
    const u = 2 * random() - 1;
    const v = 2 * random() - 1;
    const w = u * u + v * v;
    if (w > 0 && w < 1) return u * Math.sqrt(((freedom - 2) * (w ** (-2 / freedom) - 1)) / w);
  }
}
