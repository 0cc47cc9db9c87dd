import { EMPTY_PROFILE, type IpoStatus } from '../../store/company-profile.js';
import type { NewPrivateCompany } from '../../store/private-companies.js';
import { CURATED } from '../curated/corpus-rows.js';
import {
  MANGLED,
  type CrunchbaseAcquisition,
  type CrunchbaseCompany,
  type CrunchbaseRound,
} from './crunchbase-rows.js';
import { countryCode } from './country-codes.js';
import type { KnownCompanies } from './known-companies.js';
import type { PrivatePlan } from './roster-plan.js';
import { isAbroad } from './roster-slugs.js';

interface Named {
  readonly slug: string;
  readonly name: string;
  readonly sector: string | null;
  readonly hq: string | null;
  readonly country: string | null;
}

/** What a row says beside the company's name and place. */
interface Told {
  readonly founded?: number | null;
  readonly totalRaisedUsd?: number | null;
  readonly ipoStatus?: IpoStatus | null;
  readonly succeededBy?: string;
}

const STATUSES: Readonly<Record<CrunchbaseCompany['status'], IpoStatus | null>> = {
  operating: null,
  acquired: 'acquired',
  closed: null,
  ipo: 'listed',
};

const noteOf = (text: string, count: number): readonly string[] => (count === 0 ? [] : [`${text}: ${count}.`]);

/** Rows of companies that are not curated, and not another company of the same short name in another country. */
function ownRows<Row extends Named>(rows: readonly Row[], known: KnownCompanies): readonly Row[] {
  return rows.filter((row) => {
    const before = known.bySlug(row.slug);
    return before === undefined || (before.source !== CURATED && !isAbroad(row.country, before));
  });
}

/** The company's row: what is stored for it, and from the export what is not. */
function companyOf(row: Named, told: Told, known: KnownCompanies, source: string): NewPrivateCompany {
  const before = known.bySlug(row.slug);
  const profile = before?.profile ?? EMPTY_PROFILE;
  return {
    slug: row.slug,
    name: before?.name ?? (row.name === MANGLED ? row.slug : row.name),
    tagline: before?.tagline ?? null,
    sector: before?.sector ?? row.sector,
    founded: before?.founded ?? told.founded ?? null,
    hq: before?.hq ?? row.hq,
    employees: before?.employees ?? null,
    source,
    profile: {
      ...profile,
      country: profile.country ?? (row.country === null ? null : countryCode(row.country)),
      totalRaisedUsd: profile.totalRaisedUsd ?? told.totalRaisedUsd ?? null,
      ipoStatus: told.ipoStatus ?? profile.ipoStatus,
      succeededBy: told.succeededBy ?? profile.succeededBy,
    },
  };
}

function notesOf(rows: readonly Named[], left: readonly Named[]): readonly string[] {
  const lost = new Set(left.filter(({ name }) => name === MANGLED).map(({ slug }) => slug));
  return [
    ...noteOf(
      'Rows of curated companies, or of the short name of a company in another country, which were left out',
      rows.length - left.length,
    ),
    ...noteOf(`Names that a spreadsheet lost (${MANGLED}), stored as the short names`, lost.size),
  ];
}

/** Whether a list values the company after it is said to have ended: a mistake, or another company. */
function isValuedAfter(slug: string, day: number, newestList: ReadonlyMap<string, number>): boolean {
  return (newestList.get(slug) ?? -Infinity) > day;
}

/** The companies of an export. One that a list values keeps its status. */
export function companiesPlan(
  rows: readonly CrunchbaseCompany[],
  known: KnownCompanies,
  newestList: ReadonlyMap<string, number>,
  source: string,
): PrivatePlan {
  const left = ownRows(rows, known);
  const closed = left.filter(({ status }) => status === 'closed');
  return {
    companies: left.map((row) => {
      const ipoStatus = newestList.has(row.slug) ? null : STATUSES[row.status];
      return companyOf(row, { founded: row.founded, totalRaisedUsd: row.raisedUsd, ipoStatus }, known, source);
    }),
    rounds: [],
    notes: [
      ...notesOf(rows, left),
      ...noteOf('Companies that the list calls closed, stored without a status', closed.length),
    ],
  };
}

/** The first row of each company that is not stored. */
function newCompanies<Row extends Named>(rows: readonly Row[], known: KnownCompanies): readonly Row[] {
  const first = new Map<string, Row>();
  for (const row of rows) if (known.bySlug(row.slug) === undefined && !first.has(row.slug)) first.set(row.slug, row);
  return [...first.values()];
}

/** The rounds of an export, and the companies among them that are not stored. Amounts raised, without valuations. */
export function roundsPlan(rows: readonly CrunchbaseRound[], known: KnownCompanies, source: string): PrivatePlan {
  const left = ownRows(rows, known);
  const added = newCompanies(left, known);
  return {
    companies: added.map((row) => companyOf(row, {}, known, source)),
    rounds: left.map(({ slug, stage, day, raisedUsd }) => ({
      slug,
      kind: 'round',
      day,
      stage,
      amountUsd: raisedUsd,
      postMoneyUsd: null,
      leadInvestors: [],
      investors: [],
      confidence: 'reported',
      asOfDay: day,
      sourceUrl: null,
      source,
    })),
    notes: [...notesOf(rows, left), ...noteOf('Companies that were not stored, added from their rounds', added.length)],
  };
}

/** The acquired companies of an export; of several acquisitions of a company the newest counts. */
export function acquisitionsPlan(
  rows: readonly CrunchbaseAcquisition[],
  known: KnownCompanies,
  newestList: ReadonlyMap<string, number>,
  source: string,
): PrivatePlan {
  const left = ownRows(rows, known);
  const later = left.filter(({ slug, day }) => isValuedAfter(slug, day, newestList));
  const taken = left.filter((row) => !later.includes(row));
  const newest = new Map(taken.toSorted((one, other) => one.day - other.day).map((row) => [row.slug, row]));
  return {
    companies: [...newest.values()].map((row) =>
      companyOf(row, { ipoStatus: 'acquired', succeededBy: row.acquirer }, known, source),
    ),
    rounds: [],
    notes: [
      ...notesOf(rows, left),
      ...noteOf('Acquisitions before the day of a list that values the company, which were left out', later.length),
      ...noteOf('Earlier acquisitions of the same companies, which were left out', taken.length - newest.size),
    ],
  };
}
