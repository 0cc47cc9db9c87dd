import type { RequestContext } from '../../access/request-context.js';
import { isoDate, MS_PER_DAY } from '../../calendar/days.js';
import { sectorOf } from '../../engines/investor-fit/sectors.js';
import type { Driver } from '../../engines/ipo-readiness/driver.js';
import { ipoReadiness, rankReadiness, type IpoReadiness } from '../../engines/ipo-readiness/ipo-readiness.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import { rowsByKey } from '../../store/rows-by-key.js';
import type { AskingChecks } from '../build/gates.js';
import { cursorsOf, listPlace, pageOfList, type ListCursors } from '../connections.js';
import { objectLoader, type FieldQuery } from '../field-loader.js';
import type { IpoReadinessFilter, QueryIpoReadinessRankingArgs } from '../generated/types.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';
import { readinessFacts } from './readiness-facts.js';

const NEWS_DAYS = 365;
/** Words of titles on listings. */
const LISTING_WORDS = ['IPOs?', 'initial public offering', 'go(es|ing)? public', 'stock market listing', 'S-1'];

type Ranked = IpoReadiness & { readonly rank: number | null };

interface Universe {
  readonly bySlug: ReadonlyMap<string, Ranked>;
  /** Ranked companies, best first. */
  readonly companies: readonly PrivateCompany[];
}

/**
 * The readiness of all companies on the day of the request, whose ranks depend on each other; one query for each table.
 */
async function readUniverse({ store }: Services, context: RequestContext): Promise<Universe> {
  const { privateCompanies, privateRounds, secondaryEvents, startupStories } = store.reading(context.versions);
  const today = context.today;
  const [from, to] = [new Date((today - NEWS_DAYS) * MS_PER_DAY), new Date((today + 1) * MS_PER_DAY)];
  const [companies, rounds, events, stories] = await Promise.all([
    privateCompanies.all(),
    privateRounds.all(),
    secondaryEvents.all(),
    startupStories.withWords(LISTING_WORDS, from, to),
  ]);
  const [roundsOf, eventsOf] = [rowsByKey(rounds, ({ slug }) => slug), rowsByKey(events, ({ slug }) => slug)];
  const storiesOf = rowsByKey(stories, ({ slug }) => slug);
  const readiness = new Map(
    companies.map((company) => {
      const { slug, source } = company;
      const known = {
        rounds: roundsOf.get(slug) ?? [],
        events: eventsOf.get(slug) ?? [],
        // Invented stories say nothing of real companies.
        stories: (storiesOf.get(slug) ?? []).filter((story) => (story.source === SIMULATED) === (source === SIMULATED)),
      };
      return [company.slug, ipoReadiness(readinessFacts(company, known, today), today)] as const;
    }),
  );
  const ranks = new Map(rankReadiness(readiness).map((slug, index) => [slug, index + 1]));
  const companyOf = new Map(companies.map((company) => [company.slug, company]));
  return {
    bySlug: new Map([...readiness].map(([slug, each]) => [slug, { ...each, rank: ranks.get(slug) ?? null }])),
    companies: [...ranks.keys()].flatMap((slug) => companyOf.get(slug) ?? []),
  };
}

/** The sector of a filter, in small letters; undefined for all. */
function sectorFor(filter: IpoReadinessFilter | null | undefined): string | undefined {
  const word = filter?.sector?.trim();
  return word === undefined || word === '' ? undefined : (sectorOf(word) ?? word).toLowerCase();
}

const cursorsFor = (sector: string | undefined): ListCursors => cursorsOf('Query.ipoReadinessRanking', sector);

export const READINESS_CHECKS: AskingChecks = {
  async 'Query.ipoReadinessRanking'({ filter, after }: QueryIpoReadinessRankingArgs) {
    listPlace(cursorsFor(sectorFor(filter)), after);
  },
};

export function createFields(services: Services) {
  const load = objectLoader(
    async (queries: readonly FieldQuery<'all', object>[], context: RequestContext): Promise<readonly Universe[]> => {
      const universe = await readUniverse(services, context);
      return queries.map(() => universe);
    },
    (all) => all,
  );
  return {
    Query: {
      async ipoReadinessRanking(_root, { first, after, filter }, context) {
        const sector = sectorFor(filter);
        const { bySlug, companies } = await load('all', {}, context);
        const rows = companies.flatMap((company) => {
          const readiness = bySlug.get(company.slug);
          const isMatch = sector === undefined || company.sector?.toLowerCase() === sector;
          return readiness === undefined || !isMatch ? [] : [{ id: company.slug, company, readiness }];
        });
        const page = pageOfList(rows, { first, after }, cursorsFor(sector), (row) => row);
        for (const { company } of page.nodes) context.dataSources.add(company.source);
        return {
          ...page,
          nodes: page.nodes.map(({ company }) => company),
          edges: page.edges.map(({ node: { company, readiness }, cursor }) => ({ node: company, cursor, readiness })),
        };
      },
    },
    PrivateCompany: {
      ipoReadiness: async ({ slug }, _args, context) => (await load('all', {}, context)).bySlug.get(slug) ?? null,
    },
    IpoReadinessDriver: {
      asOf: ({ asOfDay }: Driver) => isoDate(asOfDay),
      asOfPrecision: ({ asOfPrecision = 'day' }: Driver) => asOfPrecision,
    },
  } satisfies Fields;
}
