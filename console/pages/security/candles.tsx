import { useEffect, useRef, useState } from 'preact/hooks';
import type { IChartApi } from 'lightweight-charts';
import { compact, day, price } from '../../app/format.js';
import { useStore } from '../../app/store.js';
import { painted } from '../../app/painted.js';
import { faded, readColours } from '../../parts/colours.js';
import { Loading } from '../../parts/states.js';
import type { PricesPanelFragment } from '../../generated/types.js';
import { movingAverage } from './moving-average.js';

type Columns = NonNullable<PricesPanelFragment['barColumns']>;

/** Beside the window, so that the dates at its ends are not cut off. */
const MARGIN_BARS = 6;

const AVERAGES = [
  [20, 'accent'],
  [50, 'third'],
  [200, 'faint'],
] as const;

async function draw(
  element: HTMLElement,
  columns: Columns,
  from: number,
  onPoint: (index: number | null) => void,
): Promise<IChartApi> {
  const { CandlestickSeries, createChart, HistogramSeries, LineSeries } = await import('lightweight-charts');
  const colours = readColours();
  const chart = createChart(element, {
    autoSize: true,
    layout: {
      background: { color: 'transparent' },
      textColor: colours.faint,
      fontSize: 11,
      fontFamily: 'system-ui, sans-serif',
      attributionLogo: false,
    },
    grid: { vertLines: { color: colours.grid }, horzLines: { color: colours.grid } },
    rightPriceScale: { borderColor: colours.grid },
    timeScale: { borderColor: colours.grid },
    handleScroll: { mouseWheel: false },
    handleScale: { mouseWheel: false },
  });
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: faded(colours.up, 0.15),
    borderUpColor: colours.up,
    wickUpColor: colours.up,
    downColor: colours.down,
    borderDownColor: colours.down,
    wickDownColor: colours.down,
    priceLineVisible: false,
  });
  const { dates, opens, highs, lows, closes, volumes } = columns;
  const at = <T,>(list: readonly T[], index: number): T => list[index] as T;
  candles.setData(
    dates.map((time, index) => ({
      time,
      open: at(opens, index),
      high: at(highs, index),
      low: at(lows, index),
      close: at(closes, index),
    })),
  );
  candles.priceScale().applyOptions({ scaleMargins: { top: 0.05, bottom: 0.24 } });
  const bars = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    priceLineVisible: false,
    lastValueVisible: false,
  });
  bars.setData(
    dates.map((time, index) => ({
      time,
      value: at(volumes, index),
      color: faded(at(closes, index) >= at(opens, index) ? colours.up : colours.down, 0.35),
    })),
  );
  bars.priceScale().applyOptions({ scaleMargins: { top: 0.8, bottom: 0 } });
  for (const [length, colour] of AVERAGES) {
    const line = chart.addSeries(LineSeries, {
      color: colours[colour],
      lineWidth: 1,
      priceLineVisible: false,
      lastValueVisible: false,
      crosshairMarkerVisible: false,
    });
    line.setData(
      movingAverage(closes, length).flatMap((value, index) =>
        value === null ? [] : [{ time: at(dates, index), value }],
      ),
    );
  }
  chart
    .timeScale()
    .setVisibleLogicalRange({ from: Math.max(0, dates.length - from - MARGIN_BARS), to: dates.length + MARGIN_BARS });
  chart.subscribeCrosshairMove(({ logical }) => onPoint(logical === undefined ? null : Math.round(logical)));
  return chart;
}

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
    void draw(element, columns, sessions, setIndex).then((made) => {
      chart = made;
      if (isGone) made.remove();
      else setIsDrawn(true);
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
