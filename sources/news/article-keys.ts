import { canonicalUrl } from '../../engines/text/canonical-url.js';
import type { NewsArticleFields } from '../../store/news-model.js';
import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { isLocalUrl } from '../../outbound/addresses.js';
import { parseUrl } from '../../outbound/parse-url.js';

/** Clocks of outlets are wrong by hours, and dates by a day. */
const MOST_AHEAD_MS = 24 * 3_600_000;
/** Earlier dates are mistakes of a file, such as an epoch of 0. */
const FIRST_MS = Date.UTC(1990, 0, 1);
const SHOWN = 80;

/** The identity of an article: its address without scheme, tracking and mobile forms. */
export function articleKey({ url }: Pick<NewsArticleFields, 'url'>): string {
  return canonicalUrl(url) ?? '';
}

/** The short name of an outlet: "The Information (US)" is `the-information`. */
export function sourceKeyOf(outlet: string): string {
  const words = outlet
    .replace(/\s*\([^)]*\)/g, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words === null ? 'other' : words.join('-');
}

/**
 * Why a valid article is refused; undefined if it is not. A link into a private network is taken from a feed of the
 * same host, as of an outlet within the operator's network.
 */
export function articleFault(
  { url, publishedAt }: NewsArticleFields,
  now: Date,
  ownHost: string | null = null,
): string | undefined {
  const ms = publishedAt.getTime();
  if (articleKey({ url }) === '') return `url ${JSON.stringify(url.slice(0, SHOWN))} is not the address of an article`;
  const address = parseUrl(url);
  if (address !== undefined && address.hostname !== ownHost && isLocalUrl(address))
    return `url ${JSON.stringify(url.slice(0, SHOWN))} leads to a private network`;
  if (ms < FIRST_MS) return 'it was published before 1990';
  return ms > now.getTime() + MOST_AHEAD_MS ? `date ${isoDate(newYorkTime(ms).day)} is in the future` : undefined;
}
