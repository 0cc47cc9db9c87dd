/**
 * Queries in flight: an equal query that starts meanwhile gets the same response. One instance for all subgraphs of a
 * gateway.
 */
export class SharedQueries<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  /** The response of the query in flight with this key, or else of a new one. */
  ask(key: string, send: () => Promise<T>): Promise<T> {
    const known = this.#underWay.get(key);
    if (known !== undefined) return known;
    const answer = send().finally(() => {
      if (this.#underWay.get(key) === answer) this.#underWay.delete(key);
    });
    this.#underWay.set(key, answer);
    return answer;
  }

  /** Stops sharing the queries in flight: they may not have seen the effects of a mutation that has just completed. */
  forget(): void {
    this.#underWay.clear();
  }
}
