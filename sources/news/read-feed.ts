import { parseFeed } from '@rowanmanning/feed-parser';
import { XMLValidator } from 'fast-xml-parser';
import { parseUrl } from '../../outbound/parse-url.js';
import { newsArticle, type NewsArticleFields } from '../../store/news-model.js';
import { articleFault, articleKey } from './article-keys.js';
import { feedDate } from './feed-date.js';
import { plainText, shortened } from './plain-text.js';

/** A text that is not a feed; the message is a sentence for an operator. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

export interface FeedText {
  readonly text: string;
  /** Where the feed was read, for relative links; undefined for a file. */
  readonly url?: string | undefined;
  readonly now: Date;
  /** Set if the entries are of many outlets, each of which is then named by the host of its article. */
  readonly isOfMany?: boolean;
}

/** An entry that is refused, by its position from 1. */
export interface RefusedEntry {
  readonly line: number;
  readonly reason: string;
}

export interface FeedArticles {
  readonly articles: readonly NewsArticleFields[];
  readonly refused: readonly RefusedEntry[];
}

const MOST_SUMMARY = 1_000;
const MOST_OUTLET = 120;
/** Entities of its own let a small document become a huge one. */
const OWN_ENTITIES = /<!(?:ENTITY|DOCTYPE[^>]*\[)/i;
const DOCUMENT = /^\uFEFF?\s*</;

function refuseText(text: string): void {
  if (text.trim() === '') throw new FeedError('The feed is empty.');
  if (!DOCUMENT.test(text)) throw new FeedError('The feed is not XML.');
  if (OWN_ENTITIES.test(text)) throw new FeedError('The feed declares XML entities, which are not read.');
  // Its successor is a package of its own with another parser below it.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
  const checked = XMLValidator.validate(text, { allowBooleanAttributes: true });
  if (checked === true) return;
  throw new FeedError(`The feed is not well-formed XML: line ${checked.err.line}: ${checked.err.msg}`);
}

/** The feed that a text is; any failure of the parser means that it is none. */
function parsed(text: string): ReturnType<typeof parseFeed> {
  try {
    const feed = parseFeed(text);
    // The parser looks through the whole document for it at each entry's address.
    return Object.defineProperty(feed, 'url', { value: feed.url });
  } catch (cause) {
    throw new FeedError('The document is neither RSS nor Atom.', { cause });
  }
}

/** An address without its user and password, so that relative links do not inherit them. */
function withoutUser(address: string | undefined): string | undefined {
  const url = address === undefined ? undefined : parseUrl(address);
  if (url === undefined) return undefined;
  url.username = '';
  url.password = '';
  return url.href;
}

/** An absolute address; the text itself if it is none. */
function resolved(link: string, base: string | undefined): string {
  try {
    return new URL(link, base).href;
  } catch {
    return link;
  }
}

type Item = ReturnType<typeof parseFeed>['items'][number];

function linkOf({ url, id }: Item, base: string | undefined): string {
  if (url !== null && url !== '') return resolved(url.trim(), base);
  return id !== null && /^https?:/i.test(id) ? id : '';
}

/** Elements with the date of an entry, of RSS, Dublin Core and Atom; the first one that is a date counts. */
const DATE_ELEMENTS = ['pubdate', 'published', 'issued', 'date', 'modified', 'updated'];

/** The parser reads dates without a zone in the zone of this machine. */
function dateOf({ element }: Item): Date | null {
  for (const name of DATE_ELEMENTS) {
    const text = element.findElementWithName(name)?.textContent ?? '';
    const date = feedDate(text);
    if (date !== null) return date;
  }
  return null;
}

/** The article of an entry, or why it is refused. */
function articleOf(
  item: Item,
  outlet: string,
  { url: base, now, isOfMany, ownHost }: FeedText & { readonly ownHost: string | null },
): NewsArticleFields | string {
  const publishedAt = dateOf(item);
  const link = linkOf(item, base);
  if (publishedAt === null) return 'it has no date';
  if (link === '') return 'it has no link';
  const summary = shortened(plainText(item.description ?? item.content ?? ''), MOST_SUMMARY);
  const candidate = newsArticle.safeParse({
    url: link,
    title: plainText(item.title ?? ''),
    outlet: isOfMany === true ? hostOf(link) : outlet,
    publishedAt,
    summary: summary === '' ? null : summary,
    givenTickers: [],
  });
  if (!candidate.success) return candidate.error.issues[0]?.message ?? 'it is not valid';
  return articleFault(candidate.data, now, ownHost) ?? candidate.data;
}

/** The host that a feed without a title is named by. */
function hostOf(url: string | undefined): string {
  return (url === undefined ? undefined : parseUrl(url))?.hostname.replace(/^www\./, '') ?? 'feed';
}

/** Reads RSS or Atom: entries without title, link or date are refused. Throws FeedError for any other text. */
export function readFeed(given: FeedText): FeedArticles {
  refuseText(given.text);
  const feed = parsed(given.text);
  // Not the address that the feed itself tells.
  const ownHost = given.url === undefined ? null : (parseUrl(given.url)?.hostname ?? null);
  const base = { ...given, url: withoutUser(given.url ?? feed.url ?? undefined), ownHost };
  const outlet = shortened(plainText(feed.title ?? ''), MOST_OUTLET) || hostOf(given.url);
  const articles: NewsArticleFields[] = [];
  const refused: RefusedEntry[] = [];
  const seen = new Map<string, number>();
  for (const [index, item] of feed.items.entries()) {
    const article = articleOf(item, outlet, base);
    const earlier = typeof article === 'string' ? undefined : seen.get(articleKey(article));
    if (typeof article === 'string') refused.push({ line: index + 1, reason: article });
    else if (earlier !== undefined)
      refused.push({ line: index + 1, reason: `${article.url} is already entry ${earlier}; the first one counts` });
    else {
      seen.set(articleKey(article), index + 1);
      articles.push(article);
    }
  }
  return { articles, refused };
}
