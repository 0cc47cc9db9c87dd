/* Loaded for candles alone. Static imports, so that what is not used of the library is left out of the bundle. */
import { CandlestickSeries, createChart, HistogramSeries, LineSeries, type IChartApi } from 'lightweight-charts';
import { faded, readColours } from '../../parts/colours.js';
import type { PricesPanelFragment } from '../../generated/types.js';
import { AVERAGES, movingAverage } from './moving-average.js';

type Columns = NonNullable<PricesPanelFragment['barColumns']>;

/** Beside the window, so that the dates at its ends are not cut off. */
const MARGIN_BARS = 6;

/** Draws candles, volume and means in `element`; `from` is the number of sessions shown first. */
export function drawCandles(
  element: HTMLElement,
  columns: Columns,
  from: number,
  onPoint: (index: number | null) => void,
): IChartApi {
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
  const at = <T>(list: readonly T[], index: number): T => list[index] as T;
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
