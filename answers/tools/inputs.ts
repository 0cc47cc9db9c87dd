import { z } from 'zod';

/** Tickers of one call, which are one batch of the graph. */
const MOST_TICKERS = 25;

export const tickers = z.array(z.string()).min(1).max(MOST_TICKERS);
/** A day as tools are given it: `YYYY-MM-DD`. */
export const DAY = /^\d{4}-\d{2}-\d{2}$/;
export const tickersInput = z.object({ tickers });
export const slug = z.string().min(1).max(80);

/** The path of a REST endpoint with its query. */
export function restPath(path: string, query: Readonly<Record<string, string | number>> = {}): string {
  const text = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
  return `/api/v1${path}${text === '' ? '' : `?${text}`}`;
}

/** The field that has what no REST endpoint has. */
export const graphqlRef = (field: string): string => `/graphql#${field}`;

/** The entries of a batch that are not null, each with the ticker that it was asked for. */
export function entriesOf<Entry>(
  asked: readonly string[],
  entries: readonly (Entry | null)[] | null | undefined,
): readonly (readonly [string, Entry])[] {
  return (entries ?? []).flatMap((entry, index): (readonly [string, Entry])[] => {
    const ticker = asked[index];
    return entry === null || ticker === undefined ? [] : [[ticker, entry]];
  });
}

const KNOWN_CHARACTERS = { YEAR: 4, MONTH: 7, DAY: 10 } as const;

/** What is known of a date: `2025`, `2025-03` or `2025-03-14`. */
export function knownPart<Day extends string | null | undefined>(
  date: Day,
  precision: keyof typeof KNOWN_CHARACTERS | null | undefined,
): Day | string {
  return typeof date === 'string' ? date.slice(0, KNOWN_CHARACTERS[precision ?? 'DAY']) : date;
}

/** `STRONG_BUY` is "Strong Buy". */
export function inWords(name: string): string {
  return name
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** `WALKED_BACK` is "walked back". */
export const inPlainWords = (name: string): string => name.toLowerCase().replaceAll('_', ' ');
