import { setTimeout as sleep } from 'node:timers/promises';
import type { Permit } from '../../store/source-budgets.js';

/** What ends a request's waiting for the budget. */
export type Admission =
  Exclude<Permit, { readonly kind: 'spent' }> | { readonly kind: 'late' } | { readonly kind: 'closed' };

interface Waiting {
  /** How much longer it may wait. */
  leftMs: number;
  readonly end: (admission: Admission) => void;
  readonly fail: (error: unknown) => void;
}

/** Those who wait for a budget that other processes use too, first come first served: one asks for all. */
export class BudgetLine {
  readonly #take: () => Promise<Permit>;
  readonly #closing: AbortSignal;
  #waiting: Waiting[] = [];
  #isAsking = false;

  /** With `closing`, all who wait are told that it is closed, and nothing is asked any more. */
  constructor(take: () => Promise<Permit>, closing: AbortSignal = new AbortController().signal) {
    this.#take = take;
    this.#closing = closing;
    closing.addEventListener('abort', () => {
      for (const { end } of this.#waiting.splice(0)) end({ kind: 'closed' });
    });
  }

  /** Resolves when a request may be sent, the endpoint is paused, it closes, or `waitMs` are over. */
  admitted(waitMs: number): Promise<Admission> {
    if (this.#closing.aborted) return Promise.resolve({ kind: 'closed' });
    return new Promise((end, fail) => {
      this.#waiting.push({ leftMs: waitMs, end, fail });
      if (!this.#isAsking) void this.#ask();
    });
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      try {
        const permit = await this.#take();
        if (permit.kind === 'spent') await this.#wait(permit.waitMs);
        else this.#waiting.shift()?.end(permit);
      } catch (error) {
        this.#waiting.shift()?.fail(error);
      }
    }
    this.#isAsking = false;
  }

  async #wait(waitMs: number): Promise<void> {
    for (const waiting of this.#waiting) waiting.leftMs -= waitMs;
    for (const { end } of this.#waiting.filter(({ leftMs }) => leftMs < 0)) end({ kind: 'late' });
    this.#waiting = this.#waiting.filter(({ leftMs }) => leftMs >= 0);
    // The only way in which it rejects is that it closes, which those who waited have been told.
    if (this.#waiting.length > 0) await sleep(waitMs, undefined, { signal: this.#closing }).catch(() => undefined);
  }
}
