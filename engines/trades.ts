import type { DailyBars } from '../calendar/bars.js';
import { isoDate } from '../calendar/days.js';
import { at } from './series.js';

const PERCENT = 100;

/** An unbroken run of sessions in the market; prices in USD on the basis of the closes. */
export interface Trade {
  /** Session at whose close it was opened. */
  readonly entryDate: string;
  readonly entryPrice: number;
  /** Session at whose close it was closed; null while it is open. */
  readonly exitDate: string | null;
  /** The last close while it is open. */
  readonly exitPrice: number;
  /** Sessions whose returns it earned. */
  readonly sessions: number;
  readonly returnPct: number;
}

/**
 * The trades of positions (1 long, 0 flat) decided at each close from bar `start` to the last one, oldest first. A
 * position opened at the last close has earned no return and is no trade yet. `cost` is the part of the amount that
 * each purchase and each sale costs.
 */
export function tradesOf(
  positions: Uint8Array,
  { days, adjClose }: Pick<DailyBars, 'days' | 'adjClose'>,
  start: number,
  cost = 0,
): Trade[] {
  const trades: Trade[] = [];
  const add = (entry: number, exit: number, isOpen: boolean): void => {
    const [entryPrice, exitPrice] = [at(adjClose, start + entry), at(adjClose, start + exit)];
    trades.push({
      entryDate: isoDate(at(days, start + entry)),
      entryPrice,
      exitDate: isOpen ? null : isoDate(at(days, start + exit)),
      exitPrice,
      sessions: exit - entry,
      returnPct: ((exitPrice / entryPrice) * (1 - cost) * (isOpen ? 1 : 1 - cost) - 1) * PERCENT,
    });
  };
  const last = positions.length - 1;
  let entry = -1;
  for (let i = 0; i <= last; i += 1) {
    if (positions[i] === 1) {
      if (entry < 0) entry = i;
    } else if (entry >= 0) {
      add(entry, i, false);
      entry = -1;
    }
  }
  if (entry >= 0 && entry < last) add(entry, last, true);
  return trades;
}
