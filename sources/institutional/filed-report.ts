import { isoDate } from '../../calendar/days.js';
import { institutionalFiling, type InstitutionalFiling } from '../../store/institutional-filings.js';
import { CellError } from '../files/cells.js';
import { formDay, optionalNumber } from './form-cells.js';
import type { FiledCover } from './form-documents.js';
import type { ValueUnit } from './value-unit.js';

export type NewFiling = Omit<InstitutionalFiling, 'isCounted'>;

/** Where and when a filing was filed. */
export interface FilingPlace {
  readonly accession: string;
  /** As the source has it; empty if it does not say. */
  readonly filed: string;
  readonly source: string;
  /** Filings after this day are refused. */
  readonly today: number;
}

/** The stored entries of a filing. */
export interface EntrySums {
  readonly entries: number;
  /** Refused ones. */
  readonly refused: number;
  /** In the unit of the filing. */
  readonly value: number;
}

interface Filed {
  readonly filingDay: number;
  readonly isFilingDayEstimated: boolean;
}

/** The day of filing, else that of signature. Throws CellError. */
export function filedOn(
  { signed }: Pick<FiledCover, 'signed'>,
  { filed, today }: Pick<FilingPlace, 'filed' | 'today'>,
): Filed {
  if (filed === '' && signed === '') throw new CellError('the filing has no day of filing and none of signature');
  const filingDay = formDay(filed === '' ? signed : filed);
  if (filingDay > today) throw new CellError(`filing day ${isoDate(filingDay)} is in the future`);
  return { filingDay, isFilingDayEstimated: filed === '' };
}

/** The manager and the quarter of a filing. Throws CellError. */
export function reportOf({ cik, period }: Pick<FiledCover, 'cik' | 'period'>) {
  return { cik: /^\d{1,10}$/.test(cik) ? cik.padStart(10, '0') : cik, periodDay: formDay(period) };
}

/** The row of a filing. Throws CellError. */
export function filingOf(cover: FiledCover, place: FilingPlace, unit: ValueUnit, sums: EntrySums): NewFiling {
  const { accession, source } = place;
  const statedValue = optionalNumber(cover.statedValue, 'stated value');
  const filing = institutionalFiling.safeParse({
    accession,
    ...reportOf(cover),
    manager: cover.manager.replace(/\s+/g, ' '),
    ...filedOn(cover, place),
    form: cover.form,
    amendment: cover.form === '13F-HR' ? null : cover.amendment.toUpperCase() || null,
    amendmentNumber: optionalNumber(cover.amendmentNumber, 'number of the amendment'),
    statedEntries: optionalNumber(cover.statedEntries, 'number of entries'),
    statedValue: statedValue === null ? null : statedValue * unit.dollars,
    isUnitCorrected: unit.isCorrected,
  });
  if (!filing.success) throw new CellError(filing.error.issues[0]?.message ?? 'it is not valid');
  return {
    ...filing.data,
    entries: sums.entries,
    refusedEntries: sums.refused,
    value: sums.value * unit.dollars,
    source,
  };
}

/** Why a table is not that of its filing; undefined if it is. */
export function countFault({ statedEntries }: NewFiling, read: number): string | undefined {
  if (statedEntries === null || statedEntries === read) return undefined;
  return `the table has ${read} entries, and the filing states ${statedEntries}: it is incomplete, or of another filing`;
}

const usd = (value: number): string => `$${Math.round(value).toLocaleString('en-US')}`;

/** What the values of a filing lack; none if they add up to what it states, but for rounding. */
export function valueNotes(
  { statedValue, value, entries, isUnitCorrected }: NewFiling,
  unit: ValueUnit,
): readonly string[] {
  const isOff = statedValue !== null && Math.abs(statedValue - value) > unit.dollars * Math.max(1, entries);
  const used = unit.dollars === 1 ? 'dollars' : 'thousands of dollars';
  const evidence = unit.isOfOther === true ? "those of the manager's report of the quarter" : 'the prices per share';
  return [
    ...(isUnitCorrected
      ? [`The values were read as ${used}: ${evidence} show that they are not in the unit of the filing's day.`]
      : []),
    ...(isOff ? [`The entries add up to ${usd(value)}, and the filing states ${usd(statedValue)}.`] : []),
  ];
}
