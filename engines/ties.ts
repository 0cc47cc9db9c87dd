/** Values closer than this, as a share of their size, are equal: sums and adjustment factors change the last bits. */
export const TIE = 1e-12;

/** Whether a value is above another by more than rounding; `scale` is the size of what they were computed from. */
export function isAbove(value: number, other: number, scale = other): boolean {
  return value - other > TIE * Math.abs(scale);
}
