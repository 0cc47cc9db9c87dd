import { civilOf } from '../../calendar/days.js';
import type { Instrument } from './instruments.js';
import { hashText } from './random.js';

const QUARTER_MONTHS = 3;
const PAYMENTS_A_YEAR = 4;
const EARLIEST_DATE = 5;
const DATE_SPAN = 18;

/**
 * A quarterly dividend: fixed for the calendar year by the price before it, ex in the same month and week of each
 * quarter.
 */
export class DividendCalendar {
  readonly #yield: number;
  readonly #month: number;
  readonly #date: number;
  #year = 0;
  /** USD per share of today, a quarter. */
  #rate = 0;
  #lastPaidMonth = -1;

  constructor({ symbol, dividendYield }: Instrument) {
    const hash = hashText(`${symbol} dividend`);
    this.#yield = dividendYield;
    this.#month = hash % QUARTER_MONTHS;
    this.#date = EARLIEST_DATE + ((hash >>> 8) % DATE_SPAN);
  }

  /**
   * What the session pays, USD per share of today, 0 for none; sessions come in order. `lastClose` is the one before.
   */
  amountOn(day: number, lastClose: number, laterSplits: number): number {
    if (this.#yield === 0) return 0;
    const date = civilOf(day);
    if (date.year !== this.#year) {
      this.#year = date.year;
      this.#rate = (this.#yield / PAYMENTS_A_YEAR) * lastClose;
    }
    const isPaymentMonth = (date.month - 1) % QUARTER_MONTHS === this.#month;
    if (!isPaymentMonth || date.day < this.#date || this.#lastPaidMonth === date.month) return 0;
    this.#lastPaidMonth = date.month;
    return Math.round(this.#rate * laterSplits * 100) / 100 / laterSplits;
  }
}
