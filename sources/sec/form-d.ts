import { civilOf, isoDate } from '../../calendar/days.js';
import { placeOf } from '../../engines/investor-fit/places.js';
import { CellError, parseDate, parseNumber } from '../files/cells.js';
import { ImportError } from '../files/import-report.js';
import { formDay } from '../institutional/form-cells.js';
import { childrenOf, elementAt, textAt, type XmlElement } from './xml-tree.js';

/** A form D in the words of its file; empty where it says nothing. */
export interface FiledFormD {
  readonly form: string;
  /** `LIVE` or `TEST`. */
  readonly liveness: string;
  readonly cik: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly stateName: string;
  readonly founded: string;
  readonly industry: string;
  readonly fundType: string;
  readonly isDebt: string;
  readonly isEquity: string;
  readonly firstSale: string;
  readonly offered: string;
  readonly sold: string;
  /** Day of signature, or of filing. */
  readonly signed: string;
  readonly persons: readonly string[];
}

/** A form D: what an issuer has raised without a public offering. Amounts in USD; days since 1970-01-01. */
export interface FormD {
  /** Ten digits. */
  readonly cik: string;
  readonly name: string;
  readonly headquarters: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly founded: number | null;
  readonly industry: string | null;
  /** Null for an issuer that is no pooled investment fund. */
  readonly fundType: string | null;
  readonly securities: 'equity' | 'debt' | null;
  readonly offeredUsd: number | null;
  readonly soldUsd: number | null;
  readonly saleDay: number | null;
  readonly persons: readonly string[];
  readonly asOfDay: number;
  readonly sourceUrl: string;
}

const ROOT = 'edgarSubmission';
const FUND = 'pooled investment fund';
const CIK_DIGITS = 10;
const MOST_PERSONS = 20;
const MOST_NAME_CHARACTERS = 200;
const MOST_FIELD_CHARACTERS = 120;
const TRUE = new Set(['true', 'y', '1']);

/** Forms C, 13F, 144 and N-PORT have the same root; only a form D has issuers and an offering. */
export function formDIn(root: XmlElement): FiledFormD {
  const [issuer, offering] = [elementAt(root, 'primaryIssuer'), elementAt(root, 'offeringData')];
  if (root.name !== ROOT || issuer === undefined || offering === undefined)
    throw new ImportError('The file is not a form D: it has no <primaryIssuer> and <offeringData>.');
  const types = elementAt(offering, 'typesOfSecuritiesOffered');
  return {
    form: textAt(root, 'submissionType'),
    liveness: textAt(root, 'testOrLive'),
    cik: textAt(issuer, 'cik'),
    name: textAt(issuer, 'entityName'),
    city: textAt(issuer, 'issuerAddress', 'city'),
    state: textAt(issuer, 'issuerAddress', 'stateOrCountry'),
    stateName: textAt(issuer, 'issuerAddress', 'stateOrCountryDescription'),
    founded: textAt(issuer, 'yearOfInc', 'value'),
    industry: textAt(offering, 'industryGroup', 'industryGroupType'),
    fundType: textAt(offering, 'industryGroup', 'investmentFundInfo', 'investmentFundType'),
    isDebt: textAt(types, 'isDebtType'),
    isEquity: textAt(types, 'isEquityType'),
    firstSale: textAt(offering, 'typeOfFiling', 'dateOfFirstSale', 'value'),
    offered: textAt(offering, 'offeringSalesAmounts', 'totalOfferingAmount'),
    sold: textAt(offering, 'offeringSalesAmounts', 'totalAmountSold'),
    signed: textAt(offering, 'signatureBlock', 'signature', 'signatureDate'),
    persons: childrenOf(elementAt(root, 'relatedPersonsList'), 'relatedPersonInfo').map((person) => {
      const name = (part: string): string => textAt(person, 'relatedPersonName', part);
      return personName(name('firstName'), name('middleName'), name('lastName'));
    }),
  };
}

const plain = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

