import type { Transaction } from 'kysely';
import { fundingRound, type FundingRound } from '../../engines/funding/funding-round.js';
import { tickersNamed, type NameIndex } from '../../engines/text/company-mentions.js';
import { startupMentions } from '../../engines/text/startup-mentions.js';
import { startupTopics } from '../../engines/text/startup-topics.js';
import type { LinkIndex } from '../../engines/text/ticker-links.js';
import type { NewsArticle } from '../../store/news-model.js';
import type { StartupStory } from '../../store/startup-stories.js';
import type { Tables } from '../../store/tables.js';
import { privateCompanyNames, type PrivateCompanyNames } from './private-company-names.js';

export interface StartupIndex {
  readonly companies: PrivateCompanyNames;
  /** Listed companies by name: their rounds are no startup's. */
  readonly listed: NameIndex;
}

/** Private and listed companies by name, as `tx` sees them. */
export async function startupIndex(tx: Transaction<Tables>, { names }: LinkIndex): Promise<StartupIndex> {
  return { companies: await privateCompanyNames(tx), listed: names };
}

/** The stored company that an article is about: the one that raises, or the first one that its title names. */
function slugOf(article: NewsArticle, round: FundingRound | null, names: PrivateCompanyNames): string | null {
  const raiser = round?.company ?? null;
  const [found] = raiser === null ? startupMentions(article, names).inTitle : tickersNamed(raiser, names.index);
  return found ?? null;
}

const isListed = ({ company }: FundingRound, listed: NameIndex): boolean =>
  company !== null && tickersNamed(company, listed).length > 0;

const NO_ROUND = {
  stage: null,
  isExtension: false,
  amount: null,
  currency: null,
  amountUsd: null,
  isMinimum: false,
  leadInvestors: [],
  postMoneyUsd: null,
} as const satisfies Partial<StartupStory>;

/**
 * What a story says about a private company, if it is startup news: it reports a round of a company that is not listed,
 * names a stored private company in its title, or comes from a feed about startups.
 */
export function startupRows(
  articles: readonly NewsArticle[],
  { companies, listed }: StartupIndex,
): readonly StartupStory[] {
  const first = articles.find(({ key, story }) => key === story);
  if (first === undefined) return [];
  const found = [first, ...articles].map(fundingRound).find((each) => each !== null) ?? null;
  const round = found !== null && isListed(found, listed) ? null : found;
  const slug = slugOf(first, round, companies);
  if (round === null && slug === null && !articles.some(({ isStartupFeed }) => isStartupFeed)) return [];
  const { story, publishedAt, source, sourceKey, title, summary } = first;
  const { company: raiser, ...terms } = round ?? { ...NO_ROUND, company: null };
  const company = slug === null ? raiser : (companies.nameOf.get(slug) ?? raiser);
  const topics = startupTopics(`${title}. ${summary ?? ''}`);
  return [{ story, publishedAt, source, sourceKey, company, slug, topics, hasRound: round !== null, ...terms }];
}
