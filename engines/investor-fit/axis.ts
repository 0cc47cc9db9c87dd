/** How well a firm meets one criterion: 0 to 1, or null if nothing that says so is known. */
export interface Axis {
  readonly score: number | null;
  /** In plain words. */
  readonly reason: string;
}

export function clamped(value: number): number {
  return Math.min(1, Math.max(0, value));
}
