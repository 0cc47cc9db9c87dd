import type { DailyBars, MinuteBars } from './series.js';

/** Made-up daily bars for tests: `count` sessions from `firstDay` on, every price a function of its day. */
export function madeUpBars(firstDay: number, count: number, scale = 1): DailyBars {
  const days = Int32Array.from({ length: count }, (_, index) => firstDay + index);
  const column = (price: (day: number) => number): Float64Array => Float64Array.from(days, price);
  const close = (day: number): number => (100 + (day % 97)) * scale;
  return {
    days,
    open: column((day) => close(day) - scale),
    high: column((day) => close(day) + 2 * scale),
    low: column((day) => close(day) - 2 * scale),
    close: column(close),
    adjClose: column((day) => close(day) * 0.9),
    volume: column((day) => (1_000_000 + day) / scale),
  };
}

/** A made-up session of `count` minutes from 09:30 on. */
export function madeUpMinutes(day: number, count = 390): MinuteBars {
  const minutes = Int32Array.from({ length: count }, (_, index) => 570 + index);
  const column = (offset: number): Float64Array => Float64Array.from(minutes, (minute) => day + minute / 1000 + offset);
  return { day, minutes, open: column(0), high: column(1), low: column(-1), close: column(0.5), volume: column(100) };
}
