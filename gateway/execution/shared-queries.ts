/** Queries under way, so that who asks the same meanwhile gets the same answer. One for all subgraphs of a gateway. */
export class SharedQueries<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  /** The answer of the query under way with this key, or else of a new one. */
  ask(key: string, send: () => Promise<T>): Promise<T> {
    const known = this.#underWay.get(key);
    if (known !== undefined) return known;
    const answer = send().finally(() => {
      if (this.#underWay.get(key) === answer) this.#underWay.delete(key);
    });
    this.#underWay.set(key, answer);
    return answer;
  }

  /** Whoever asks from now on asks anew: what is under way may not have seen what a mutation did that is answered now. */
  forget(): void {
    this.#underWay.clear();
  }
}