export function personName(...parts: readonly string[]): string {
  return plain(parts.join(' '));
}

/** A day as forms and data sets write it, some with a year of two digits. Throws CellError. */
function dayIn(text: string, what: string, today: number): number {
  const full = text.replace(/^(\d{1,2}-[A-Za-z]{3}-)(\d{2})$/, '$120$2');
  const day = /^\d{1,2}-/.test(full) ? formDay(full) : parseDate(full).day;
  if (day > today) throw new CellError(`${what} ${isoDate(day)} is in the future`);
  return day;
}

/** Null where the form has no amount, or says that it is indefinite. */
function amountIn(text: string, label: string): number | null {
  if (text === '' || text.toLowerCase() === 'indefinite') return null;
  const value = parseNumber(text, label);
  if (value < 0) throw new CellError(`${label} ${text} is negative`);
  return value;
}

/** The SEC writes US states as two letters, and provinces and other countries as a letter and a digit. */
function countryOf(state: string, name: string): string | null {
  if (/^[A-Z]{2}$/.test(state) && state !== 'XX') return 'US';
  const [code, ...others] = placeOf(name)?.countries ?? [];
  return code === undefined || others.length > 0 ? null : code;
}

function foundedIn(text: string, today: number): number | null {
  if (text === '') return null;
  const year = parseNumber(text, 'year of incorporation');
  if (!Number.isInteger(year) || year < 1600 || year > civilOf(today).year)
    throw new CellError(`year of incorporation ${text} is not a year up to now`);
  return year;
}

const orNull = (text: string): string | null => plain(text) || null;

/** A valid form D. Throws CellError for the first thing that is not as it must be. */
export function formDOf(filed: FiledFormD, today: number): FormD {
  if (!/^D(\/A)?$/.test(filed.form)) throw new CellError(`form ${JSON.stringify(filed.form)} is not D or D/A`);
  if (filed.liveness.toUpperCase() === 'TEST') throw new CellError('it is a test filing');
  if (!/^\d{1,10}$/.test(filed.cik)) throw new CellError('the CIK of the issuer is not a number of up to ten digits');
  const name = plain(filed.name);
  if (name === '' || name.length > MOST_NAME_CHARACTERS)
    throw new CellError(`the issuer's name is empty or has more than ${MOST_NAME_CHARACTERS} characters`);
  const cik = filed.cik.padStart(CIK_DIGITS, '0');
  const isFund = filed.industry.toLowerCase() === FUND;
  const saleDay = filed.firstSale === '' ? null : dayIn(filed.firstSale, 'first sale', today);
  const asOfDay = dayIn(filed.signed, 'signature', today);
  const offeredUsd = amountIn(filed.offered, 'amount offered');
  const soldUsd = amountIn(filed.sold, 'amount sold');
  if (soldUsd !== null && offeredUsd !== null && soldUsd > offeredUsd)
    throw new CellError(`amount sold ${filed.sold} is above the amount offered ${filed.offered}`);
  const isDebt = TRUE.has(filed.isDebt.toLowerCase());
  const isEquity = TRUE.has(filed.isEquity.toLowerCase());
  return {
    cik,
    name,
    headquarters: orNull(filed.city.slice(0, MOST_FIELD_CHARACTERS)),
    country: countryOf(filed.state, filed.stateName),
    founded: foundedIn(filed.founded, today),
    industry: orNull(filed.industry),
    fundType: isFund ? (orNull(filed.fundType.slice(0, MOST_FIELD_CHARACTERS)) ?? 'Pooled investment fund') : null,
    securities: isEquity ? 'equity' : isDebt ? 'debt' : null,
    offeredUsd,
    soldUsd,
    saleDay,
    persons: [
      ...new Set(filed.persons.map(plain).filter((person) => person !== '' && person.length <= MOST_NAME_CHARACTERS)),
    ].slice(0, MOST_PERSONS),
    asOfDay,
    sourceUrl: `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&type=D&CIK=${cik}`,
  };
}
