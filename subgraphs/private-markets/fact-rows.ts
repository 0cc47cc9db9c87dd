import type { DatePrecision } from '../../calendar/date-precision.js';
import type { OverlayOrigin } from '../../store/company-overlays.js';

export type FactOrigin = OverlayOrigin | 'curated' | 'imported' | 'invented';

/** Where a field of a profile is from. */
export interface FactRow {
  readonly field: string;
  /** In words. */
  readonly value: string;
  readonly origin: FactOrigin;
  readonly isOverlaid: boolean;
  readonly storedValue: string | null;
  readonly asOf: string;
  readonly asOfPrecision: DatePrecision;
  readonly sourceUrl: string | null;
}

/** REST's names of fields whose name there is not their own in snake case. */
const WIRE_NAMES: Readonly<Record<string, string>> = { headquarters: 'hq' };

/** A field by its name in REST, which is the contract's. */
export function wireName(field: string): string {
  return WIRE_NAMES[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A value in words: figures in digits, lists with commas, objects by their values. */
export function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  if (typeof value === 'number') return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 2 });
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null
    ? Object.values(value)
        .filter((part) => part !== null && part !== undefined)
        .map(inWords)
        .join(', ')
    : '';
}

export function factRow(field: string, fact: Omit<FactRow, 'field'>): FactRow {
  return { field: wireName(field), ...fact };
}
