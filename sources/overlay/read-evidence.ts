import type { Transaction } from 'kysely';
import { newYorkTime } from '../../calendar/new-york-time.js';
import type { CompanyEvidence } from '../../engines/company-overlay/company-overlay.js';
import type { Listing, Offering, Story } from '../../engines/company-overlay/evidence.js';
import type { CompanyOverlay } from '../../store/company-overlays.js';
import type { Store } from '../../store/open-store.js';
import type { PrivateOffering } from '../../store/private-offerings.js';
import { rowsByKey } from '../../store/rows-by-key.js';
import type { StartupStory } from '../../store/startup-stories.js';
import type { Tables } from '../../store/tables.js';
import { CURATED } from '../curated/corpus-rows.js';
import { namedCompanies, type StoredCompany } from '../news/private-company-names.js';
import { SIMULATED } from '../simulated/simulated-rows.js';
import { CompanyMatches } from './company-matches.js';
import { readListings } from './read-listings.js';

export type EvidenceStore = Pick<
  Store,
  'startupStories' | 'privateOfferings' | 'ipoListings' | 'filers' | 'companyFilings'
>;

function storyOf(row: StartupStory & { readonly slug: string }): Story {
  const { story: key, slug, publishedAt, source, toldUrl, acquirer, hasRound, isRaiser } = row;
  const isRound = hasRound && isRaiser;
  const { stage, isExtension, amountUsd, leadInvestors } = row;
  return {
    key,
    slug,
    source,
    acquirer,
    asOfDay: newYorkTime(publishedAt.getTime()).day,
    sourceUrl: toldUrl,
    round: isRound ? { stage, isExtension, amountUsd, leadInvestors } : null,
    postMoneyUsd: isRound ? row.postMoneyUsd : null,
    totalRaisedUsd: isRound ? row.totalRaisedUsd : null,
  };
}

/**
 * The forms D of curated companies: a form from another country, or of one of several issuers of the name, is of none.
 */
function offeringsOf(rows: readonly PrivateOffering[], companies: readonly StoredCompany[]): readonly Offering[] {
  const curated = new CompanyMatches(companies.filter(({ source }) => source === CURATED));
  const matched = rows.flatMap((row) => {
    const company = curated.named(row.name);
    const isAbroad = row.country !== null && (company?.country ?? row.country) !== row.country;
    return company === undefined || isAbroad ? [] : [{ slug: company.slug, row }];
  });
  return [...rowsByKey(matched, ({ slug }) => slug)].flatMap(([slug, ofCompany]) => {
    const issuers = new Set(ofCompany.map(({ row }) => row.cik));
    return issuers.size > 1 ? [] : ofCompany.map(({ row: { cik: _cik, name: _name, ...row } }) => ({ ...row, slug }));
  });
}

/**
 * All that news, filings and the IPO calendar tell of stored private companies, by slug. Invented evidence is of
 * invented companies alone, and other evidence of none of them.
 */
export async function readEvidence(
  store: EvidenceStore,
  tx: Transaction<Tables>,
  current: readonly CompanyOverlay[],
  now: Date,
): Promise<ReadonlyMap<string, CompanyEvidence>> {
  const companies = await namedCompanies(tx);
  const sourceOf = new Map(companies.map(({ slug, source }) => [slug, source]));
  const isKin = ({ slug, source }: Story): boolean =>
    sourceOf.has(slug) && (sourceOf.get(slug) === SIMULATED) === (source === SIMULATED);
  const stories = (await store.startupStories.aboutCompanies(tx)).map(storyOf).filter(isKin);
  const offerings = offeringsOf(await store.privateOfferings.all(tx), companies);
  const today = newYorkTime(now.getTime()).day;
  const listings = await readListings(store, tx, new CompanyMatches(companies), current, today);
  const bySlug = <Row extends Story | Offering | Listing>(rows: readonly Row[]) => rowsByKey(rows, ({ slug }) => slug);
  const [storiesOf, offeringsBySlug, listingsOf] = [bySlug(stories), bySlug(offerings), bySlug(listings)];
  const slugs = new Set([...storiesOf.keys(), ...offeringsBySlug.keys(), ...listingsOf.keys()]);
  return new Map(
    [...slugs].sort().map((slug) => [
      slug,
      {
        stories: storiesOf.get(slug) ?? [],
        offerings: offeringsBySlug.get(slug) ?? [],
        listings: listingsOf.get(slug) ?? [],
      },
    ]),
  );
}
