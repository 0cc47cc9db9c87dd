import path from 'node:path';
import { z } from 'zod';
import { existingDay, isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { text as textField } from '../../store/field-schemas.js';
import { CellError } from '../files/cells.js';
import { day, number, optionalText, text, type Cell } from '../files/read-cells.js';
import type { RowFormat } from '../files/row-import.js';
import { sourceAddress } from '../../store/private-fields.js';
import { slugOf } from './company-slug.js';
import { countryCode } from './country-codes.js';
import { usdAmount } from './usd-amount.js';

const MOST_LIST = 4_000;
const MOST_NAME = 120;
const BILLION = 1e9;

const rosterRow = z.object({
  name: textField('company', MOST_NAME),
  valuationUsd: z.number().nullable(),
  /** The same in billions, of a list whose column says so. */
  valuationBillions: z.number().nullable(),
  /** The day of the valuation. */
  day: z.int(),
  joinedDay: z.int().nullable(),
  city: textField('city', MOST_NAME).nullable(),
  country: textField('country', MOST_NAME).nullable(),
  industry: textField('industry', 80).nullable(),
  investors: z.array(textField('investor', MOST_NAME)).readonly().nullable(),
  founded: z.int().min(1600, 'founded before 1600').max(2100, 'founded after 2100').nullable(),
  raisedUsd: z.number().nullable(),
  sourceUrl: sourceAddress.nullable(),
});

/** A company on a list of private companies with their valuations. */
export type RosterRow = Readonly<z.infer<typeof rosterRow>>;

function companyName(cell: Cell): string {
  const name = text(cell);
  if (slugOf(name) !== '') return name;
  throw new CellError(`company ${JSON.stringify(name.slice(0, 40))} has no Latin letter or digit for a short name`);
}

function namesIn(cell: Cell, label: string): readonly string[] {
  const given = text(cell);
  if (given.length > MOST_LIST) throw new CellError(`${label} has more than ${MOST_LIST} characters`);
  return [
    ...new Set(
      given
        .split(/[,;]/)
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
  ];
}

const isNothing = (cell: Cell): boolean => /^(unknown|n\/a|none|-+)?$/i.test(text(cell));

function optional<Value>(read: (cell: Cell, label: string) => Value): (cell: Cell, label: string) => Value | null {
  return (cell, label) => (isNothing(cell) ? null : read(cell, label));
}

const DAY_IN_NAME = /(?<!\d)(20\d{2})[-_]?(0[1-9]|1[0-2])(?:[-_]?([0-3]\d))?(?!\d)/;

/** The day in a file's name; a month stands for its last day, so that nothing is known before it was. */
export function dayInName(file: string): number | null {
  const [, year, month, dayOfMonth] = DAY_IN_NAME.exec(path.basename(file)) ?? [];
  if (year === undefined || month === undefined) return null;
  if (dayOfMonth !== undefined) return existingDay(Number(year), Number(month), Number(dayOfMonth));
  const next = existingDay(Number(year) + Math.floor(Number(month) / 12), (Number(month) % 12) + 1, 1);
  return next === null ? null : next - 1;
}

/** Columns that tell the day of a valuation. */
export const DAY_COLUMNS = ['as of', 'valuation date'];

/** Key of the company that a row is of. */
const placeKey = ({ name, country, city }: RosterRow): string =>
  [slugOf(name), country === null ? '' : (countryCode(country) ?? country), city ?? ''].join(' ').toLowerCase();

/** The format of a list whose valuations are of `asOfDay`, if no column says another day. */
export function rosterFormat(asOfDay: number | undefined): RowFormat<typeof rosterRow> {
  return {
    noun: 'list of private companies',
    isLegacy: true,
    cellsOfFile: (file): Readonly<Record<string, Cell>> => {
      const known = asOfDay ?? dayInName(file);
      return known === null ? {} : { day: isoDate(known) };
    },
    columns: {
      name: [companyName, 'company', 'company name'],
      valuationUsd: [usdAmount, 'valuation', 'post-money valuation', 'valuation usd'],
      valuationBillions: [optional(number), 'valuation ($b)', 'valuation ($bn)'],
      day: [day, ...DAY_COLUMNS],
      joinedDay: [optional(day), 'date joined'],
      city: [optionalText, 'headquarters'],
      country: [optionalText],
      industry: [optionalText, 'sector'],
      investors: [optional(namesIn), 'select investors'],
      founded: [optional(number), 'year founded'],
      raisedUsd: [usdAmount, 'funding', 'total raised'],
      sourceUrl: [optionalText, 'source', 'url'],
    },
    model: rosterRow,
    keyOf: placeKey,
    faultOf: (row, now) =>
      row.day > newYorkTime(now.getTime()).day
        ? `the list is of ${isoDate(row.day)}, which is in the future`
        : undefined,
    nameOf: ({ name }) => name,
  };
}

/** The valuation of a row, whichever column told it; null if none did. */
export function valuationOf({ valuationUsd, valuationBillions }: RosterRow): number | null {
  if (valuationUsd !== null || valuationBillions === null) return valuationUsd;
  return valuationBillions > 0 ? valuationBillions * BILLION : null;
}
