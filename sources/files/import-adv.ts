import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { parseUrl } from '../../outbound/parse-url.js';
import { adviser } from '../../store/advisers.js';
import { countryCode } from '../private/country-codes.js';
import { CellError } from './cells.js';
import { day, number, optionalText, text, type Cell } from './read-cells.js';
import { rowImport } from './row-import.js';

const CIK_DIGITS = 10;
const MOST_CRD_DIGITS = 9;

/** Hosts of accounts, which forms have among the addresses of websites. */
const SOCIAL = /(^|\.)(facebook|instagram|linkedin|medium|threads|tiktok|twitter|x|youtube)\.com$/;

function crdOf(cell: Cell, label: string): number {
  const given = text(cell);
  if (!/^\d+$/.test(given) || given.length > MOST_CRD_DIGITS || Number(given) === 0)
    throw new CellError(`${label} ${JSON.stringify(given)} is not a number of up to ${MOST_CRD_DIGITS} digits`);
  return Number(given);
}

function cikOf(cell: Cell, label: string): string | null {
  const given = text(cell);
  if (/^0*$/.test(given)) return null;
  if (!/^\d{1,10}$/.test(given))
    throw new CellError(`${label} ${JSON.stringify(given)} is not a number of up to ten digits`);
  return given.padStart(CIK_DIGITS, '0');
}

/** Forms have addresses in upper case and without a protocol, of accounts, and words such as `N/A`. */
function websiteOf(cell: Cell): string | null {
  const given = text(cell);
  const address = parseUrl(/^https?:\/\//i.test(given) ? given : `https://${given}`);
  if (address === undefined || !/[^.]\.[a-z]{2,}$/.test(address.hostname) || SOCIAL.test(address.hostname)) return null;
  if (address.username !== '' || address.password !== '') return null;
  const { pathname, search } = address;
  const path = /[a-z]/.test(given) ? pathname + search : (pathname + search).toLowerCase();
  return `${address.protocol}//${address.host}${path === '/' ? '' : path}`;
}

/** Blank and zero are not told: advisers without private funds leave the sum empty or 0. */
function assets(cell: Cell, label: string): number | null {
  return number(cell, label) || null;
}

/** Investment advisers, registered and exempt: the SEC's monthly lists from forms ADV. */
export const IMPORT = rowImport<typeof adviser>({
  kind: 'adv',
  summary:
    "Investment advisers from forms ADV: the SEC's monthly lists of registered and exempt reporting advisers, CSV.",
  noun: 'list of investment advisers',
  isLegacy: true,
  columns: {
    crd: [crdOf, 'Organization CRD#', 'Organization CRD #'],
    secNumber: [optionalText, 'SEC#', 'SEC #'],
    cik: [cikOf, 'CIK#', 'CIK #'],
    name: [text, 'Primary Business Name', 'Legal Name'],
    legalName: [optionalText, 'Legal Name'],
    headquarters: [optionalText, 'Main Office City'],
    country: [(cell) => countryCode(text(cell)), 'Main Office Country'],
    website: [websiteOf, 'Website Address'],
    regulatoryAssetsUsd: [assets, '5F(2)(c)'],
    fundAssetsUsd: [assets, 'Total Gross Assets of Private Funds'],
    funds: [number, 'Count of Private Funds - 7B(1)'],
    ventureFunds: [number, 'Total number of VC funds'],
    equityFunds: [number, 'Total number of PE funds'],
    filedDay: [day, 'Latest ADV Filing Date'],
  },
  model: adviser,
  keyOf: ({ crd }) => String(crd),
  nameOf: ({ crd, name }) => `${name} (CRD ${crd})`,
  faultOf: ({ filedDay }, now) => {
    const isLate = filedDay > newYorkTime(now.getTime()).day;
    return isLate ? `Latest ADV Filing Date ${isoDate(filedDay)} is in the future` : undefined;
  },
  async save(store, tx, rows, { source }) {
    const kept = await store.advisers.save(
      tx,
      rows.map((row) => ({ ...row, source })),
    );
    return kept === 0 ? [] : [`Advisers that stay as they are, because a newer form is stored: ${kept}.`];
  },
  sample: {
    file: [
      'SEC Region,Organization CRD#,SEC#,Firm Type,CIK#,Primary Business Name,Legal Name,Main Office City,Main Office State,Main Office Country,SEC Current Status,Latest ADV Filing Date,Website Address,5F(2)(c),7B,Count of Private Funds - 7B(1),Any PE Funds,Total number of PE funds,Any VC Funds,Total number of VC funds,Total Gross Assets of Private Funds',
      'SFRO,900001,801-900001,Registered,1234567,HARBOUR VENTURES,"HARBOUR VENTURE MANAGEMENT, L.L.C.",MENLO PARK,CA,United States,Approved,03/28/2025,HTTPS://WWW.HARBOUR.EXAMPLE,"2,792,196,229.00",Y,8,N,0,Y,7,"  2,484,007,760.00 "',
      'FOREIGN,900002,802-900002,ERA,,PEBBLE EQUITY LLP,PEBBLE EQUITY LLP,LONDON,,United Kingdom,ERA - Active,04/01/2025,https://www.linkedin.com/company/pebble,,Y,2,Y,2,N,0,"484,007,760.00"',
      'NYRO,,801-900003,Registered,,NO NUMBER,NO NUMBER,NEW YORK,NY,United States,Approved,03/28/2025,,100,N,0,N,0,N,0,',
      'NYRO,90-4,801-900004,Registered,,WRONG NUMBER,WRONG NUMBER,NEW YORK,NY,United States,Approved,03/28/2025,,100,N,0,N,0,N,0,',
      'NYRO,900005,801-900005,Registered,,NEGATIVE,NEGATIVE,NEW YORK,NY,United States,Approved,03/28/2025,,-100,N,0,N,0,N,0,',
      'NYRO,900006,801-900006,Registered,,UNDATED,UNDATED,NEW YORK,NY,United States,Approved,,,100,N,0,N,0,N,0,',
      'NYRO,900001,801-900001,Registered,1234567,HARBOUR VENTURES,HARBOUR,NEW YORK,NY,United States,Approved,03/28/2025,,100,N,0,N,0,N,0,',
      'NYRO,900007,801-900007,Registered,,,,NEW YORK,NY,United States,Approved,03/28/2025,,100,N,0,N,0,N,0,',
    ].join('\n'),
    stored: 2,
    refused: [
      'line 4: Organization CRD#: it is empty',
      'line 5: Organization CRD# "90-4" is not a number of up to 9 digits',
      'line 6: 5F(2)(c) -100 is negative',
      'line 7: Latest ADV Filing Date: it is empty',
      'line 8: HARBOUR VENTURES (CRD 900001) is already on line 2; the first one counts',
      'line 9: Primary Business Name is missing',
    ],
  },
});
