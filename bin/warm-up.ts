/** Between two steps, so that requests which arrive meanwhile wait for one step at most. */
const PAUSE_MS = 20;

/**
 * What first requests would otherwise have to wait for, done step by step once a server is ready. A step that fails is
 * told, and fails the requests that need it.
 */
export class WarmUp {
  readonly #failed: (error: unknown) => void;
  readonly #steps: (() => void)[] = [];
  #isStarted = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** Adds a step; one may add others. */
  readonly later = (step: () => void): void => {
    this.#steps.push(step);
    if (this.#isStarted) this.#schedule();
  };

  start(): void {
    this.#isStarted = true;
    this.#schedule();
  }

  stop(): void {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(): void {
    if (this.#steps.length > 0) this.#timer ??= setTimeout(() => this.#next(), PAUSE_MS).unref();
  }

  #next(): void {
    this.#timer = undefined;
    try {
      this.#steps.shift()?.();
    } catch (error) {
      this.#failed(error);
    }
    if (this.#isStarted) this.#schedule();
  }
}
