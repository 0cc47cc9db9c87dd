/** Decimals of a price from 1 on, and significant digits of a lower one and of every adjusted price. */
const PRICE = { decimals: 4, digits: 7 } as const;

/** Rounds to decimal places; halves are rounded up. */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return unsignedZero(Math.round(value * factor) / factor);
}

/** Rounds to significant digits. */
export function roundToDigits(value: number, digits: number): number {
  return unsignedZero(Number(value.toPrecision(digits)));
}

function unsignedZero(value: number): number {
  return value === 0 ? 0 : value;
}

/** A price or a difference of prices as it is shown: 4 decimals, below 1 in size 7 significant digits. */
export function roundPrice(price: number): number {
  return Math.abs(price) < 1 ? roundToDigits(price, PRICE.digits) : roundTo(price, PRICE.decimals);
}

/** A price adjusted for dividends as it is shown: 7 significant digits, so that returns can be computed from it. */
export function roundAdjustedPrice(price: number): number {
  return roundToDigits(price, PRICE.digits);
}
