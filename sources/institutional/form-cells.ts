import { CellError, parseDate, parseNumber } from '../files/cells.js';
import { institutionalPosition, type InstitutionalPositionFields } from '../../store/institutional-positions.js';

/** One entry of an information table in the words of its file; empty where it has none. */
export interface FiledEntry {
  readonly issuer: string;
  readonly titleOfClass: string;
  readonly cusip: string;
  readonly value: string;
  readonly amount: string;
  readonly amountType: string;
  readonly putCall: string;
  readonly discretion: string;
  readonly otherManagers: string;
  readonly votingSole: string;
  readonly votingShared: string;
  readonly votingNone: string;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const FORM_DATE = /^(\d{2})-(\d{2})-(\d{4})$/;
const DATA_SET_DATE = /^(\d{1,2})-([A-Z]{3})-(\d{4})$/;

/** A day as `12-31-2021` of forms, `31-DEC-2021` of data sets, or `YYYYMMDD`. Throws CellError. */
export function formDay(text: string): number {
  const [, month, day, year] = FORM_DATE.exec(text) ?? [];
  if (month !== undefined) return parseDate(`${String(year)}-${month}-${String(day)}`).day;
  const [, dayOfMonth, name, ofYear] = DATA_SET_DATE.exec(text.toUpperCase()) ?? [];
  if (name === undefined) return parseDate(text).day;
  return parseDate(`${String(ofYear)}-${MONTHS.indexOf(name) + 1}-${String(dayOfMonth)}`).day;
}

/** Null for an empty text. Throws CellError. */
export function optionalNumber(text: string, label: string): number | null {
  return text === '' ? null : parseNumber(text, label);
}

const KINDS: ReadonlyMap<string, InstitutionalPositionFields['kind']> = new Map(
  Object.entries<InstitutionalPositionFields['kind']>({ SH: 'SHARES', PRN: 'PRINCIPAL' }),
);
const OPTIONS: ReadonlyMap<string, InstitutionalPositionFields['kind']> = new Map(
  Object.entries<InstitutionalPositionFields['kind']>({ PUT: 'PUT', CALL: 'CALL' }),
);
const DISCRETIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    DFND: 'DEFINED',
    'SHARED-DEFINED': 'DEFINED',
    OTR: 'OTHER',
    'SHARED-OTHER': 'OTHER',
  }),
);

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

function kindOf({ amountType, putCall }: FiledEntry): InstitutionalPositionFields['kind'] {
  const option = OPTIONS.get(putCall.toUpperCase());
  if (putCall !== '' && option === undefined)
    throw new CellError(`putCall ${JSON.stringify(putCall)} is not Put or Call`);
  const kind = KINDS.get(amountType.toUpperCase());
  if (kind === undefined) throw new CellError(`type of amount ${JSON.stringify(amountType)} is not SH or PRN`);
  return option ?? kind;
}

/** A valid entry, its value as filed. Throws CellError, which names the issuer. */
export function positionOf(entry: FiledEntry): InstitutionalPositionFields {
  const discretion = entry.discretion.toUpperCase();
  try {
    const position = institutionalPosition.safeParse({
      cusip: entry.cusip.toUpperCase(),
      issuer: plain(entry.issuer),
      titleOfClass: plain(entry.titleOfClass),
      kind: kindOf(entry),
      amount: parseNumber(entry.amount, 'number of shares'),
      value: parseNumber(entry.value, 'value'),
      discretion: DISCRETIONS.get(discretion) ?? discretion,
      otherManagers: plain(entry.otherManagers) || null,
      votingSole: optionalNumber(entry.votingSole, 'sole voting authority') ?? 0,
      votingShared: optionalNumber(entry.votingShared, 'shared voting authority') ?? 0,
      votingNone: optionalNumber(entry.votingNone, 'no voting authority') ?? 0,
    });
    if (position.success) return position.data;
    throw new CellError(position.error.issues[0]?.message ?? 'it is not valid');
  } catch (fault) {
    if (!(fault instanceof CellError) || entry.issuer === '') throw fault;
    throw new CellError(`${plain(entry.issuer).slice(0, 60)}: ${fault.message}`);
  }
}
