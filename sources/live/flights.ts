import type { ReadFault } from './read-error.js';
import { Turns } from './turns.js';

/** Time that a request waits for a reading, by default. */
export const WAIT_MS = 5_000;
/** Readings that wait for one caller: more than a source's budget allows while a request waits. */
const MOST_WAITING_EACH = 100;

export interface FlightsOptions {
  /** Readings at a time. */
  readonly running: number;
  /** More readings that nobody waits for do not wait for their turn: they are left for the next request. */
  readonly waitingForNobody: number;
  readonly clock: () => number;
  readonly log: { error(details: object, message: string): void };
}

export interface Flight {
  /** What the log says of it. */
  readonly about: object;
  readonly read: () => Promise<void>;
  /** In place of `read` if nobody waits for it any more when its turn comes. */
  readonly leave: () => void;
}

/** Readings under way by key: all who ask for one share it, and callers take turns. */
export class Flights {
  readonly #options: FlightsOptions;
  readonly #turns: Turns;
  /** Until when requests wait for a reading, so that a flood is not read once its requests have been answered. */
  readonly #wantedUntil = new Map<string, number>();

  constructor(options: FlightsOptions) {
    const { running, waitingForNobody } = options;
    this.#options = options;
    this.#turns = new Turns({ running, waitingEach: MOST_WAITING_EACH, waitingForNobody });
  }

  has(key: string): boolean {
    return this.#turns.has(key);
  }

  /** Resolves when the reading has ended, and never rejects; null if too much waits for the caller. */
  join(key: string, caller: string, wantedUntilMs: number, { about, read, leave }: Flight): Promise<void> | null {
    const { clock, log } = this.#options;
    const flight = this.#turns.join(key, caller, async () => {
      try {
        if ((this.#wantedUntil.get(key) ?? 0) < clock()) leave();
        else await read();
      } catch (err) {
        log.error({ err, ...about }, 'could not read from a live source');
      } finally {
        this.#wantedUntil.delete(key);
      }
    });
    if (flight !== null) this.#wantedUntil.set(key, Math.max(this.#wantedUntil.get(key) ?? 0, wantedUntilMs));
    return flight;
  }

  /** Resolves when all readings have ended. */
  ended(): Promise<void> {
    return this.#turns.ended();
  }
}

/** Seconds in which a reading of this process has usually ended. */
const UNDER_WAY_S = 2;

/**
 * What requests are told of a reading under way: another process, whose claim it is, may have died, and then it is read
 * once the claim has run out.
 */
export function toldUnderWay(
  claimedUntilMs: number | null,
  nowMs: number,
): { readonly fault: ReadFault; readonly retryAfterS: number } {
  const leftS = Math.ceil(((claimedUntilMs ?? nowMs) - nowMs) / 1000);
  return { fault: 'timeout', retryAfterS: Math.max(UNDER_WAY_S, leftS) };
}

/** A fault as requests are told it: what waits now is answered or left within `waitMs`. */
export function toldFault(
  { fault, dueMs }: { readonly fault: ReadFault; readonly dueMs: number },
  nowMs: number,
  waitMs: number,
): { readonly fault: ReadFault; readonly retryAfterS: number } {
  const leftMs = fault === 'crowded' ? waitMs : dueMs - nowMs;
  return { fault, retryAfterS: Math.max(1, Math.ceil(leftMs / 1000)) };
}
