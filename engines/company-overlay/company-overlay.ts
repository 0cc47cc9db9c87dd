import type { Listing, OverlaidCompany, OverlayFact, Offering, Story } from './evidence.js';
import { overlayRounds } from './rounds.js';
import { endDay, overlayStatus } from './status.js';

/** All that news, filings and the IPO calendar tell of one company. */
export interface CompanyEvidence {
  readonly stories: readonly Story[];
  readonly offerings: readonly Offering[];
  readonly listings: readonly Listing[];
}

type Told = Pick<OverlayFact, 'asOfDay' | 'key'>;

const newestFirst = (one: Told, other: Told): number =>
  other.asOfDay - one.asOfDay || (one.key < other.key ? -1 : Number(one.key > other.key));

/** Money raised in all, as the newest story states it. */
function totalRaised(company: OverlaidCompany, stories: readonly Story[]): readonly OverlayFact[] {
  const knownTo = company.totalRaisedUsd === null ? -Infinity : (company.totalRaisedDay ?? -Infinity);
  const [newest] = stories
    .flatMap((story) => (story.totalRaisedUsd === null ? [] : [{ ...story, totalRaisedUsd: story.totalRaisedUsd }]))
    .filter(({ asOfDay }) => asOfDay > knownTo)
    .sort(newestFirst);
  if (newest === undefined) return [];
  const { key, slug, asOfDay, sourceUrl, source, totalRaisedUsd: value } = newest;
  return [{ key, slug, asOfDay, sourceUrl, source, origin: 'news', field: 'totalRaisedUsd', value }];
}

/** The place that the newest form D gives, for a company of which none is stored. */
function places(company: OverlaidCompany, offerings: readonly Offering[]): readonly OverlayFact[] {
  return (['headquarters', 'country'] as const).flatMap((field): readonly OverlayFact[] => {
    if (company[field] !== null) return [];
    const [newest] = offerings.filter((offering) => offering[field] !== null).sort(newestFirst);
    const value = newest?.[field] ?? null;
    if (newest === undefined || value === null) return [];
    const { key, slug, asOfDay, sourceUrl, source } = newest;
    return [{ key, slug, asOfDay, sourceUrl, source, origin: 'filing', field, value }];
  });
}

/**
 * The facts that news, filings and the IPO calendar lay over what is stored of a company (docs/methodology.md). A
 * stored fact of the same day or a later one stays. The result depends on the evidence alone, and not on its order.
 */
export function companyOverlay(company: OverlaidCompany, evidence: CompanyEvidence): readonly OverlayFact[] {
  const status = overlayStatus(company, evidence.stories, evidence.listings);
  const end = endDay(company, status);
  const isBefore = ({ asOfDay }: Told): boolean => asOfDay < end;
  const [stories, offerings] = [evidence.stories.filter(isBefore), evidence.offerings.filter(isBefore)];
  return [
    ...overlayRounds(company, stories, offerings),
    ...totalRaised(company, stories),
    ...(status === null ? [] : [status]),
    ...places(company, offerings),
  ];
}
