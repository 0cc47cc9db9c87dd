import { civilOf, isoDate } from '../calendar/days.js';
import type { FiledFirm } from '../store/filing-firms.js';
import type { Investor } from '../store/investors.js';
import type { Repositories } from '../store/repositories.js';
import { rowsByKey } from '../store/rows-by-key.js';
import { adviserType } from './adviser-type.js';

/** A firm; filings do not tell the type of most. */
export type InvestorRow = Omit<Investor, 'firmType'> & { readonly firmType: Investor['firmType'] | null };

type Reading = Pick<Repositories, 'investors' | 'filingFirms'>;

const WITH_NUMBER = /(?:^|-)(crd-)?(\d{1,10})$/;
const CIK_DIGITS = 10;
const MOST_CRD = 2 ** 31 - 1;
const FORMS = {
  D: 'pooled investment fund (form D)',
  '13F': 'institutional manager (form 13F)',
  ADV: 'investment adviser (form ADV)',
} as const;
/** By the first digits of a file number. */
const REGISTERS: ReadonlyMap<string | undefined, string> = new Map([
  ['801', `registered ${FORMS.ADV}`],
  ['802', 'exempt reporting adviser (form ADV)'],
]);

function subtypeOf({ form, fundType, adviser }: FiledFirm): string {
  if (fundType !== null) return `${fundType.toLowerCase()} (form D)`;
  return REGISTERS.get(adviser?.secNumber?.slice(0, 3)) ?? FORMS[form];
}

/** A firm that filings tell, with what they tell of it. */
function filedInvestor(firm: FiledFirm, slug: string): InvestorRow {
  const { name, founded, headquarters, country, offeredUsd, soldUsd, saleDay, persons, adviser, source } = firm;
  const fact = { asOf: isoDate(firm.asOfDay), sourceUrl: firm.sourceUrl };
  const sizeUsd = offeredUsd ?? soldUsd;
  const isFund = firm.form === 'D';
  const firmType = adviser === null ? firm.firmType : adviserType(adviser);
  const aumUsd = adviser?.regulatoryAssetsUsd ?? adviser?.fundAssetsUsd ?? null;
  const website = adviser?.website ?? null;
  const told = {
    name,
    firmType,
    founded,
    headquarters,
    country,
    website,
    aumUsd,
    activeFund: isFund ? name : null,
    notablePartners: persons.length === 0 ? null : persons,
  };
  const known = Object.entries(told).filter(([, value]) => value !== null);
  const otherNames = [adviser?.legalName ?? name, adviser?.managerName ?? name].filter((other) => other !== name);
  return {
    slug,
    name,
    firmType,
    founded,
    aumUsd,
    source,
    profile: {
      aliases: [...new Set(otherNames)],
      tags: [],
      newsTopics: [],
      shortName: null,
      tagline: null,
      subtype: subtypeOf(firm),
      headquarters,
      country,
      geoFocus: [],
      website,
      activeFund: isFund ? { name, sizeUsd, year: saleDay === null ? null : civilOf(saleDay).year } : null,
      stageFocus: [],
      sectorFocus: [],
      smallestInvestmentUsd: null,
      largestInvestmentUsd: null,
      notablePartners: persons,
      notablePortfolio: [],
      exitsHighlight: [],
      recentInvestments: [],
      facts: Object.fromEntries(known.map(([field]) => [field, fact])),
    },
  };
}

/** The number in a firm's own slug: an adviser's is in the register of advisers, for not all have one with the SEC. */
const numberOf = ({ adviser, cik }: FiledFirm): string =>
  adviser === null ? String(Number(cik)) : `crd-${adviser.crd}`;

const withNumber = (base: string, number: string): string => {
  if (base !== '') return `${base}-${number}`;
  return number.startsWith('crd-') ? number : `cik-${number}`;
};

interface NamedFirm {
  readonly firm: FiledFirm;
  readonly row: InvestorRow;
}

/**
 * The slugs of firms: the name for the first of those with the same name (by CIK, advisers last), unless a curated firm
 * has it, and the name with the number for all others. The same in whatever order filings are imported.
 */
async function named(firms: readonly FiledFirm[], { investors }: Reading): Promise<readonly NamedFirm[]> {
  const bySlug = rowsByKey(firms, ({ slug }) => slug);
  const curated = await investors.bySlugs([...bySlug.keys()]);
  return [...bySlug].flatMap(([base, same]) =>
    same.map((firm, index) => {
      const isFree = base !== '' && index === 0 && !curated.has(base);
      return { firm, row: filedInvestor(firm, isFree ? base : withNumber(base, numberOf(firm))) };
    }),
  );
}

/** All slugs that find a firm: its own, its names with its numbers, which never change, and its name in forms 13F. */
function slugsOf({ firm, row }: NamedFirm): readonly string[] {
  const { slug, managerSlug, adviser, cik } = firm;
  const filer = cik === null ? null : String(Number(cik));
  const ofManager = managerSlug === null || filer === null ? [] : [withNumber(managerSlug, filer), managerSlug];
  const ofAdviser = adviser === null || filer === null ? [] : [withNumber(slug, filer)];
  return [row.slug, withNumber(slug, numberOf(firm)), ...ofAdviser, ...ofManager];
}

/** Firms that filings tell, by what was asked for: any of their slugs. */
export async function filedBySlugs(
  slugs: readonly string[],
  reading: Reading,
): Promise<ReadonlyMap<string, InvestorRow>> {
  const numbers = slugs.flatMap((slug) => {
    const [, register, digits] = WITH_NUMBER.exec(slug) ?? [];
    return digits === undefined ? [] : [{ register, digits }];
  });
  const ofFilers = numbers.filter(({ register }) => register === undefined);
  const ciks = ofFilers.map(({ digits }) => digits.padStart(CIK_DIGITS, '0'));
  const crds = numbers.filter(({ register }) => register !== undefined).map(({ digits }) => Number(digits));
  const firms = await reading.filingFirms.named({ slugs, ciks, crds: crds.filter((crd) => crd <= MOST_CRD) });
  const all = await named(firms, reading);
  const found = new Map(all.map(({ row }) => [row.slug, row]));
  for (const each of all) {
    for (const slug of slugsOf(each)) if (!found.has(slug)) found.set(slug, each.row);
  }
  return found;
}

/** Firms that filings tell, by a text in their names. */
export async function filedMatching(text: string, reading: Reading): Promise<readonly InvestorRow[]> {
  const firms = await reading.filingFirms.matching(text);
  return (await named(firms, reading)).map(({ row }) => row);
}
