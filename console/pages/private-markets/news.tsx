import { moment, usd, words } from '../../app/format.js';
import { keepOneInAddress, place } from '../../app/router.js';
import { useStore } from '../../app/store.js';
import { StartupNewsPageDocument } from '../../generated/documents.js';
import type { StartupTopic } from '../../generated/types.js';
import { usePages } from '../../parts/paging.js';
import { List } from './list.js';
import { CompanyLink, stageWords } from './names.js';

const TOPICS: readonly StartupTopic[] = ['AI', 'FINTECH', 'CLIMATE', 'HEALTH', 'SPACE', 'DEFENSE', 'ROBOTICS', 'SAAS'];

/** The conditions of an address, and the same for the REST endpoint. */
function asked(query: URLSearchParams) {
  const search = query.get('search') ?? '';
  const topic = TOPICS.find((each) => each === query.get('topic')?.toUpperCase());
  const hasFunding = query.get('funding') === 'true';
  const filter = {
    ...(search === '' ? {} : { search }),
    ...(topic === undefined ? {} : { topic }),
    ...(hasFunding ? { hasFunding } : {}),
  };
  const rest = new URLSearchParams({
    limit: '50',
    ...(search === '' ? {} : { q: search }),
    ...(topic === undefined ? {} : { topic: topic.toLowerCase() }),
    ...(hasFunding ? { funding: 'true' } : {}),
  });
  return { search, topic, hasFunding, filter, rest: `startup-news?${rest.toString()}` };
}

function Choice({ topic, hasFunding }: { readonly topic: StartupTopic | undefined; readonly hasFunding: boolean }) {
  return (
    <p class="inline">
      <label>
        Topic
        <select value={topic ?? ''} onChange={(event) => keepOneInAddress('topic', event.currentTarget.value)}>
          <option value="">All</option>
          {TOPICS.map((each) => (
            <option key={each} value={each}>
              {words(each)}
            </option>
          ))}
        </select>
      </label>
      <label class="inline">
        <input
          type="checkbox"
          checked={hasFunding}
          onChange={(event) => keepOneInAddress('funding', event.currentTarget.checked ? 'true' : '')}
        />
        Funding rounds alone
      </label>
    </p>
  );
}

/** Stories about private companies, newest first. */
export function News() {
  const { search, topic, hasFunding, filter, rest } = asked(useStore(place).query);
  const pages = usePages(JSON.stringify(filter));
  const variables = { filter, ...(pages.after === null ? {} : { after: pages.after }) };
  return (
    <div class="stack">
      <Choice topic={topic} hasFunding={hasFunding} />
      <List
        title="News"
        note="Stories about private companies, newest first; a page of 50 is a unit"
        paged={{ search, pages, what: 'stories', of: ({ startupNews }) => startupNews }}
        document={StartupNewsPageDocument}
        variables={variables}
        source={{ panel: 'StartupNewsPanel', variables, rest }}
        rowsOf={({ startupNews }) => startupNews?.nodes ?? null}
        rowKey={({ url }) => url}
        columns={[
          {
            name: 'Story',
            cell: ({ title, url, source }) => (
              <>
                <a href={url} rel="noopener noreferrer" target="_blank">
                  {title}
                </a>{' '}
                <span class="faint">{source}</span>
              </>
            ),
          },
          { name: 'When', cell: ({ publishedAt }) => <span class="nowrap">{moment(publishedAt)}</span> },
          {
            name: 'Company',
            cell: ({ company, profile }) =>
              company !== null && profile !== null ? (
                <CompanyLink slug={profile.slug} name={company} />
              ) : (
                (company ?? '–')
              ),
            isMinor: true,
          },
          {
            name: 'Round',
            cell: ({ funding }) =>
              funding !== null && (
                <span class="nowrap">{funding.stage === null ? 'Round' : stageWords(funding.stage)}</span>
              ),
            isMinor: true,
          },
          { name: 'Amount', kind: 'number', cell: ({ funding }) => usd(funding?.amountUsd), isMinor: true },
          { name: 'Lead', cell: ({ funding }) => funding?.leadInvestor ?? '–', isMinor: true },
          { name: 'Sentiment', cell: ({ sentiment }) => words(sentiment.label), isMinor: true },
        ]}
      />
    </div>
  );
}
