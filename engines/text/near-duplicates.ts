import { canonicalUrl } from './canonical-url.js';
import { givenKey, haveSameCompanies, type StoryCompanies } from './story-companies.js';
import { areCompatible, readTitle, type Title } from './titles.js';

/** A headline as a source published it; ids are unique. */
export interface Headline {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly publishedAtMs: number;
  /** The companies that its article is about; undefined if they are not known. */
  readonly companies?: StoryCompanies;
}

/** One story: its earliest headline, and all of them by time. */
export interface Cluster {
  readonly representative: string;
  readonly members: readonly string[];
}

/** A headline with what its title says. */
export interface ReadHeadline {
  readonly headline: Headline;
  readonly title: Title;
  /**
   * When the last headline with the very same title and companies was published, if there are several within the window
   * of each other.
   */
  readonly untilMs?: number;
}

/** The least share of meanings that two titles of one story have in common (Jaccard). */
const LEAST_SIMILARITY = 0.5;
/** Titles further apart are different news, even if they are the same words. */
const WINDOW_MS = 72 * 3_600_000;
/**
 * Earlier titles with a rare word in common that one is compared with, the newest first: a feed of thousands of titles
 * that differ in a numeral alone takes time in proportion to their number.
 */
const MOST_COMPARED = 500;
/** Titles whose neighbours are looked for one by one; for more, all headlines are clustered at once. */
const MOST_STEPS = 64;

interface Pair {
  readonly one: number;
  readonly other: number;
  readonly similarity: number;
}

/** Broder's resemblance of two sorted sets. */
function jaccard(one: readonly string[], other: readonly string[]): number {
  let [i, k, common] = [0, 0, 0];
  while (i < one.length && k < other.length) {
    const [a = '', b = ''] = [one[i], other[k]];
    if (a === b) common += 1;
    if (a <= b) i += 1;
    if (b <= a) k += 1;
  }
  const union = one.length + other.length - common;
  return union === 0 ? 0 : common / union;
}

const untilMs = ({ headline, untilMs: until }: ReadHeadline): number => until ?? headline.publishedAtMs;

/** Time between the two that are nearest to each other. Copies of a title leave no gap longer than the window. */
function gapMs(one: ReadHeadline, other: ReadHeadline): number {
  return Math.max(one.headline.publishedAtMs, other.headline.publishedAtMs) - Math.min(untilMs(one), untilMs(other));
}

/** Whether two headlines say nothing different and are about the same companies, as far as these are known. */
const areOfOneStory = (one: ReadHeadline, other: ReadHeadline): boolean =>
  haveSameCompanies(one.headline.companies, other.headline.companies) && areCompatible(one.title, other.title);

/** How similar two headlines are; 0 if they cannot be the same news. */
export function similarity(one: ReadHeadline, other: ReadHeadline): number {
  if (gapMs(one, other) > WINDOW_MS) return 0;
  const value = jaccard(one.title.tokens, other.title.tokens);
  return value >= LEAST_SIMILARITY && areOfOneStory(one, other) ? value : 0;
}

export const readHeadline = (headline: Headline): ReadHeadline => ({ headline, title: readTitle(headline.title) });

/** Each title's tokens, the rarest first. */
function rarestFirst(read: readonly ReadHeadline[]): string[][] {
  const counts = new Map<string, number>();
  for (const { title } of read) for (const token of title.tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  const rank = (token: string): number => counts.get(token) ?? 0;
  return read.map(({ title }) => [...title.tokens].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)));
}

/** Earlier headlines with a token among their first ones, and where it stands there. */
interface Postings {
  readonly headlines: number[];
  readonly places: number[];
  /** The first that is still within the window. */
  start: number;
}

/** The fewest common tokens of two sets with the least similarity. */
const leastOverlap = (one: number, other: number): number =>
  Math.ceil((LEAST_SIMILARITY * (one + other)) / (1 + LEAST_SIMILARITY) - 1e-9);

/**
 * All pairs of similar headlines, given by time; exactly those that comparing each with each finds, unless a headline
 * has more than `MOST_COMPARED` that may be similar. Two sets with a Jaccard of t share one of the first n − ⌈t·n⌉ + 1
 * tokens of each in a common order, and where the first shared one stands limits how many can follow (Bayardo, Ma &
 * Srikant 2007; Xiao, Wang, Lin & Yu 2008).
 */
export function similarPairs(read: readonly ReadHeadline[]): Pair[] {
  const index = new Map<string, Postings>();
  const ordered = rarestFirst(read);
  const lastSeen = new Int32Array(read.length).fill(-1);
  const pairs: Pair[] = [];
  for (const [i, tokens] of ordered.entries()) {
    const one = read[i];
    if (one === undefined) continue;
    const length = tokens.length - Math.ceil(LEAST_SIMILARITY * tokens.length) + 1;
    let compared = 0;
    for (const [place, token] of tokens.slice(0, length).entries()) {
      const postings = index.get(token) ?? { headlines: [], places: [], start: 0 };
      while (isOver(read[postings.headlines[postings.start] ?? i], one)) postings.start += 1;
      for (let p = postings.headlines.length - 1; p >= postings.start && compared < MOST_COMPARED; p -= 1) {
        const k = postings.headlines[p] ?? 0;
        const other = read[k];
        if (other === undefined || lastSeen[k] === i) continue;
        lastSeen[k] = i;
        const size = ordered[k]?.length ?? 0;
        const following = Math.min(tokens.length - place, size - (postings.places[p] ?? 0));
        if (following < leastOverlap(tokens.length, size)) continue;
        compared += 1;
        const value = similarity(other, one);
        if (value > 0) pairs.push({ one: k, other: i, similarity: value });
      }
      postings.headlines.push(i);
      postings.places.push(place);
      index.set(token, postings);
    }
  }
  return pairs;
}

