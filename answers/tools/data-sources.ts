import { asOfDay } from '../facts/as-of.js';
import type { FactsAbout } from '../facts/fact-list.js';
import type { DataSourcesToolQuery } from '../generated/operations.js';
import { entriesOf, graphqlRef, inPlainWords, restPath, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

/** Pages of a hundred securities; what comes after them is not read. */
const MOST_PAGES = 20;

const KINDS: Readonly<Record<string, string>> = { DAILY_BARS: 'daily bars', MINUTE_BARS: 'minute bars' };

/** How many entries each source has, the most first. */
function tellCounts(facts: FactsAbout, key: string, noun: string, sources: readonly string[]): void {
  const counts = new Map<string, number>();
  for (const source of sources) counts.set(source, (counts.get(source) ?? 0) + 1);
  const ranked = [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  for (const [row, [source, count]] of ranked.entries()) {
    facts.text(`${key}_source`, `source of ${noun}`, source, { row });
    facts.count(`${key}_count`, `${noun} of a source`, count, noun, { row });
  }
}

/** The sources that stored data name: of all securities and private companies, and of each kind of data of some. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, DataSourcesToolQuery>({
  name: 'data_sources',
  description:
    'Where stored data come from: prices, private companies, and each kind of data of given tickers; “simulated” ' +
    'is the invented demo market.',
  input: tickersInput,
  operation: /* GraphQL */ `
    query DataSourcesTool($tickers: [Ticker!]!, $after: String) {
      market { lastSession asOf }
      securities(first: 100, after: $after) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { source }
      }
      privateCompanies(first: 100) { nodes { source } }
      securitiesByTicker(tickers: $tickers) {
        ticker
        source
        firstSession
        lastSession
        sources { kind source asOf }
      }
    }
  `,
  pages: {
    most: MOST_PAGES,
    next: ({ securities }) => (securities?.pageInfo.hasNextPage === true ? securities.pageInfo.endCursor : null),
    join: (before, page) => ({
      ...page,
      securities:
        before.securities && page.securities
          ? { ...page.securities, nodes: [...before.securities.nodes, ...page.securities.nodes] }
          : page.securities,
    }),
  },
  tell({ market, securities, privateCompanies, securitiesByTicker }, list, { tickers }) {
    if (!market || !securities) return;
    const asOf = market.lastSession === null ? market.asOf : asOfDay(market.lastSession);
    const whole = list.about(null, { title: 'Sources of stored securities', ref: graphqlRef('securities'), asOf });
    whole.count('total', 'stored securities', securities.totalCount, 'securities');
    whole.count('read', 'securities that were read', securities.nodes.length, 'securities');
    whole.date('last_session', 'newest session', market.lastSession);
    tellCounts(
      whole,
      'price',
      'securities',
      securities.nodes.map(({ source }) => source),
    );
    if (privateCompanies)
      tellCounts(
        list.about(null, { title: 'Sources of private companies', ref: restPath('/private-companies/list'), asOf }),
        'company',
        'private companies',
        privateCompanies.nodes.map(({ source }) => source),
      );
    for (const [ticker, security] of entriesOf(tickers, securitiesByTicker)) {
      const facts = list.about(ticker, { title: `Sources of ${ticker}`, ref: graphqlRef('sources'), asOf });
      facts.text('own', 'source of the prices', security.source);
      facts.date('first', 'first stored session', security.firstSession);
      facts.date('last', 'last stored session', security.lastSession);
      for (const [row, { kind, source }] of (security.sources ?? []).entries()) {
        facts.text('kind', 'kind of data', KINDS[kind] ?? inPlainWords(kind), { row });
        facts.text('kind_source', 'source', source, { row });
      }
    }
  },
});
