/** What an answer adds: the names in its `X-Data-Source`, such as `files` and `simulated`. */
export interface WithSources {
  /** Empty if the response names none. */
  readonly dataSources?: readonly string[];
}

/** The names in the `X-Data-Source` of a response; none for `none` and without the header. */
export function sourcesIn(headers: Headers): readonly string[] {
  return (headers.get('X-Data-Source') ?? '').split(', ').filter((name) => name !== '' && name !== 'none');
}

/**
 * Which of the data are invented; null if none are. Curated facts say themselves where they are from, and count beside
 * invented ones only where the data are about them.
 */
export function simulatedWords(sources: readonly string[], isOfCurated = false): string | null {
  if (!sources.includes('simulated')) return null;
  return sources.every((name) => name === 'simulated' || (name === 'curated' && !isOfCurated))
    ? 'Simulated data'
    : 'Partly simulated';
}

/** Sources of a panel of the security's bars alone, beside panels of other data; of the whole answer without one. */
export const sourcesOfBars = (
  security: { readonly source: string } | null,
  dataSources: readonly string[],
): readonly string[] => (security === null ? dataSources : [security.source]);

/** Of sources by kind of data: those that something is stored of, of these kinds. */
export function sourcesOfKinds<Kind extends string>(
  sources: readonly { readonly kind: Kind; readonly source: string; readonly asOf: string | null }[],
  ...kinds: readonly Kind[]
): readonly string[] {
  return [
    ...new Set(sources.flatMap(({ kind, source, asOf }) => (asOf !== null && kinds.includes(kind) ? [source] : []))),
  ];
}

const FILED_BY: Readonly<Record<string, string>> = {
  edgar: 'filings with the SEC',
  files: 'imported files',
  yahoo: 'Yahoo Finance',
  finnhub: 'Finnhub',
};

/** Where reported quarters are from, by their sources; undefined if nothing is stored. */
export function reportsNote(sources: readonly string[]): string | undefined {
  if (sources.length === 0) return undefined;
  if (sources.includes('simulated')) return 'Invented for the simulated market: no company has filed them';
  return `As in ${sources
    .map((name) => FILED_BY[name] ?? name)
    .sort()
    .join(' and ')}`;
}
