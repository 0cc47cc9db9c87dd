import type { CompanyStatus, Listing, OverlaidCompany, OverlayFact, OverlayValues, Story } from './evidence.js';

type StatusFact = Extract<OverlayFact, { readonly field: 'ipoStatus' }>;

const hasEnded = (status: CompanyStatus | null): boolean => status === 'listed' || status === 'acquired';

function candidates(stories: readonly Story[], listings: readonly Listing[]): readonly StatusFact[] {
  const fact = (
    { key, slug, asOfDay, sourceUrl, source }: Story | Listing,
    origin: StatusFact['origin'],
    value: OverlayValues['ipoStatus'],
  ): StatusFact => ({ key, slug, asOfDay, sourceUrl, source, origin, field: 'ipoStatus', value });
  return [
    ...stories.flatMap((story) =>
      story.acquirer === null ? [] : [fact(story, 'news', { status: 'acquired', succeededBy: story.acquirer })],
    ),
    ...listings.map((listing) => {
      const { status, ticker, origin } = listing;
      return fact(listing, origin, { status, succeededBy: status === 'listed' ? ticker : null });
    }),
  ];
}

/**
 * Whether what is stored gives way: to newer facts, and once the company is no longer private only to its acquisition.
 */
function givesWay({ status, statusDay }: OverlaidCompany, fact: StatusFact): boolean {
  if (fact.asOfDay <= (statusDay ?? -Infinity)) return false;
  return hasEnded(status) ? status === 'listed' && fact.value.status === 'acquired' : true;
}

/** The newest first; of one day, that which names a successor, then by origin and key. */
function newestFirst(one: StatusFact, other: StatusFact): number {
  const names = ({ value: { succeededBy }, origin, key }: StatusFact): string =>
    `${succeededBy === null ? 1 : 0} ${origin} ${key}`;
  return other.asOfDay - one.asOfDay || (names(one) < names(other) ? -1 : 1);
}

/** How near a listing a company is, or what became of it, by what is newer than the stored fact; null without that. */
export function overlayStatus(
  company: OverlaidCompany,
  stories: readonly Story[],
  listings: readonly Listing[],
): StatusFact | null {
  const all = candidates(stories, listings)
    .filter((fact) => givesWay(company, fact))
    .sort(newestFirst);
  // Papers of a company that is listed already are for further shares.
  return all.find(({ value: { status } }) => hasEnded(status)) ?? all[0] ?? null;
}

/** The day since which a company is no longer private; infinite while it is, or if that is not known. */
export function endDay(company: OverlaidCompany, status: StatusFact | null): number {
  if (status !== null && hasEnded(status.value.status)) return status.asOfDay;
  return hasEnded(company.status) ? (company.statusDay ?? -Infinity) : Infinity;
}
