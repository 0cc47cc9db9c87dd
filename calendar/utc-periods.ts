/** Epoch milliseconds. */
export type Clock = () => number;

/** A calendar month, UTC. */
export interface Month {
  /** `YYYY-MM`. */
  readonly label: string;
  readonly startMs: number;
  /** The first instant of the next month. */
  readonly endMs: number;
}

let latest: Month = monthContaining(0);

/** The month of an instant. The last result is cached, because requests ask for the current month. */
export function monthAt(ms: number): Month {
  if (ms < latest.startMs || ms >= latest.endMs) latest = monthContaining(ms);
  return latest;
}

function monthContaining(ms: number): Month {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  return {
    label: date.toISOString().slice(0, 7),
    startMs: Date.UTC(year, month, 1),
    endMs: Date.UTC(year, month + 1, 1),
  };
}

/**
 * Whole seconds from `nowMs` to `targetMs`, at least 1; rounded up so that a client that waits this long is not early.
 */
export function secondsUntil(targetMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((targetMs - nowMs) / 1000));
}
