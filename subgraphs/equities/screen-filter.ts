import { refuseFaults } from '../../access/parameters/faults.js';
import { FACTOR_NAMES } from '../../engines/signal/constants.js';
import type { ScreenTable } from '../../engines/screen/screen-table.js';
import type { ScreenField } from '../../engines/screen/screen-values.js';
import type { SecurityFilter } from '../generated/types.js';

type Filter = SecurityFilter | null | undefined;

/** An inclusive range of a value, with the path of its argument. */
interface ValueRange {
  readonly field: ScreenField;
  readonly param: string;
  readonly atLeast: number;
  readonly atMost: number;
}

/** Conditions on computed values. */
export interface ScreenFilter {
  readonly labels: ReadonlySet<string> | null;
  readonly ranges: readonly ValueRange[];
}

const FIELDS = ['score', 'changePct', 'volume', 'volumeRatio'] as const;

interface Bounds {
  readonly atLeast?: number | null | undefined;
  readonly atMost?: number | null | undefined;
}

function rangeOf(field: ScreenField, param: string, bounds: Bounds | null | undefined): readonly ValueRange[] {
  const [atLeast, atMost] = [bounds?.atLeast ?? -Infinity, bounds?.atMost ?? Infinity];
  return atLeast === -Infinity && atMost === Infinity ? [] : [{ field, param, atLeast, atMost }];
}

/** The computed conditions of a filter. Throws `invalid_parameter` for ranges that nothing can be in. */
export function screenFilter(filter: Filter): ScreenFilter {
  const ranges = [
    ...FIELDS.flatMap((field) => rangeOf(field, `filter.${field}`, filter?.[field])),
    ...FACTOR_NAMES.flatMap((name) => rangeOf(name, `filter.factors.${name}`, filter?.factors?.[name])),
  ];
  refuseFaults(
    ranges
      .filter(({ atLeast, atMost }) => atLeast > atMost)
      .map(({ param, atLeast, atMost }) => ({
        param,
        isMissing: false,
        message: `${param}.atLeast must not be above ${param}.atMost; got ${atLeast} and ${atMost}`,
      })),
  );
  const labels = filter?.labels ?? null;
  return { labels: labels === null ? null : new Set(labels), ranges };
}

/** A filter in one form, whatever order it was written in, for cursors. */
export function screenFilterKey({ labels, ranges }: ScreenFilter): readonly unknown[] {
  const bounds = ranges.map(({ field, atLeast, atMost }) => [field, String(atLeast), String(atMost)]);
  return [labels === null ? null : [...labels].sort(), bounds];
}

/** Tests rows of a table; one without a value that is asked for does not match. */
export function screenTest<Row extends { readonly symbol: string; readonly name: string }>(
  table: ScreenTable<Row>,
  { labels, ranges }: ScreenFilter,
): (index: number) => boolean {
  const columns = ranges.map(({ field, atLeast, atMost }) => ({ column: table.column(field), atLeast, atMost }));
  return (index) => {
    for (const { column, atLeast, atMost } of columns) {
      const value = column[index] ?? Number.NaN;
      if (!(value >= atLeast && value <= atMost)) return false;
    }
    return labels === null || labels.has(table.labels[index] ?? '');
  };
}
