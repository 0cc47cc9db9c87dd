const MOST_CHARACTERS = 80;

/** Short name of a company: `BYJU's` is `byjus`, `Scale AI` is `scale-ai`; empty without a Latin letter or digit. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_CHARACTERS)
    .replace(/^-+|-+$/g, '');
}

/** The short name with that of a place, for a company whose own one another company has. */
export function slugWithPlace(slug: string, place: string): string {
  const suffix = slugOf(place);
  return `${slug.slice(0, MOST_CHARACTERS - suffix.length - 1).replace(/-+$/, '')}-${suffix}`;
}
