import { roundTo } from '../rounding.js';
import { labelOf, type SignalLabel } from '../signal/composite.js';
import { SCREEN_FIELDS, SHOWN_DECIMALS, type ScreenField, type ScreenValues } from './screen-values.js';

/** What a table is ordered by. */
export type ScreenOrder = ScreenField | 'symbol' | 'name';

/** What a row is sorted by: a number, a name in lower case, or null without a value. */
export type SortKey = number | string | null;

/** The position of a row in an order. */
export interface ScreenPosition {
  readonly key: SortKey;
  readonly symbol: string;
}

export interface ScreenPageQuery {
  /** Whether the row at an index is listed. */
  readonly isListed: (index: number) => boolean;
  readonly orderBy: ScreenOrder;
  readonly isDescending: boolean;
  /** Position of the last row of the previous page; it need not be in the table any more. */
  readonly after?: ScreenPosition | undefined;
  readonly limit: number;
}

export interface ScreenPage {
  /** Indices of rows. */
  readonly rows: readonly number[];
  readonly hasNext: boolean;
  /** Listed rows on all pages. */
  readonly total: number;
}

interface Listed {
  readonly symbol: string;
  readonly name: string;
}

function isLess(one: number | string, other: number | string): boolean {
  return typeof one === 'string' && typeof other === 'string' ? one < other : Number(one) < Number(other);
}

/** Rows without a value are last in both directions, and equal values are in the order of their symbols. */
function compare(one: ScreenPosition, other: ScreenPosition, sign: 1 | -1): number {
  if (one.key !== other.key) {
    if (one.key === null) return 1;
    if (other.key === null) return -1;
    return isLess(one.key, other.key) ? -sign : sign;
  }
  return one.symbol === other.symbol ? 0 : isLess(one.symbol, other.symbol) ? -sign : sign;
}

/**
 * Securities with the values that they are screened by, as columns. Values are rounded as they are shown, so that what
 * a client reads satisfies what it asked for; an order is sorted once, when it is first asked for.
 */
export class ScreenTable<Row extends Listed> {
  readonly rows: readonly Row[];
  /** The label of each row's signal; null without one. */
  readonly labels: readonly (SignalLabel | null)[];
  readonly #columns: Readonly<Record<ScreenField, Float64Array>>;
  readonly #orders = new Map<string, readonly number[]>();

  /** @param values those of each row; null for one without any */
  constructor(rows: readonly Row[], values: readonly (ScreenValues | null)[]) {
    this.rows = rows;
    const column = (field: ScreenField): Float64Array =>
      Float64Array.from(values, (each) => {
        const value = each?.[field] ?? null;
        return value === null ? Number.NaN : roundTo(value, SHOWN_DECIMALS[field]);
      });
    this.#columns = Object.fromEntries(SCREEN_FIELDS.map((field) => [field, column(field)])) as Record<
      ScreenField,
      Float64Array
    >;
    this.labels = Array.from(this.#columns.score, (score) => (Number.isNaN(score) ? null : labelOf(score)));
  }

  /** Values of all rows; NaN without one. */
  column(field: ScreenField): Float64Array {
    return this.#columns[field];
  }

  /** The position of the row at an index. */
  positionOf(index: number, orderBy: ScreenOrder): ScreenPosition {
    const { symbol, name } = this.rows[index] ?? { symbol: '', name: '' };
    if (orderBy === 'symbol') return { key: symbol, symbol };
    if (orderBy === 'name') return { key: name.toLowerCase(), symbol };
    const value = this.#columns[orderBy][index] ?? Number.NaN;
    return { key: Number.isNaN(value) ? null : value, symbol };
  }

  /** A page of the listed rows. */
  page({ isListed, orderBy, isDescending, after, limit }: ScreenPageQuery): ScreenPage {
    const sign = isDescending ? -1 : 1;
    const rows: number[] = [];
    let total = 0;
    for (const index of this.#sorted(orderBy, sign)) {
      if (!isListed(index)) continue;
      total += 1;
      if (rows.length > limit) continue;
      if (after === undefined || compare(this.positionOf(index, orderBy), after, sign) > 0) rows.push(index);
    }
    return { rows: rows.slice(0, limit), hasNext: rows.length > limit, total };
  }

  #sorted(orderBy: ScreenOrder, sign: 1 | -1): readonly number[] {
    const name = `${orderBy} ${sign}`;
    const known = this.#orders.get(name);
    if (known !== undefined) return known;
    const positions = this.rows.map((_row, index) => ({ index, ...this.positionOf(index, orderBy) }));
    const sorted = positions.sort((one, other) => compare(one, other, sign)).map(({ index }) => index);
    this.#orders.set(name, sorted);
    return sorted;
  }
}
