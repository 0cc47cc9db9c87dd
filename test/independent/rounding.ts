/** Rounds to significant digits by hand, on the written digits of the number; halves away from zero. */
export function plainDigits(value: number, digits: number): number {
  const [written = '', exponent = '0'] = Math.abs(value).toExponential(40).split('e');
  const figures = written.replace('.', '');
  const kept = BigInt(figures.slice(0, digits)) + (Number(figures[digits] ?? '0') >= 5 ? 1n : 0n);
  return Math.sign(value) * Number(`${kept}e${Number(exponent) - digits + 1}`);
}

/** A price with 4 decimals; with 7 significant digits below 1. */
export function plainPrice(price: number): number {
  if (Math.abs(price) < 1) return plainDigits(price, 7);
  const wholeDigits = String(Math.trunc(Math.abs(price))).length;
  return plainDigits(price, wholeDigits + 4);
}
