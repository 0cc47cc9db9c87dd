import { searchWords } from '../../engines/private-news/search-words.js';
import { foldedName } from '../../engines/text/folded-name.js';
import { startupMentions } from '../../engines/text/startup-mentions.js';
import type { NewsArticleFields } from '../../store/news-model.js';
import type { NewsFault } from '../../store/news-sources.js';
import type { Store } from '../../store/open-store.js';
import { articleKey } from './article-keys.js';
import { FetchError } from './fetch-feed.js';
import { privateCompanyNames, type PrivateCompanyNames } from './private-company-names.js';
import { storeArticles, type NewsStore } from './store-articles.js';
import type { WebNewsSearch } from './web-search.js';

/** How a search ended: with a fault, or with its articles stored. */
export interface SearchReport {
  readonly fault: NewsFault | null;
}

/** Searches the web for what no stored article answers. */
export interface NewsSearcher {
  /** Resolves within `waitMs`; what comes later is stored for the next request. `nowMs` is the request's time. */
  ask(q: string, nowMs: number): Promise<SearchReport>;
  /** Waits for the searches that are under way. */
  close(): Promise<void>;
}

export interface NewsSearcherOptions {
  readonly search: WebNewsSearch;
  readonly store: Pick<Store, 'db' | 'newsSearches'> & NewsStore;
  readonly log: {
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  /** Time that a request waits for a search; 2 s by default. */
  readonly waitMs?: number;
}

/** Name of the source that articles of a search are stored under, and the short name of it. */
export const WEB_SEARCH = 'web-search';
const WAIT_MS = 2_000;
/** How long the outcome of a search stands. */
const ANSWERED_MS = 15 * 60_000;
const FAILED_MS = 60_000;
/** Searches of this process at a time, and in a minute. */
const MOST_AT_ONCE = 4;
const MOST_A_MINUTE = 60;
const MINUTE_MS = 60_000;

/** What is the same search, however it is spelled. */
const keyOf = (q: string): string => searchWords(q).join(' ') || foldedName(q);

export function createNewsSearcher(options: NewsSearcherOptions): NewsSearcher {
  return new Searcher(options);
}

class Searcher implements NewsSearcher {
  readonly #options: NewsSearcherOptions;
  /** Searches under way, by key: requests for the same share one. */
  readonly #flights = new Map<string, Promise<SearchReport>>();
  /** When the searches of the last minute were sent. */
  #sentMs: number[] = [];
  #running = 0;

  constructor(options: NewsSearcherOptions) {
    this.#options = options;
  }

  ask(q: string, nowMs: number): Promise<SearchReport> {
    const { waitMs = WAIT_MS } = this.#options;
    const key = keyOf(q);
    const flight = this.#flights.get(key) ?? this.#start(key, q, nowMs);
    return withinTime(flight, waitMs);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#flights.values());
  }

  #start(key: string, q: string, nowMs: number): Promise<SearchReport> {
    const flight = this.#outcome(key, q, nowMs).finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    // A request that no longer waits does not hear of it.
    flight.catch((err: unknown) => this.#options.log.error({ err }, 'could not store news that a search found'));
    return flight;
  }

  async #outcome(key: string, q: string, nowMs: number): Promise<SearchReport> {
    const { store } = this.#options;
    const last = await store.newsSearches.last(key);
    if (last !== null && nowMs - last.askedAt.getTime() < (last.fault === null ? ANSWERED_MS : FAILED_MS))
      return { fault: last.fault };
    if (!this.#mayAsk(nowMs)) return { fault: 'busy' };
    this.#running += 1;
    const askedAt = new Date(nowMs);
    try {
      const fault = await this.#search(q);
      await store.newsSearches.note(key, { askedAt, fault }, new Date(nowMs - ANSWERED_MS));
      return { fault };
    } finally {
      this.#running -= 1;
    }
  }

  #mayAsk(nowMs: number): boolean {
    this.#sentMs = this.#sentMs.filter((sentMs) => nowMs - sentMs < MINUTE_MS);
    if (this.#running >= MOST_AT_ONCE || this.#sentMs.length >= MOST_A_MINUTE) return false;
    this.#sentMs.push(nowMs);
    return true;
  }

  /** Searches, and stores the new articles that answer; returns why not, if the search failed. */
  async #search(q: string): Promise<NewsFault | null> {
    const { search, store } = this.#options;
    const found = await search.search(q).catch((error: unknown) => this.#faultOf(error));
    if (typeof found === 'string') return found;
    await store.db.transaction().execute(async (tx) => {
      const known = new Set((await store.news.byKeys(tx, found.map(articleKey))).map(({ key }) => key));
      const isAnswer = answering(q, await privateCompanyNames(tx));
      const fresh = found.filter((article) => !known.has(articleKey(article)) && isAnswer(article));
      await storeArticles(store, tx, fresh, WEB_SEARCH, { key: WEB_SEARCH, isStartup: false });
    });
    return null;
  }

  #faultOf(error: unknown): NewsFault {
    const { log } = this.#options;
    if (error instanceof FetchError) {
      log.warn({ reason: error.message }, 'the search for news failed');
      return error.fault;
    }
    // A search that fails in a way nobody thought of is no reason to fail a request.
    log.error({ err: error }, 'the search for news failed');
    return 'unreachable';
  }
}

/** Whether an article is about a private company or has all words of a search: others would never be shown for it. */
function answering(q: string, names: PrivateCompanyNames): (article: NewsArticleFields) => boolean {
  const words = searchWords(q);
  return (article) => {
    const { inTitle, inSummary } = startupMentions(article, names);
    if (inTitle.length + inSummary.length > 0) return true;
    const present = new Set(searchWords(`${article.title} ${article.summary ?? ''}`));
    return words.length > 0 && words.every((word) => present.has(word));
  };
}

/** The report, or a timeout if that takes longer. */
async function withinTime(flight: Promise<SearchReport>, waitMs: number): Promise<SearchReport> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<SearchReport>((resolve) => {
    timer = setTimeout(() => resolve({ fault: 'timeout' }), waitMs);
  });
  try {
    return await Promise.race([flight, late]);
  } finally {
    clearTimeout(timer);
  }
}
