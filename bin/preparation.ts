import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

type Step = () => void;

/** Time for requests between two steps that are done while a server serves. */
const PAUSE_MS = 50;

/**
 * What first requests would otherwise wait for. What every request needs is done before a server is ready; what single
 * endpoints need is done step by step while it serves, and a request that comes before its step does it itself.
 */
export class Preparation {
  readonly #first: Step[] = [];
  readonly #rest: Step[] = [];
  #isDone = false;
  readonly #stopped = new AbortController();

  /** Adds a step that every request needs. */
  readonly first = (step: Step): void => void this.#first.push(step);

  /**
   * Adds a step that some requests need; one may add others. A step that is added when all is done is left to its
   * request.
   */
  readonly later = (step: Step): void => {
    if (!this.#isDone) this.#rest.push(step);
  };

  /** Does what every request needs. Rejects with the error of the first step that fails. */
  async runFirst(): Promise<void> {
    await this.#run(this.#first);
  }

  /** Does all steps, with room for other work between them. Rejects with the error of the first one that fails. */
  async runAll(): Promise<void> {
    await this.runFirst();
    await this.#run(this.#rest);
    this.#isDone = true;
  }

  /**
   * Does the rest in pauses between requests; `onError` gets the errors of steps, each of which its requests meet too.
   */
  async runRest(onError: (error: unknown) => void, pauseMs: number = PAUSE_MS): Promise<void> {
    for (let step = this.#rest.shift(); step !== undefined; step = this.#rest.shift()) {
      try {
        step();
      } catch (error) {
        onError(error);
      }
      if (!(await this.#pause(pauseMs))) return;
    }
    this.#isDone = true;
  }

  /** Ends `runRest`. */
  stop(): void {
    this.#stopped.abort();
  }

  async #run(steps: Step[]): Promise<void> {
    for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
      step();
      await nextTurn();
    }
  }

  /** False if it was stopped. A process does not stay alive for it. */
  async #pause(ms: number): Promise<boolean> {
    const { signal } = this.#stopped;
    if (!signal.aborted) await wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
    return !signal.aborted;
  }
}
