const UNITS = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
] as const;
const DIGITS = 3;

/** An amount in words, to three significant digits: `$1.2 billion`. */
export function dollars(amount: number): string {
  const rounded = Number(amount.toPrecision(DIGITS));
  const [size, unit] = UNITS.find(([least]) => rounded >= least) ?? [1, ''];
  return `$${Number((rounded / size).toPrecision(DIGITS))}${unit === '' ? '' : ` ${unit}`}`;
}
