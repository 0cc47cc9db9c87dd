import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { STAGES } from '../../engines/funding/stages.js';
import { articleSentiment } from '../../engines/news-sentiment.js';
import { TOPICS } from '../../engines/text/startup-topics.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { StartupPage, StartupSearch } from '../../store/startup-stories.js';
import type { AskingChecks } from '../build/gates.js';
import { connectionOf, cursorsOf, type ListCursors } from '../connections.js';
import { newsPlace } from '../news-place.js';
import { rootResultId } from '../result-ids.js';
import type { Services } from '../services.js';
import type { QueryStartupNewsArgs, StartupNewsFilter } from '../generated/types.js';
import type { Fields } from './generated/resolver-types.js';

type Row = StartupPage['rows'][number];
type Companies = ReadonlyMap<string, PrivateCompany>;
/** Source keys that an error names. */
const MOST_NAMED = 20;

const given = (text: string | null | undefined): string | undefined => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? undefined : trimmed;
};

/** The search that a filter is, without the page. */
function searchOf(filter: StartupNewsFilter | null | undefined): Omit<StartupSearch, 'limit'> {
  const { search, hasFunding, topic, source, since } = filter ?? {};
  return {
    q: given(search),
    hasRound: hasFunding === true ? true : undefined,
    topic: topic ?? undefined,
    sourceKey: given(source)?.toLowerCase(),
    since: since === null || since === undefined ? undefined : new Date(`${since}T00:00:00Z`),
  };
}

function cursorsFor({ q, hasRound, topic, sourceKey, since }: Omit<StartupSearch, 'limit'>): ListCursors {
  return cursorsOf('Query.startupNews', q?.toLowerCase(), String(hasRound), topic, sourceKey, since?.toISOString());
}

/** Throws `invalid_parameter` for an outlet without a story. */
async function requireOutlet({ store }: Services, sourceKey: string, { versions }: RequestContext): Promise<void> {
  const keys = await store.reading(versions).startupStories.sourceKeys();
  if (keys.includes(sourceKey)) return;
  const known = keys.slice(0, MOST_NAMED).join(', ');
  const more = keys.length > MOST_NAMED ? ` and ${keys.length - MOST_NAMED} more` : '';
  const sentence = keys.length === 0 ? 'No outlet has startup news yet' : `source must be one of ${known}${more}`;
  throw new ApiError('invalid_parameter', `${sentence}; omit it for all outlets.`, { param: 'source' });
}

/** A page of startup news, and the profiles of its companies. */
async function readPage(
  { store }: Services,
  search: StartupSearch,
  context: RequestContext,
): Promise<StartupPage & { readonly companies: Companies }> {
  const { startupStories, privateCompanies } = store.reading(context.versions);
  const page = await startupStories.page(search);
  for (const { source } of page.rows) context.dataSources.add(source);
  const companies = await privateCompanies.bySlugs([...new Set(page.rows.flatMap(({ slug }) => slug ?? []))]);
  return { ...page, companies };
}

const placeOf = ({ publishedAt, story }: Row): readonly string[] => [publishedAt.toISOString(), story];

/** The round as it is stored; null for a story without one. */
function fundingOf(story: Row) {
  const { hasRound, stage, leadInvestors, postMoneyUsd, isExtension, amount, currency, amountUsd, isMinimum } = story;
  if (!hasRound) return null;
  return {
    stage: STAGES.find((each) => each === stage) ?? null,
    isExtension,
    amount,
    currency,
    amountUsd,
    isMinimum,
    leadInvestor: leadInvestors[0] ?? null,
    leadInvestors,
    postMoney: postMoneyUsd,
  };
}

const articleOf = (companies: Companies) => (row: Row) => {
  const { key, title, url, outlet, publishedAt, summary, links, others } = row.article;
  const { sourceKey, company, slug, topics } = row;
  return {
    id: rootResultId('startup-news', key),
    title,
    url,
    source: outlet,
    sourceKey,
    publishedAt,
    summary,
    tickers: links.map(({ ticker }) => ticker),
    sentiment: articleSentiment({ title, summary }),
    company,
    profile: companies.get(slug ?? '') ?? null,
    topics: TOPICS.filter((topic) => topics.includes(topic)),
    funding: fundingOf(row),
    repeats: others.map((other) => ({ source: other.outlet, url: other.url, publishedAt: other.publishedAt })),
  };
};

export function createStartupNewsChecks(services: Services): AskingChecks {
  return {
    async 'Query.startupNews'({ filter, after }: QueryStartupNewsArgs, context) {
      const search = searchOf(filter);
      newsPlace(cursorsFor(search), after);
      if (search.sourceKey !== undefined) await requireOutlet(services, search.sourceKey, context);
    },
  };
}

export function createFields(services: Services) {
  return {
    Query: {
      async startupNews(_root, { first, after: cursor, filter }, context) {
        const search = searchOf(filter);
        const cursors = cursorsFor(search);
        const place = newsPlace(cursors, cursor);
        const after = place === undefined ? undefined : { publishedAt: place.publishedAt, story: place.key };
        const page = await readPage(services, { ...search, limit: first, after }, context);
        return connectionOf(page, cursors, after === undefined, placeOf, articleOf(page.companies));
      },
    },
  } satisfies Fields;
}
