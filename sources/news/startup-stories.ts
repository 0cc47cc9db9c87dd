import type { Transaction } from 'kysely';
import { completedAcquisition } from '../../engines/funding/acquisition.js';
import { fundingRound, type FundingRound } from '../../engines/funding/funding-round.js';
import { statedTotalUsd } from '../../engines/funding/total-raised.js';
import { tickersNamed, type NameIndex } from '../../engines/text/company-mentions.js';
import { startupMentions } from '../../engines/text/startup-mentions.js';
import { startupTopics } from '../../engines/text/startup-topics.js';
import type { LinkIndex } from '../../engines/text/ticker-links.js';
import type { NewsArticle } from '../../store/news-model.js';
import type { StartupStory } from '../../store/startup-stories.js';
import type { Tables } from '../../store/tables.js';
import { companyNamed, privateCompanyNames, type PrivateCompanyNames } from './private-company-names.js';

export interface StartupIndex {
  readonly companies: PrivateCompanyNames;
  /** Listed companies by name: their rounds are no startup's. */
  readonly listed: NameIndex;
}

/** Private and listed companies by name, as `tx` sees them. */
export async function startupIndex(tx: Transaction<Tables>, { names }: LinkIndex): Promise<StartupIndex> {
  return { companies: await privateCompanyNames(tx), listed: names };
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

interface Told {
  readonly article: NewsArticle;
  readonly round: FundingRound;
}

/** The first article of a story that reports a round of a company that is not listed; null if none does. */
function roundIn(articles: readonly NewsArticle[], { listed }: StartupIndex): Told | null {
  for (const article of articles) {
    const round = fundingRound(article);
    if (round !== null) return isListed(round, listed) ? null : { article, round };
  }
  return null;
}

/** Who has bought a stored company, if the title says that it is done. */
function boughtIn(title: string, companies: PrivateCompanyNames) {
  const acquisition = completedAcquisition(title);
  const slug = acquisition === null ? null : companyNamed(acquisition.company, companies);
  return acquisition === null || slug === null ? null : { slug, acquirer: acquisition.acquirer };
}

/**
 * What a story says about a private company, if it is startup news: it reports a round of a company that is not listed,
 * names a stored private company in its title, or comes from a feed about startups.
 */
export function startupRows(articles: readonly NewsArticle[], index: StartupIndex): readonly StartupStory[] {
  const { companies } = index;
  const first = articles.find(({ key, story }) => key === story);
  if (first === undefined) return [];
  const told = roundIn([first, ...articles], index);
  const round = told?.round ?? null;
  const bought = boughtIn(first.title, companies);
  const raiser = round?.company ?? null;
  const raising = raiser === null ? null : companyNamed(raiser, companies);
  const [named = null] = raiser === null ? startupMentions(first, companies).inTitle : [raising];
  const slug = bought?.slug ?? named;
  if (round === null && slug === null && !articles.some(({ isStartupFeed }) => isStartupFeed)) return [];
  const { story, publishedAt, source, sourceKey, title, summary } = first;
  const { company: _raiser, ...terms } = round ?? { ...NO_ROUND, company: null };
  const isRaiser = raising !== null && raising === slug;
  return [
    {
      story,
      publishedAt,
      source,
      sourceKey,
      slug,
      company: slug === null ? raiser : (companies.nameOf.get(slug) ?? raiser),
      topics: startupTopics(`${title}. ${summary ?? ''}`),
      hasRound: round !== null,
      ...terms,
      totalRaisedUsd: told === null ? null : statedTotalUsd(told.article, told.round.amountUsd),
      isRaiser,
      acquirer: bought?.acquirer ?? null,
      toldUrl: isRaiser ? (told?.article.url ?? null) : bought === null ? null : first.url,
    },
  ];
}
