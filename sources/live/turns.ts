/** For work that no caller waits for. */
export const NOBODY = '';

export interface TurnsLimits {
  /** Work that runs at a time. */
  readonly running: number;
  /** Work that may wait for one caller. */
  readonly waitingEach: number;
  /** Work that may wait for nobody. */
  readonly waitingForNobody: number;
}

interface Entry {
  /** Those in whose lines it waits. */
  readonly callers: Set<string>;
  start: (() => void) | null;
  ended: Promise<void>;
}

/** One of so many turns is of work that nobody waits for, so that callers cannot keep it from ever being done. */
const NOBODYS_SHARE = 4;

/**
 * Runs work a few at a time. Each caller has its own line, and the lines take turns, so that a caller with much work
 * delays another one's by one piece. Work has a key: it runs once for all who join it, at the first of their turns.
 */
export class Turns {
  readonly #limits: TurnsLimits;
  readonly #entries = new Map<string, Entry>();
  /** In the order of their turns. */
  readonly #lines = new Map<string, Set<Entry>>();
  readonly #nobodys = new Set<Entry>();
  #running = 0;
  #sinceNobodys = 0;

  constructor(limits: TurnsLimits) {
    this.#limits = limits;
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Resolves when the work has ended, whoever asked for it first; null if too much of the caller's waits. */
  join(key: string, caller: string, work: () => Promise<void>): Promise<void> | null {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      if (known.start !== null) this.#line(known, caller);
      return known.ended;
    }
    const entry: Entry = { callers: new Set(), start: null, ended: Promise.resolve() };
    if (this.#running < this.#limits.running) {
      this.#running += 1;
      entry.ended = this.#run(key, Promise.resolve(), work);
    } else {
      if (!this.#line(entry, caller)) return null;
      const turn = new Promise<void>((resolve) => (entry.start = resolve));
      entry.ended = this.#run(key, turn, work);
    }
    this.#entries.set(key, entry);
    return entry.ended;
  }

  /** Resolves when all work there is has ended. */
  async ended(): Promise<void> {
    await Promise.allSettled([...this.#entries.values()].map(({ ended }) => ended));
  }

  async #run(key: string, turn: Promise<void>, work: () => Promise<void>): Promise<void> {
    // Awaited here, so that the work belongs to the trace of who asked for it, not of whose work ended before.
    await turn;
    try {
      await work();
    } finally {
      this.#entries.delete(key);
      this.#running -= 1;
      this.#next();
    }
  }

  /** Whether the entry waits in the caller's line. */
  #line(entry: Entry, caller: string): boolean {
    const { waitingEach, waitingForNobody } = this.#limits;
    const line = caller === NOBODY ? this.#nobodys : (this.#lines.get(caller) ?? new Set());
    if (line.has(entry)) return true;
    if (line.size >= (caller === NOBODY ? waitingForNobody : waitingEach)) return false;
    line.add(entry);
    entry.callers.add(caller);
    if (caller !== NOBODY) this.#lines.set(caller, line);
    return true;
  }

  #next(): void {
    const isNobodys = this.#lines.size === 0 || this.#sinceNobodys >= NOBODYS_SHARE - 1;
    const [nobodys] = this.#nobodys;
    const entry = isNobodys && nobodys !== undefined ? nobodys : this.#firstOfCallers();
    if (entry === undefined) return;
    this.#sinceNobodys = entry === nobodys ? 0 : this.#sinceNobodys + 1;
    for (const caller of entry.callers) this.#leave(entry, caller);
    this.#running += 1;
    entry.start?.();
    entry.start = null;
  }

  /** The first work of the line whose turn it is, which is then behind the other lines. */
  #firstOfCallers(): Entry | undefined {
    for (const [caller, line] of this.#lines) {
      this.#lines.delete(caller);
      this.#lines.set(caller, line);
      const [first] = line;
      return first;
    }
    return undefined;
  }

  #leave(entry: Entry, caller: string): void {
    const line = caller === NOBODY ? this.#nobodys : this.#lines.get(caller);
    line?.delete(entry);
    if (caller !== NOBODY && line?.size === 0) this.#lines.delete(caller);
  }
}
