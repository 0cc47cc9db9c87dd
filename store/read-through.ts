import { LRUCache } from 'lru-cache';
import { CACHE_READ } from '../telemetry/topics.js';

export interface ReadThroughOptions<Value extends object> {
  /** Its name in metrics; without it, its reads are not counted. */
  readonly name?: 'series';
  readonly maxBytes: number;
  /** Approximate memory size of a value. */
  sizeOf(value: Value): number;
  /** Values by key from the database, without unknown keys. */
  fetch(keys: readonly string[]): Promise<Map<string, Value>>;
}

interface Flight<Value> {
  readonly values: Promise<Map<string, Value>>;
  /** Keys invalidated during the fetch, whose results may be stale. */
  readonly forgotten: Set<string>;
}

/** Size of a key known to have no value. */
const MISSING_BYTES = 100;

/**
 * A cache by key, bounded in bytes, that also caches missing values. Concurrent loads of a key share one fetch; a key
 * invalidated during its fetch is not cached.
 */
export class ReadThrough<Value extends object> {
  readonly #options: ReadThroughOptions<Value>;
  readonly #kept: LRUCache<string, { readonly value: Value | null }>;
  readonly #flights = new Map<string, Flight<Value>>();
  /** When each key, and all keys, were last invalidated, on a clock that counts invalidations. */
  readonly #invalidated = new Map<string, number>();
  #allInvalidated = 0;
  #clock = 0;

  constructor(options: ReadThroughOptions<Value>) {
    this.#options = options;
    this.#kept = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ value }) => (value === null ? MISSING_BYTES : Math.max(1, options.sizeOf(value))),
    });
  }

  async load(keys: readonly string[]): Promise<Map<string, Value>> {
    const found = new Map<string, Value>();
    const awaited = new Map<string, Flight<Value>>();
    const missing: string[] = [];
    for (const key of new Set(keys)) {
      const kept = this.#kept.get(key);
      const flight = kept ? undefined : this.#flights.get(key);
      if (kept?.value) found.set(key, kept.value);
      else if (flight) awaited.set(key, flight);
      else if (!kept) missing.push(key);
    }
    this.#tell(keys.length, awaited.size + missing.length);
    if (missing.length > 0) {
      const flight = this.#depart(missing);
      for (const key of missing) awaited.set(key, flight);
    }
    for (const [key, flight] of awaited) {
      const value = (await flight.values).get(key);
      if (value) found.set(key, value);
    }
    return found;
  }

  /**
   * Like `load`, for a pass over everything: does not cache what it fetches, so that entries used by requests stay.
   * Fetches by `fetch`, if given.
   */
  async read(keys: readonly string[], fetch = this.#options.fetch): Promise<Map<string, Value>> {
    const found = new Map<string, Value>();
    const missing: string[] = [];
    for (const key of new Set(keys)) {
      const kept = this.#kept.peek(key);
      if (kept === undefined) missing.push(key);
      else if (kept.value !== null) found.set(key, kept.value);
    }
    if (missing.length > 0) for (const [key, value] of await fetch(missing)) found.set(key, value);
    return found;
  }

  /** The value, if cached. */
  peek(key: string): Value | undefined {
    return this.#kept.peek(key)?.value ?? undefined;
  }

  /** Increases whenever the key is invalidated. */
  versionOf(key: string): number {
    return Math.max(this.#allInvalidated, this.#invalidated.get(key) ?? 0);
  }

  /** Invalidates these keys, or all. */
  forget(keys?: readonly string[]): void {
    this.#clock += 1;
    if (keys === undefined) {
      this.#allInvalidated = this.#clock;
      this.#invalidated.clear();
    }
    for (const key of keys ?? []) this.#invalidated.set(key, this.#clock);
    for (const key of keys ?? [...this.#flights.keys()]) {
      this.#kept.delete(key);
      this.#flights.get(key)?.forgotten.add(key);
      this.#flights.delete(key);
    }
    if (!keys) this.#kept.clear();
  }

  #tell(asked: number, misses: number): void {
    const { name } = this.#options;
    if (name !== undefined && CACHE_READ.isHeard) CACHE_READ.tell({ cache: name, hits: asked - misses, misses });
  }

  #depart(keys: readonly string[]): Flight<Value> {
    const forgotten = new Set<string>();
    const land = (): void => {
      for (const key of keys) if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    const flight: Flight<Value> = {
      forgotten,
      values: this.#options.fetch(keys).then(
        (values) => {
          land();
          for (const key of keys) if (!forgotten.has(key)) this.#kept.set(key, { value: values.get(key) ?? null });
          return values;
        },
        (error: unknown) => {
          land();
          throw error;
        },
      ),
    };
    for (const key of keys) this.#flights.set(key, flight);
    return flight;
  }
}
