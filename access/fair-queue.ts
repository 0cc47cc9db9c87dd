/** A request that waits for work. */
export interface Requester {
  /** Whose turn it is: the account or, without one, the address. */
  readonly turn: string;
  /** Registers a listener for a client that disconnects. */
  readonly onAbandoned: (listener: () => void) => void;
}

/** For work that no client asked for. */
export const NOBODY: Requester = { turn: '', onAbandoned: () => undefined };

export interface FairQueueOptions {
  /** Work that runs at a time, altogether and of one requester; by default one may have all of it. */
  readonly running: number;
  readonly runningEach?: number;
  /** Work that may wait, altogether and of one requester. */
  readonly waiting: number;
  readonly waitingEach: number;
  /** The error for work that is not started, because too much of it waits. */
  readonly busy: () => Error;
}

interface Entry {
  readonly start: () => void;
  readonly drop: () => void;
}

/**
 * Runs work in turns: each requester has its own line, and the lines take turns. In a full queue new work takes the
 * place of the newest work in the longest line, so that nobody can fill the queue for everybody.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** In the order of their turns. */
  readonly #lines = new Map<string, Entry[]>();
  readonly #running = new Map<string, number>();
  #runningAll = 0;
  #waitingAll = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** The result of `work`, once its turn has come. Rejects with `busy` if it does not come. */
  run<T>({ turn, onAbandoned }: Requester, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const entry: Entry = {
        start: () => {
          this.#count(turn, 1);
          const done = (async () => work())().finally(() => this.#end(turn));
          done.then(resolve, reject);
        },
        drop: () => reject(this.#options.busy()),
      };
      const line = this.#lines.get(turn) ?? [];
      if (line.length >= this.#options.waitingEach) return entry.drop();
      this.#lines.set(turn, line);
      line.push(entry);
      this.#waitingAll += 1;
      this.#next();
      if (this.#waitingAll > this.#options.waiting) this.#dropFromLongest();
      if (line.includes(entry)) onAbandoned(() => this.#remove(turn, entry));
    });
  }

  #end(turn: string): void {
    this.#count(turn, -1);
    this.#next();
  }

  #mayRun(turn: string): boolean {
    const { running, runningEach = running } = this.#options;
    return this.#runningAll < running && (this.#running.get(turn) ?? 0) < runningEach;
  }

  #next(): void {
    for (const [turn, line] of this.#lines) {
      const [first] = line;
      if (first === undefined || !this.#mayRun(turn)) continue;
      this.#remove(turn, first, false);
      // Behind the other lines.
      if (this.#lines.delete(turn)) this.#lines.set(turn, line);
      first.start();
    }
  }

  #dropFromLongest(): void {
    const [turn, line] = [...this.#lines].reduce((longest, other) =>
      other[1].length > longest[1].length ? other : longest,
    );
    const newest = line.at(-1);
    if (newest !== undefined) this.#remove(turn, newest);
  }

  #remove(turn: string, entry: Entry, drops = true): void {
    const line = this.#lines.get(turn);
    const index = line?.indexOf(entry) ?? -1;
    if (line === undefined || index === -1) return;
    line.splice(index, 1);
    if (line.length === 0) this.#lines.delete(turn);
    this.#waitingAll -= 1;
    if (drops) entry.drop();
  }

  #count(turn: string, change: number): void {
    this.#runningAll += change;
    const count = (this.#running.get(turn) ?? 0) + change;
    if (count === 0) this.#running.delete(turn);
    else this.#running.set(turn, count);
  }
}

/** Requests that wait for the same work: they have gone away once all of them have. */
export class SharedRequester implements Requester {
  readonly turn: string;
  readonly #listeners: (() => void)[] = [];
  #present = 0;

  constructor(first: Requester) {
    this.turn = first.turn;
    this.join(first);
  }

  join({ onAbandoned }: Requester): void {
    this.#present += 1;
    onAbandoned(() => {
      this.#present -= 1;
      if (this.#present === 0) for (const listener of this.#listeners) listener();
    });
  }

  readonly onAbandoned = (listener: () => void): void => void this.#listeners.push(listener);
}