const isOver = (earlier: ReadHeadline | undefined, now: ReadHeadline): boolean =>
  earlier !== undefined && now.headline.publishedAtMs - untilMs(earlier) > WINDOW_MS;

/** Sets of headlines that may be joined as long as each member is compatible with each. */
class Groups {
  private readonly read: readonly ReadHeadline[];
  private readonly groupOf: number[][];

  constructor(read: readonly ReadHeadline[]) {
    this.read = read;
    this.groupOf = read.map((_, i) => [i]);
  }

  join(one: number, other: number): void {
    const [into, from] = [this.groupOf[one] ?? [], this.groupOf[other] ?? []];
    if (into === from) return;
    into.push(...from);
    for (const member of from) this.groupOf[member] = into;
  }

  areCompatible(one: number, other: number): boolean {
    const [into = [], from = []] = [this.groupOf[one], this.groupOf[other]];
    if (into === from) return true;
    return into.every((a) => from.every((b) => this.fit(a, b)));
  }

  all(): number[][] {
    return [...new Set(this.groupOf)];
  }

  private fit(a: number, b: number): boolean {
    const [one, other] = [this.read[a], this.read[b]];
    return one !== undefined && other !== undefined && areOfOneStory(one, other);
  }
}

const byTime = (one: Headline, other: Headline): number =>
  one.publishedAtMs - other.publishedAtMs || (one.id < other.id ? -1 : 1);

/** Headlines with the very same title and companies, each within the window of the one before; indexes by time. */
interface Copies {
  readonly read: ReadHeadline;
  readonly members: number[];
}

/** Headlines by time, the copies of a title together. A title without words is a copy of none. */
function copiesOf(headlines: readonly Headline[], titleOf: (headline: Headline) => Title): Copies[] {
  const open = new Map<string, { until: number; members: number[] }>();
  const found: { first: Headline; until: number; members: number[] }[] = [];
  for (const [i, headline] of headlines.entries()) {
    const key = JSON.stringify([headline.title, givenKey(headline.companies)]);
    const known = open.get(key);
    if (known !== undefined && headline.publishedAtMs - known.until <= WINDOW_MS) {
      known.until = headline.publishedAtMs;
      known.members.push(i);
      continue;
    }
    const copies = { first: headline, until: headline.publishedAtMs, members: [i] };
    found.push(copies);
    const title = titleOf(headline);
    if (title.tokens.length > 0 && areCompatible(title, title)) open.set(key, copies);
  }
  return found.map(({ first, until, members }) => ({
    read: { headline: first, title: titleOf(first), untilMs: until },
    members,
  }));
}

/** Joins the copies whose members have one address. */
function joinSameUrls(headlines: readonly Headline[], copies: readonly Copies[], groups: Groups): void {
  const first = new Map<string, number>();
  for (const [index, { members }] of copies.entries()) {
    for (const member of members) {
      const url = canonicalUrl(headlines[member]?.url ?? '');
      if (url === null) continue;
      const earlier = first.get(url);
      if (earlier === undefined) first.set(url, index);
      else groups.join(earlier, index);
    }
  }
}

/** Reads each title once. */
function titleReader(): (headline: Headline) => Title {
  const titles = new Map<string, Title>();
  return ({ title: text }) => {
    const title = titles.get(text) ?? readTitle(text);
    titles.set(text, title);
    return title;
  };
}

/**
 * Headlines by story: those of one address, and those with near-duplicate titles whose members all agree in numerals,
 * dates, tickers, companies, names and direction. The order of the headlines does not matter.
 */
export function clusterHeadlines(headlines: readonly Headline[]): Cluster[] {
  const ordered = [...headlines].sort(byTime);
  const copies = copiesOf(ordered, titleReader());
  const read = copies.map((each) => each.read);
  const groups = new Groups(read);
  joinSameUrls(ordered, copies, groups);
  const pairs = similarPairs(read).sort((a, b) => b.similarity - a.similarity || a.one - b.one || a.other - b.other);
  for (const { one, other } of pairs) if (groups.areCompatible(one, other)) groups.join(one, other);
  return groups.all().map((group) => {
    const indexes = group.flatMap((index) => copies[index]?.members ?? []).sort((a, b) => a - b);
    const members = indexes.map((i) => ordered[i]?.id ?? '');
    return { representative: members[0] ?? '', members };
  });
}

/**
 * The headlines whose stories may change with those of `ids`: all that similar titles and same addresses lead to, step
 * by step. Their clusters are those that they have among all headlines. All headlines if there are too many steps.
 */
export function headlinesAround(read: readonly ReadHeadline[], ids: ReadonlySet<string>): readonly Headline[] {
  const all = (): readonly Headline[] => read.map(({ headline }) => headline);
  if (ids.size > MOST_STEPS) return all();
  const urls = read.map(({ headline }) => canonicalUrl(headline.url));
  const isFound = read.map(({ headline }) => ids.has(headline.id));
  const next = isFound.flatMap((found, index) => (found ? [index] : []));
  for (let step = 0; step < next.length; step += 1) {
    if (step >= MOST_STEPS) return all();
    const index = next[step] ?? 0;
    const [one, url] = [read[index], urls[index] ?? null];
    if (one === undefined) continue;
    for (const [k, other] of read.entries()) {
      if (isFound[k] === true || !((url !== null && urls[k] === url) || similarity(one, other) > 0)) continue;
      isFound[k] = true;
      next.push(k);
    }
  }
  return next.flatMap((index) => read[index]?.headline ?? []);
}
