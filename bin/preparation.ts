import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * What first requests would otherwise wait for, done step by step while a server starts, so that one which is ready
 * answers without delay, and one that cannot answer never gets ready.
 */
export class Preparation {
  readonly #steps: (() => void)[] = [];
  #isDone = false;

  /** Adds a step; one may add others. A step that is added when all is done is left to the request that needs it. */
  readonly later = (step: () => void): void => {
    if (!this.#isDone) this.#steps.push(step);
  };

  /** Does all steps, with room for other work between them. Rejects with the error of the first one that fails. */
  async run(): Promise<void> {
    for (let step = this.#steps.shift(); step !== undefined; step = this.#steps.shift()) {
      step();
      await nextTurn();
    }
    this.#isDone = true;
  }
}
