import type { WidgetRow } from './table.js';

export const DATA_SOURCE = 'Marketgraph';

/** Columns of the grid. */
export const GRID_COLUMNS = 40;

/** Size at first, in columns and rows of the grid. */
export function sizeOf({ rows, chart, isNewsfeed }: Pick<WidgetRow, 'rows' | 'chart' | 'isNewsfeed'>): {
  readonly w: number;
  readonly h: number;
} {
  if (isNewsfeed === true) return { w: 20, h: 16 };
  if (chart !== undefined) return { w: 20, h: 12 };
  return rows === undefined ? { w: 20, h: 14 } : { w: 20, h: 12 };
}
