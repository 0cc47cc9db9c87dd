/** Runs tasks a few at a time: those that a request waits for first, then the others. */
export class Turns {
  readonly #most: number;
  readonly #urgent: (() => void)[] = [];
  readonly #later: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Tasks that wait for their turn. */
  get waiting(): number {
    return this.#urgent.length + this.#later.length;
  }

  async run<T>(isUrgent: boolean, task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most)
      await new Promise<void>((resolve) => (isUrgent ? this.#urgent : this.#later).push(resolve));
    else this.#running += 1;
    try {
      return await task();
    } finally {
      // The turn is handed on, so that nobody can take it in between.
      const next = this.#urgent.shift() ?? this.#later.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
