import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { useStore } from '../app/store.js';
import { axisTimes, dayOf } from '../app/format.js';
import { painted } from '../app/painted.js';
import { faded, readColours, type Colours } from './colours.js';

/** One line of a chart. */
export interface Line {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly colour?: keyof Colours;
  readonly width?: number;
  readonly dash?: readonly number[];
  /** Only there to bound a band; not in the legend. */
  readonly isHidden?: boolean;
  readonly steps?: boolean;
}

/** The area between two lines, by their positions. */
export interface Band {
  readonly between: readonly [upper: number, lower: number];
  readonly opacity: number;
}

/** Something that happened at a point of the first line. */
export interface Mark {
  /** Position among the x values. */
  readonly index: number;
  /** Above the line for down, else below it. */
  readonly direction: 'up' | 'down' | null;
  readonly text: string;
}

interface LinesProps {
  /** What the chart shows, for those who do not see it. */
  readonly label: string;
  /** Seconds since the epoch, or plain numbers with `isTime={false}`. */
  readonly x: readonly number[];
  readonly lines: readonly Line[];
  readonly bands?: readonly Band[];
  readonly format: (value: number | null | undefined) => string;
  readonly height?: number;
  readonly isTime?: boolean;
  readonly range?: readonly [low: number, high: number];
  readonly marks?: readonly Mark[];
  /** Gets the mark next to the pointer; null without one. */
  readonly onMark?: (mark: Mark | null) => void;
  /** Names the x values where these are no times. */
  readonly formatX?: (value: number) => string;
}

const X_AXIS_PX = 40;

function optionsOf(
  { lines, bands = [], marks = [], onMark, format, height = 240, isTime = true, range, formatX }: LinesProps,
  width: number,
  colours: Colours,
): uPlot.Options {
  const axis = {
    stroke: colours.faint,
    grid: { stroke: colours.grid, width: 1 },
    ticks: { stroke: colours.grid, width: 1, size: 4 },
    font: '11px system-ui, sans-serif',
  };
  return {
    width,
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(1000 * seconds), 'Etc/UTC'),
    hooks: {
      setLegend: [showLast],
      draw: [(plot) => drawMarks(plot, marks, colours)],
      setCursor: [(plot) => onMark?.(markAtPointer(plot, marks))],
    },
    cursor: { points: { size: 7 }, drag: { x: true, y: false } },
    legend: { live: true },
    scales: {
      x: { time: isTime },
      y: range === undefined ? {} : { range: [range[0], range[1]] },
    },
    axes: [
      {
        ...axis,
        size: X_AXIS_PX,
        values: (_plot, values, _axis, _space, step) =>
          formatX !== undefined ? values.map(formatX) : isTime ? axisTimes(values, step) : values.map(String),
      },
      {
        ...axis,
        size: 64,
        values: (_plot, values) => values.map((value: number | null) => (value === null ? '' : format(value))),
      },
    ],
    series: [
      isTime
        ? { value: (_plot, value: number | null) => (value === null ? '' : dayOf(value)), label: 'Day' }
        : {
            label: '',
            value: (_plot, value: number | null) => (value === null ? '' : (formatX?.(value) ?? format(value))),
          },
      ...lines.map(
        ({ name, colour = 'accent', width: lineWidth = 1.5, dash, isHidden = false, steps = false }): uPlot.Series => ({
          label: name,
          stroke: isHidden ? faded(colours[colour], 0.25) : colours[colour],
          width: isHidden ? 0.5 : lineWidth,
          points: { show: false },
          value: (_plot, value: number | null) => format(value),
          ...(dash === undefined ? {} : { dash: [...dash] }),
          ...(steps && uPlot.paths.stepped !== undefined ? { paths: uPlot.paths.stepped({ align: 1 }) } : {}),
        }),
      ),
    ],
    bands: bands.map(({ between: [upper, lower], opacity }) => ({
      series: [upper + 1, lower + 1] as [number, number],
      fill: faded(colours[lines[upper]?.colour ?? 'accent'], opacity),
    })),
  };
}

/** The legend tells the values at the pointer, and the last ones while there is none. */
function showLast(plot: uPlot): void {
  if ((plot.cursor.idx ?? null) === null) plot.setLegend({ idx: plot.data[0].length - 1 }, false);
}

const MARK_PX = 5;
/** Beside the line, so that it stays visible. */
const MARK_GAP_PX = 10;
const POINTER_PX = 14;

/** Triangles for directions, discs for the rest. */
function drawMarks(plot: uPlot, marks: readonly Mark[], colours: Colours): void {
  const { ctx } = plot;
  const size = MARK_PX * uPlot.pxRatio;
  ctx.save();
  for (const { index, direction } of marks) {
    const [at, value] = [plot.data[0][index], plot.data[1]?.[index]];
    if (at === undefined || value === undefined || value === null) continue;
    const side = direction === 'down' ? -1 : 1;
    const x = plot.valToPos(at, 'x', true);
    const y = plot.valToPos(value, 'y', true) + side * MARK_GAP_PX * uPlot.pxRatio;
    ctx.fillStyle = colours[direction ?? 'faint'];
    ctx.beginPath();
    if (direction === null) ctx.arc(x, y, 0.7 * size, 0, 2 * Math.PI);
    else {
      ctx.moveTo(x, y - side * size);
      ctx.lineTo(x + size, y + side * size);
      ctx.lineTo(x - size, y + side * size);
    }
    ctx.fill();
  }
  ctx.restore();
}

function markAtPointer(plot: uPlot, marks: readonly Mark[]): Mark | null {
  const left = plot.cursor.left ?? -1;
  if (left < 0) return null;
  const distance = ({ index }: Mark): number => Math.abs(plot.valToPos(plot.data[0][index] ?? 0, 'x') - left);
  const [nearest] = [...marks].sort((one, other) => distance(one) - distance(other));
  return nearest !== undefined && distance(nearest) <= POINTER_PX ? nearest : null;
}

/** Lines over time, with bands between them. */
export function Lines(props: LinesProps) {
  const { label, x, lines, height = 240 } = props;
  const box = useRef<HTMLDivElement>(null);
  const turn = useStore(painted);
  const key = JSON.stringify([x.length, x[0], x.at(-1), lines, turn, props.range, props.marks]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const data = [[...x], ...lines.map(({ values }) => [...values])] as uPlot.AlignedData;
    const plot = new uPlot(optionsOf(props, element.clientWidth, readColours()), data, element);
    showLast(plot);
    const watcher = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientWidth !== plot.width)
        plot.setSize({ width: element.clientWidth, height });
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      plot.destroy();
    };
    // `key` stands for the data and the colours.
  }, [key]);
  // Room for the legend below it, so that nothing jumps; its height is a class, because styles in attributes are not
  // allowed.
  return <div ref={box} class={`lines tall-${height}`} role="img" aria-label={label} />;
}
