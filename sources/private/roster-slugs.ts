import type { StoredCompany } from '../../store/private-companies.js';
import { CURATED } from '../curated/corpus-rows.js';
import { slugOf, slugWithPlace } from './company-slug.js';
import { countryCode } from './country-codes.js';
import type { KnownCompanies } from './known-companies.js';
import type { RosterRow } from './roster-rows.js';

/** Whether both have a country, and the countries differ. */
export function isAbroad(country: string | null, { profile }: StoredCompany): boolean {
  const [here, there] = [country === null ? null : countryCode(country), profile?.country ?? null];
  return here !== null && there !== null && here !== there;
}

/** Whether a stored company is in the row's city. A curated one passes: lists name cities in other ways. */
function isInCity({ city }: RosterRow, { hq, source }: StoredCompany): boolean {
  return source === CURATED || city === null || hq === null || slugOf(city) === slugOf(hq);
}

/** Slugs with the row's place. */
function placed(row: RosterRow, slug: string): readonly string[] {
  return [row.city, row.country].flatMap((place) =>
    place === null || slugOf(place) === '' ? [] : [slugWithPlace(slug, place)],
  );
}

/** All slugs that rows can have. */
export function candidateSlugs(rows: readonly RosterRow[]): readonly string[] {
  return rows.flatMap((row) => [slugOf(row.name), ...placed(row, slugOf(row.name))]);
}

/**
 * The slug of each row. The name's own one belongs to the company that has it already, else to the first on the list;
 * another company of that name has its place in the slug, and keeps that slug on the next list.
 */
export function rosterSlugs(rows: readonly RosterRow[], known: KnownCompanies): readonly string[] {
  const taken = new Set<string>();
  const sharing = new Map<string, number>();
  for (const { name } of rows) sharing.set(slugOf(name), (sharing.get(slugOf(name)) ?? 0) + 1);
  return rows.map((row) => {
    const curated = known.curated(row.name);
    const own = curated?.slug ?? slugOf(row.name);
    const holder = curated ?? known.bySlug(own);
    const places = placed(row, own);
    const earlier = places.find((slug) => known.bySlug(slug) !== undefined && !taken.has(slug));
    // A company that alone has its name may have moved within its country, a curated one anywhere: its names are
    // reviewed.
    const isAlone = sharing.get(slugOf(row.name)) === 1 && earlier === undefined;
    const fits =
      holder === undefined ||
      (isAlone && curated !== undefined) ||
      (!isAbroad(row.country, holder) && (isAlone || isInCity(row, holder)));
    const slug = fits && !taken.has(own) ? own : (earlier ?? places.find((each) => !taken.has(each)) ?? own);
    taken.add(slug);
    return slug;
  });
}
