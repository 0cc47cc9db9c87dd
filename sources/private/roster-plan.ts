import { civilOf } from '../../calendar/days.js';
import { EMPTY_PROFILE } from '../../store/company-profile.js';
import type { NewPrivateCompany, StoredCompany } from '../../store/private-companies.js';
import type { NewPrivateRound } from '../../store/private-rounds.js';
import { CURATED } from '../curated/corpus-rows.js';
import { slugOf } from './company-slug.js';
import { countryCode } from './country-codes.js';
import type { KnownCompanies } from './known-companies.js';
import { rosterSlugs } from './roster-slugs.js';
import { valuationOf, type RosterRow } from './roster-rows.js';

/** What an import stores. */
export interface PrivatePlan {
  readonly companies: readonly NewPrivateCompany[];
  readonly rounds: readonly NewPrivateRound[];
  readonly notes: readonly string[];
}

interface Placed {
  readonly row: RosterRow;
  readonly slug: string;
  readonly before: StoredCompany | undefined;
  /** Whether no list of a later day is stored for the company. */
  readonly isNewest: boolean;
}

const yearOf = (day: number): number => civilOf(day).year;

/** A year of foundation after the company joined the list, or after the list's day, is a mistake of the list. */
function isFoundedLate({ founded, joinedDay, day }: RosterRow): boolean {
  return founded !== null && founded > yearOf(Math.min(day, joinedDay ?? day));
}

const hasEnded = ({ before }: Placed): boolean =>
  before?.profile?.ipoStatus === 'acquired' || before?.profile?.ipoStatus === 'listed';

/** The company's row: the newest list's values, and earlier ones where it tells none. */
function companyOf(placed: Placed, source: string): NewPrivateCompany {
  const { row, slug, before, isNewest } = placed;
  const listed = {
    name: row.name,
    sector: row.industry,
    hq: row.city,
    founded: isFoundedLate(row) ? null : row.founded,
  };
  const [first, second] = isNewest ? [listed, before] : [before, listed];
  const known = before?.profile ?? EMPTY_PROFILE;
  const country = row.country === null ? null : countryCode(row.country);
  const isBack = isNewest && hasEnded(placed);
  return {
    slug,
    name: first?.name ?? row.name,
    tagline: before?.tagline ?? null,
    sector: first?.sector ?? second?.sector ?? null,
    founded: first?.founded ?? second?.founded ?? null,
    hq: first?.hq ?? second?.hq ?? null,
    employees: before?.employees ?? null,
    source,
    profile: {
      ...known,
      country: isNewest ? (country ?? known.country) : (known.country ?? country),
      totalRaisedUsd: isNewest ? (row.raisedUsd ?? known.totalRaisedUsd) : (known.totalRaisedUsd ?? row.raisedUsd),
      ...(isBack ? { ipoStatus: null, succeededBy: null } : {}),
    },
  };
}

function roundOf({ row, slug }: Placed, source: string): readonly NewPrivateRound[] {
  const postMoneyUsd = valuationOf(row);
  if (postMoneyUsd === null) return [];
  return [
    {
      slug,
      kind: 'list',
      day: row.day,
      stage: '',
      amountUsd: null,
      postMoneyUsd,
      leadInvestors: [],
      investors: row.investors ?? [],
      confidence: 'reported',
      asOfDay: row.day,
      sourceUrl: row.sourceUrl,
      source,
    },
  ];
}

const noteOf = (text: string, rows: readonly unknown[]): readonly string[] =>
  rows.length === 0 ? [] : [`${text}: ${rows.length}.`];

/** What a list stores: a valuation for each company, and what is known of companies that are not curated. */
export function rosterPlan(
  rows: readonly RosterRow[],
  known: KnownCompanies,
  newestList: ReadonlyMap<string, number>,
  source: string,
): PrivatePlan {
  const slugs = rosterSlugs(rows, known);
  const placed = rows.map((row, place): Placed => {
    const slug = slugs[place] ?? slugOf(row.name);
    const before = known.bySlug(slug) ?? known.curated(row.name);
    return { row, slug, before, isNewest: (newestList.get(slug) ?? row.day) <= row.day };
  });
  const isCurated = ({ before, slug }: Placed): boolean => before?.source === CURATED && before.slug === slug;
  const own = placed.filter((each) => !isCurated(each));
  const named = own.filter(({ row, slug }) => slug !== slugOf(row.name)).map(({ slug }) => slug);
  const late = placed.filter(({ row }) => isFoundedLate(row));
  const back = own.filter((each) => each.isNewest && hasEnded(each));
  return {
    companies: own.map((each) => companyOf(each, source)),
    rounds: placed.flatMap((each) => roundOf(each, source)),
    notes: [
      ...noteOf('Curated companies, of which only the valuations are stored', placed.filter(isCurated)),
      ...noteOf(
        'Companies without a known valuation',
        placed.filter(({ row }) => valuationOf(row) === null),
      ),
      ...noteOf('Years of foundation after the company joined the list, which were left out', late),
      ...noteOf('Companies that were stored as listed or acquired and that the list values again', back),
      ...(named.length === 0
        ? []
        : [`Names that another company has, told apart by their place: ${named.join(', ')}.`]),
    ],
  };
}
