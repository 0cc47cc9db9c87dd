const MOST_SAMPLES = 1_024;

/** A position in the write-ahead log, such as `0/16B3748`, as a number. */
export function positionOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Which tables a replica has as the primary had them when this process last noticed a change; none before `heard`. */
export class ReplicaPosition {
  readonly #tables: readonly string[];
  readonly #now: () => number;
  /** Changes of tables, each with the position that has it, once the primary was asked. */
  readonly #behind = new Map<string, { target?: bigint }>();
  /** Positions of the primary that the replica has not reached, with the time at which they were seen first. */
  #ahead: { readonly position: bigint; readonly at: number }[] = [];
  #newest: bigint | undefined;
  #replayed: bigint | undefined;
  #lagMs: number | null = null;
  #isDeaf = true;

  constructor(tables: readonly string[], now: () => number) {
    this.#tables = tables;
    this.#now = now;
  }

  get isDeaf(): boolean {
    return this.#isDeaf;
  }

  /** Whether the replica lacks changes of any table. */
  get isBehind(): boolean {
    return this.#behind.size > 0;
  }

  /** How long ago the primary was where the replica is, when last measured; null while nothing is known of either. */
  get lagMs(): number | null {
    return this.#lagMs;
  }

  /** Measures the lag, once both were asked. Later, what they have done since would count as well. */
  measure(): void {
    const [oldest] = this.#ahead;
    const isKnown = this.#replayed !== undefined && this.#newest !== undefined;
    this.#lagMs = !isKnown ? null : oldest === undefined ? 0 : this.#now() - oldest.at;
  }

  /** Whether the replica has all changes of these tables that were noticed. */
  has(tables: readonly string[]): boolean {
    return !this.#isDeaf && tables.every((table) => !this.#behind.has(table));
  }

  changed(tables: readonly string[]): void {
    for (const table of tables) this.#behind.set(table, {});
  }

  /** Changes may go unnoticed from now on. */
  deaf(): void {
    this.#isDeaf = true;
  }

  heard(): void {
    this.#isDeaf = false;
    this.changed(this.#tables);
  }

  /** Called before the primary is asked for the end of its log, and the returned function with its answer. */
  asking(): (end: string) => void {
    // What is noticed while the question is under way may lie behind the answer.
    const waiting = [...this.#behind.values()].filter(({ target }) => target === undefined);
    return (end) => {
      const position = positionOf(end);
      for (const change of waiting) change.target = position;
      // A primary that was restored is where it was before.
      if (this.#newest !== undefined && position < this.#newest) this.#ahead = [];
      if (position !== this.#newest) this.#ahead.push({ position, at: this.#now() });
      this.#newest = position;
      // Of a long list every second one will do, except for the oldest.
      if (this.#ahead.length > MOST_SAMPLES) this.#ahead = this.#ahead.filter((_, index) => index % 2 === 0);
    };
  }

  /** The replica has replayed the log up to here. */
  replayed(end: string): void {
    const position = positionOf(end);
    this.#replayed = position;
    this.#ahead = this.#ahead.filter((sample) => sample.position > position);
    for (const [table, { target }] of this.#behind) {
      if (target !== undefined && target <= position) this.#behind.delete(table);
    }
  }
}
