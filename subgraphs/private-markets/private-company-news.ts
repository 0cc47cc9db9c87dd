import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { articleSentiment } from '../../engines/news-sentiment.js';
import { newsRelevances, type NewsSearch, type RelevantCompany } from '../../engines/private-news/relevance.js';
import { searchWords } from '../../engines/private-news/search-words.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { PrivateNewsStory } from '../../store/private-news.js';
import type { AskingChecks } from '../build/gates.js';
import { cursorsOf, listPlace, pageOfList, type ListCursors } from '../connections.js';
import type { PrivateCompanyNewsFilter, QueryPrivateCompanyNewsArgs } from '../generated/types.js';
import { rootResultId } from '../result-ids.js';
import type { Services } from '../services.js';
import { companyBySlug } from './companies.js';
import { companiesNamed } from './company-names.js';
import type { Fields } from './generated/resolver-types.js';
import { newsSources, type SearchState } from './news-sources.js';

/** The newest stories that match are ranked; older ones would come last anyway. */
const MOST_RANKED = 300;

interface Answer {
  readonly stories: readonly PrivateNewsStory[];
  readonly search: SearchState;
}

interface Ranked {
  readonly id: string;
  readonly story: PrivateNewsStory;
  readonly relevance: number;
}

function refuseBlank({ words, named }: Pick<NewsSearch, 'words' | 'named'>): void {
  if (words.length + named.length > 0) return;
  const message = 'The search has no word to look for: words such as "the" and "of" and signs do not count.';
  throw new ApiError('invalid_parameter', message, { param: 'search', path: ['filter', 'search'] });
}

/** The stored stories that answer a search or, if there is none, those that the web has of it. */
async function answer(
  { store, newsSearch }: Services,
  q: string,
  search: Pick<NewsSearch, 'words' | 'named'>,
  context: RequestContext,
): Promise<Answer> {
  const find = (): Promise<readonly PrivateNewsStory[]> =>
    store.reading(context.versions).privateNews.find({ ...search, limit: MOST_RANKED }, SIMULATED);
  const stories = await find();
  if (newsSearch === null) return { stories, search: 'off' };
  if (stories.some(({ source }) => source !== SIMULATED)) return { stories, search: 'not_asked' };
  const report = await newsSearch.ask(q, context.nowMs);
  return { stories: report.fault === null ? await find() : stories, search: report };
}

/** What relevance is computed from. */
function relevantCompany({ slug, name, profile }: PrivateCompany): RelevantCompany {
  const { aliases = [], boostTerms = [], newsTopics = [] } = profile ?? {};
  return { slug, name, aliases, boostTerms, newsTopics };
}

/** The stories, most relevant first; of equally relevant ones the newer one first. */
function ranked(stories: readonly PrivateNewsStory[], search: NewsSearch): readonly Ranked[] {
  const found = stories.map(({ title, summary, publishedAt, companies }) => {
    return { title, summary, publishedAtMs: publishedAt.getTime(), links: companies };
  });
  const relevances = newsRelevances(found, search);
  return stories
    .map((story, index) => ({ id: story.key, story, relevance: relevances[index] ?? 0 }))
    .sort(
      (one, other) =>
        other.relevance - one.relevance ||
        other.story.publishedAt.getTime() - one.story.publishedAt.getTime() ||
        (one.id < other.id ? -1 : 1),
    );
}

const articleOf = (companies: ReadonlyMap<string, PrivateCompany>, story: PrivateNewsStory) => {
  const { key, title, url, outlet, sourceKey, publishedAt, summary, links, others } = story;
  const about = [...story.companies].sort(([, one], [, other]) => other - one);
  return {
    id: rootResultId('private-company-news', key),
    title,
    url,
    source: outlet,
    sourceKey,
    publishedAt,
    summary,
    tickers: links.map(({ ticker }) => ticker),
    sentiment: articleSentiment({ title, summary }),
    companies: about.flatMap(([slug]) => companies.get(slug) ?? []),
    repeats: others.map((other) => ({ source: other.outlet, url: other.url, publishedAt: other.publishedAt })),
  };
};

interface Asked {
  readonly q: string;
  readonly slug: string | undefined;
  readonly search: Pick<NewsSearch, 'words' | 'named'>;
  readonly cursors: ListCursors;
}

/** A function that reads what a filter asks for. Throws `invalid_parameter` for a search without a word. */
function reader(services: Pick<Services, 'store'>) {
  const named = companiesNamed(services);
  return async (filter: PrivateCompanyNewsFilter, context: RequestContext): Promise<Asked> => {
    const [q, slug] = [filter.search.trim(), filter.slug?.trim().toLowerCase()];
    const search = { words: searchWords(q), named: await named(q, context) };
    refuseBlank(search);
    const cursors = cursorsOf('Query.privateCompanyNews', [...search.words, ...search.named].join(' '), slug ?? '');
    return { q, slug, search, cursors };
  };
}

export function createPrivateNewsChecks(services: Services): AskingChecks {
  const askedOf = reader(services);
  return {
    async 'Query.privateCompanyNews'({ filter, after }: QueryPrivateCompanyNewsArgs, context) {
      listPlace((await askedOf(filter, context)).cursors, after);
    },
  };
}

export function createFields(services: Services) {
  const { store } = services;
  const companyOf = companyBySlug(services);
  const askedOf = reader(services);
  return {
    Query: {
      async privateCompanyNews(_root, { filter, ...args }, context) {
        const { q, slug = '', search: asked, cursors } = await askedOf(filter, context);
        const company = slug === '' ? null : relevantCompany(await companyOf(slug, context));
        const found = await answer(services, q, asked, context);
        const { newsSources: feeds, privateCompanies } = store.reading(context.versions);
        const page = pageOfList(ranked(found.stories, { ...asked, company }), args, cursors, (row) => row);
        const slugs = new Set(page.nodes.flatMap(({ story }) => [...story.companies.keys()]));
        const companies = await privateCompanies.bySlugs([...slugs]);
        for (const { story } of page.nodes) context.dataSources.add(story.source);
        const edges = page.edges.map(({ node: { story, relevance }, cursor }) => {
          return { node: articleOf(companies, story), cursor, relevance };
        });
        const sources = newsSources(await feeds.all(), found.search, found.stories);
        return { ...page, edges, nodes: edges.map(({ node }) => node), sources };
      },
    },
  } satisfies Fields;
}
