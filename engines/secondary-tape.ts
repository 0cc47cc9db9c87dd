import type { DatePrecision } from '../calendar/date-precision.js';
import { isoDate } from '../calendar/days.js';
import { lastValuation, type SecondaryKind, type SecondaryPrint, type Valuation } from './private-marks/evidence.js';
import type { Evidence } from './private-marks/constants.js';

/** An event on the tape; amounts in USD. */
export interface TapeEvent {
  readonly date: string;
  readonly datePrecision: DatePrecision;
  readonly kind: SecondaryKind;
  readonly confidence: Evidence;
  readonly impliedValuationUsd: number | null;
  readonly pricePerShare: number | null;
  readonly sizeUsd: number | null;
  /** Against the last valuation known before the event; null if one of the two is not known. */
  readonly premiumPct: number | null;
  readonly sourceUrl: string;
  /** What the source says of it, in words. */
  readonly note: string | null;
  /** When it was stored, or changed last; null where that is not known. */
  readonly recordedAt: Date | null;
}

/** The observed events of one company, newest first. */
export interface Tape {
  readonly events: readonly TapeEvent[];
  readonly prints: number;
  /** Day of the newest event. */
  readonly latest: string;
}

function premiumPct(day: number, impliedUsd: number | null, valuations: readonly Valuation[]): number | null {
  const last = lastValuation(valuations, day - 1);
  return impliedUsd === null || last === null ? null : (impliedUsd / last.valuationUsd - 1) * 100;
}

/** The events up to a day, newest first. */
export function tapeEvents(
  prints: readonly SecondaryPrint[],
  valuations: readonly Valuation[],
  today: number,
): readonly TapeEvent[] {
  return prints
    .filter(({ day }) => day <= today)
    .sort((one, other) => other.day - one.day)
    .map(({ day, dayPrecision = 'day', ...print }) => ({
      date: isoDate(day),
      datePrecision: dayPrecision,
      kind: print.kind,
      confidence: print.confidence,
      impliedValuationUsd: print.impliedValuationUsd,
      pricePerShare: print.pricePerShare,
      sizeUsd: print.sizeUsd,
      premiumPct: premiumPct(day, print.impliedValuationUsd, valuations),
      sourceUrl: print.sourceUrl,
      note: print.note,
      recordedAt: print.recordedAt ?? null,
    }));
}

/** Conditions on events. */
export interface TapeFilter {
  /** The first day, YYYY-MM-DD in UTC, on which one of the events that match was stored or changed. */
  readonly updatedSince?: string | null | undefined;
  readonly kind?: SecondaryKind | null | undefined;
  readonly confidence?: Evidence | null | undefined;
}

/**
 * The tape of the events that match; null if none does, or none of those was stored or changed since `updatedSince`.
 */
export function tapeOf(events: readonly TapeEvent[], { kind, confidence, updatedSince }: TapeFilter): Tape | null {
  const shown = events.filter(
    (event) => event.kind === (kind ?? event.kind) && event.confidence === (confidence ?? event.confidence),
  );
  const [newest] = shown;
  const since = updatedSince ?? null;
  const isNew = since === null || shown.some(({ recordedAt }) => (recordedAt?.toISOString() ?? '') >= since);
  return newest === undefined || !isNew ? null : { events: shown, prints: shown.length, latest: newest.date };
}

export type TapeOrder = 'fresh' | 'value' | 'premium' | 'prints';

interface Sortable extends Tape {
  readonly slug: string;
}

const newestOf = (events: readonly TapeEvent[], field: 'impliedValuationUsd' | 'premiumPct'): number =>
  events.find((event) => event[field] !== null)?.[field] ?? -Infinity;

const KEYS: Readonly<Record<TapeOrder, (tape: Tape) => number>> = {
  fresh: ({ latest }) => Date.parse(latest),
  value: ({ events }) => newestOf(events, 'impliedValuationUsd'),
  premium: ({ events }) => newestOf(events, 'premiumPct'),
  prints: ({ prints }) => prints,
};

/** Largest first; tapes without the value come last, equal ones by slug. */
export function sortedTapes<Row extends Sortable>(rows: readonly Row[], order: TapeOrder): readonly Row[] {
  return rows
    .map((row) => ({ row, key: KEYS[order](row) }))
    .sort((one, other) => {
      if (one.key !== other.key) return one.key < other.key ? 1 : -1;
      return one.row.slug < other.row.slug ? -1 : 1;
    })
    .map(({ row }) => row);
}
