import { WINDOW_MS } from './limits.js';

const FIRST_CAPACITY = 8;

/** Times of the requests accepted within the window, oldest first, in a growing ring buffer. */
export class SlidingLog {
  private times = new Float64Array(FIRST_CAPACITY);
  private head = 0;
  private length = 0;

  /** Number of requests in the window that ends at `nowMs`; removes older ones. */
  count(nowMs: number): number {
    // If the clock was set back by more than a window, requests would be rejected until it has caught up.
    if (this.length > 0 && this.newest() - nowMs > WINDOW_MS) this.length = 0;
    while (this.length > 0 && this.at(0) <= nowMs - WINDOW_MS) {
      this.head = (this.head + 1) & (this.times.length - 1);
      this.length -= 1;
    }
    return this.length;
  }

  /** Adds a request; times in the log never decrease. */
  add(nowMs: number): void {
    if (this.length === this.times.length) this.grow();
    this.times[(this.head + this.length) & (this.times.length - 1)] =
      this.length === 0 ? nowMs : Math.max(nowMs, this.newest());
    this.length += 1;
  }

  /** Time of the request at `index`, oldest first; NaN if out of range. */
  at(index: number): number {
    return index < this.length ? (this.times[(this.head + index) & (this.times.length - 1)] ?? NaN) : NaN;
  }

  newest(): number {
    return this.at(this.length - 1);
  }

  get size(): number {
    return this.length;
  }

  private grow(): void {
    const larger = new Float64Array(this.times.length * 2);
    for (let index = 0; index < this.length; index += 1) larger[index] = this.at(index);
    this.times = larger;
    this.head = 0;
  }
}
