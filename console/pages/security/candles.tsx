import { useEffect, useRef, useState } from 'preact/hooks';
import type { IChartApi } from 'lightweight-charts';
import { compact, day, price } from '../../app/format.js';
import { useStore } from '../../app/store.js';
import { painted } from '../../app/painted.js';
import { Loading } from '../../parts/states.js';
import type { PricesPanelFragment } from '../../generated/types.js';
import { AVERAGES, movingAverage } from './moving-average.js';

type Columns = NonNullable<PricesPanelFragment['barColumns']>;

function Readout({ columns, index }: { readonly columns: Columns; readonly index: number }) {
  const { dates, opens, highs, lows, closes, volumes } = columns;
  const shown = dates[index] === undefined ? dates.length - 1 : index;
  return (
    <p class="readout">
      <b>{day(dates[shown])}</b>
      <i>
        O {price(opens[shown])} · H {price(highs[shown])} · L {price(lows[shown])} · C {price(closes[shown])} · V{' '}
        {compact(volumes[shown])}
      </i>
      {AVERAGES.map(([length, colour]) => (
        <span key={length} class={`key-${colour}`}>
          SMA {length} {price(movingAverage(closes, length)[shown])}
        </span>
      ))}
    </p>
  );
}

/** Candles with volume and moving averages. Its library is loaded here alone. */
export function Candles({ columns, sessions }: { readonly columns: Columns; readonly sessions: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState<number | null>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const turn = useStore(painted);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let isGone = false;
    let chart: IChartApi | undefined;
    void import('./candle-chart.js').then(({ drawCandles }) => {
      if (isGone) return;
      chart = drawCandles(element, columns, sessions, setIndex);
      setIsDrawn(true);
    });
    return () => {
      isGone = true;
      chart?.remove();
      chart = undefined;
    };
  }, [columns, sessions, turn]);
  const last = columns.closes.at(-1);
  return (
    <>
      <Readout columns={columns} index={index ?? columns.dates.length - 1} />
      <div
        ref={box}
        class="candles"
        role="img"
        aria-label={`Candles of ${columns.dates.length} sessions up to ${day(columns.dates.at(-1))}, last close ${price(last)} USD`}
      >
        {!isDrawn && <Loading rows={6} label="Loading the chart" />}
      </div>
      <p class="faint attribution">
        TradingView Lightweight Charts™, Copyright © 2025 TradingView, Inc.{' '}
        <a href="https://www.tradingview.com/" rel="noreferrer" target="_blank">
          https://www.tradingview.com/
        </a>
      </p>
    </>
  );
}
