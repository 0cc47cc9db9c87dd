/** Steps that planning may still take: what would take too long ends with an error instead. */
export class StepBudget {
  readonly #limit: number;
  #spent = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Throws once the limit is passed. */
  spend(): void {
    this.#spent += 1;
    if (this.#spent > this.#limit) throw new Error(`The operation has no plan within ${this.#limit} steps.`);
  }
}
