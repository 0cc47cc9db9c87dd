/** x and y in data units. */
export type Point = readonly [number, number];

export interface Line {
  /** `area` is a closed outline. */
  readonly kind: 'line' | 'area';
  readonly colour: string;
  readonly points: readonly Point[];
  /** Shown in the legend. */
  readonly name?: string;
}

export interface Picture {
  readonly title: string;
  readonly xUnit: string;
  readonly yUnit: string;
  readonly xTicks: readonly { readonly at: number; readonly text: string }[];
  /** In drawing order. */
  readonly lines: readonly Line[];
}

const WIDTH = 720;
const HEIGHT = 360;
const PLOT = { left: 78, right: 700, top: 44, bottom: 308 };
const STEPS = [1, 2, 2.5, 5, 10];
const ABOUT_TICKS = 6;

/** A round step that divides `span` into about six. */
function roundStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span / ABOUT_TICKS));
  return power * (STEPS.find((step) => step * power >= span / ABOUT_TICKS) ?? 10);
}

function extent(values: readonly number[]): Point {
  return [Math.min(...values), Math.max(...values)];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A line chart with two labelled axes as SVG on white; the output is deterministic. */
export function linePicture({ title, xUnit, yUnit, xTicks, lines }: Picture): string {
  const points = lines.flatMap((line) => line.points);
  const [left, right] = extent(points.map(([x]) => x));
  const [low, high] = extent(points.map(([, y]) => y));
  const step = roundStep(high - low);
  const [bottom, top] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const x = (value: number): string =>
    (PLOT.left + ((value - left) / (right - left)) * (PLOT.right - PLOT.left)).toFixed(1);
  const y = (value: number): string =>
    (PLOT.bottom - ((value - bottom) / (top - bottom)) * (PLOT.bottom - PLOT.top)).toFixed(1);
  const path = (line: Line): string =>
    `M${line.points.map(([at, value]) => `${x(at)} ${y(value)}`).join('L')}${line.kind === 'area' ? 'Z' : ''}`;
  const levels = Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, index) => bottom + index * step);
  const named = lines.filter(({ name }) => name !== undefined);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="13" fill="#333">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${PLOT.left}" y="20" font-size="15">${escaped(title)}</text>`,
    ...levels.map(
      (level) =>
        `<path d="M${PLOT.left} ${y(level)}H${PLOT.right}" stroke="#e3e3e3"/><text x="${PLOT.left - 8}" y="${(Number(y(level)) + 4).toFixed(1)}" text-anchor="end">${level.toLocaleString('en-US')}</text>`,
    ),
    ...xTicks
      .filter(({ at }) => at >= left && at <= right)
      .map(
        ({ at, text }) =>
          `<path d="M${x(at)} ${PLOT.bottom}v5" stroke="#333"/><text x="${x(at)}" y="${PLOT.bottom + 20}" text-anchor="middle">${escaped(text)}</text>`,
      ),
    `<path d="M${PLOT.left} ${PLOT.bottom}H${PLOT.right}" stroke="#333"/>`,
    `<text x="${(PLOT.left + PLOT.right) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${escaped(xUnit)}</text>`,
    `<text x="16" y="${(PLOT.top + PLOT.bottom) / 2}" text-anchor="middle" transform="rotate(-90 16 ${(PLOT.top + PLOT.bottom) / 2})">${escaped(yUnit)}</text>`,
    ...lines.map((line) =>
      line.kind === 'area'
        ? `<path d="${path(line)}" fill="${line.colour}" fill-opacity="0.18"/>`
        : `<path d="${path(line)}" fill="none" stroke="${line.colour}" stroke-width="2"/>`,
    ),
    ...named.map(
      ({ name = '', colour }, index) =>
        `<path d="M${PLOT.left + 14} ${PLOT.top + 16 + 20 * index}h22" stroke="${colour}" stroke-width="2"/><text x="${PLOT.left + 42}" y="${PLOT.top + 20 + 20 * index}">${escaped(name)}</text>`,
    ),
    '</svg>',
  ].join('\n')}\n`;
}
