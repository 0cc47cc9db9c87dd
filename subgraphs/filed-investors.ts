import { civilOf, isoDate } from '../calendar/days.js';
import type { FiledFirm } from '../store/filing-firms.js';
import type { Investor } from '../store/investors.js';
import type { Repositories } from '../store/repositories.js';
import { rowsByKey } from '../store/rows-by-key.js';

/** A firm; filings do not tell the type of most. */
export type InvestorRow = Omit<Investor, 'firmType'> & { readonly firmType: Investor['firmType'] | null };

type Reading = Pick<Repositories, 'investors' | 'filingFirms'>;

const WITH_CIK = /^(?:(.*)-)?(\d{1,10})$/;
const CIK_DIGITS = 10;
const FORMS = { D: 'pooled investment fund (form D)', '13F': 'institutional manager (form 13F)' } as const;

/** A firm that filings tell, with what they tell of it. */
function filedInvestor(firm: FiledFirm, slug: string): InvestorRow {
  const { name, firmType, fundType, founded, headquarters, country, offeredUsd, soldUsd, saleDay, persons, source } = firm;
  const fact = { asOf: isoDate(firm.asOfDay), sourceUrl: firm.sourceUrl };
  const sizeUsd = offeredUsd ?? soldUsd;
  const isFund = firm.form === 'D';
  const told = {
    name, firmType, founded, headquarters, country,
    activeFund: isFund ? name : null,
    notablePartners: persons.length === 0 ? null : persons,
  };
  const known = Object.entries(told).filter(([, value]) => value !== null);
  return {
    slug, name, firmType, founded, aumUsd: null, source,
    profile: {
      aliases: [], tags: [], newsTopics: [], shortName: null, tagline: null,
      subtype: fundType === null ? FORMS[firm.form] : `${fundType.toLowerCase()} (form D)`,
      headquarters, country, geoFocus: [], website: null,
      activeFund: isFund ? { name, sizeUsd, year: saleDay === null ? null : civilOf(saleDay).year } : null,
      stageFocus: [], sectorFocus: [], smallestInvestmentUsd: null, largestInvestmentUsd: null,
      notablePartners: persons, notablePortfolio: [], exitsHighlight: [], recentInvestments: [],
      facts: Object.fromEntries(known.map(([field]) => [field, fact])),
    },
  };
}

/**
 * The slugs of firms, by CIK: the name for the lowest CIK of those with the same name, unless a curated firm has it, and
 * the name with the CIK for all others. The same in whatever order filings are imported.
 */
async function named(firms: readonly FiledFirm[], { investors }: Reading): Promise<ReadonlyMap<string, InvestorRow>> {
  const bySlug = rowsByKey(firms, ({ slug }) => slug);
  const curated = await investors.bySlugs([...bySlug.keys()]);
  return new Map(
    [...bySlug].flatMap(([base, same]) =>
      same.map((firm, index) => {
        const isFree = base !== '' && index === 0 && !curated.has(base);
        const slug = isFree ? base : `${base === '' ? 'cik' : base}-${Number(firm.cik)}`;
        return [firm.cik, filedInvestor(firm, slug)] as const;
      }),
    ),
  );
}

/** Firms that filings tell, by what was asked for: their slugs, or their names with their CIKs, which never change. */
export async function filedBySlugs(
  slugs: readonly string[],
  reading: Reading,
): Promise<ReadonlyMap<string, InvestorRow>> {
  const cikOf = new Map(
    slugs.flatMap((slug) => {
      const cik = WITH_CIK.exec(slug)?.[2];
      return cik === undefined ? [] : [[slug, cik.padStart(CIK_DIGITS, '0')] as const];
    }),
  );
  const firms = await reading.filingFirms.named(slugs, [...cikOf.values()]);
  const byCik = await named(firms, reading);
  const found = new Map<string, InvestorRow>();
  for (const firm of byCik.values()) found.set(firm.slug, firm);
  for (const [slug, cik] of cikOf) {
    const firm = byCik.get(cik);
    const base = firms.find((each) => each.cik === cik)?.slug ?? '';
    if (firm !== undefined && slug === `${base === '' ? 'cik' : base}-${Number(cik)}`) found.set(slug, firm);
  }
  return found;
}

/** Firms that filings tell, by a text in their names. */
export async function filedMatching(text: string, reading: Reading): Promise<readonly InvestorRow[]> {
  const firms = await reading.filingFirms.matching(text);
  return [...(await named(firms, reading)).values()];
}
