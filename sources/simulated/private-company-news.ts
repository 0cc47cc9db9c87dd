import type { NewsArticleFields } from '../../store/news-model.js';
import type { StoredCompany } from '../../store/private-companies.js';
import { CURATED } from '../curated/corpus-rows.js';
import { storeArticles } from '../news/store-articles.js';
import { LABEL, NOTE, pick, publishedBy } from './outlets.js';
import { hashText, seededRandom } from './random.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('private-company-news');
const DAY_MS = 86_400_000;
const DAYS = 45;
/** Chance that a company is in the news of a day. */
const ACTIVITY = 0.2;
/** Share of the stories that name one of the company's boost terms. */
const TELLING = 0.6;

/**
 * Stories about real companies, which is why none has a round, a valuation, a result, a dispute or a person. `count` is
 * of whatever the story is about.
 */
const HEADLINES: readonly ((company: string, count: number) => string)[] = [
  (company, count) => `${company} opens an office for ${count} people`,
  (company, count) => `${company} hires ${count} engineers`,
  (company, count) => `${company} offers ${count} places in its summer school`,
  (company, count) => `${company} says ${count} visitors came to its open day`,
  (company, count) => `${company} launches a reading room with ${count} books`,
  (company, count) => `${company} employees plant ${count} trees`,
];

const WITH_TERM: readonly ((company: string, term: string, count: number) => string)[] = [
  (company, term, count) => `${company} offers a course on ${term} to ${count} students`,
  (company, term, count) => `${company} says ${count} people heard its talk on ${term}`,
  (company, term, count) => `${company} explores ${term} in an exhibition with ${count} exhibits`,
];

/** Terms without persons: nobody real should seem to have done something. */
function termsOf({ name, profile }: StoredCompany): readonly string[] {
  if (profile === null) return [];
  const persons = new Set([profile.ceo, ...profile.founders, ...profile.leadership.map((leader) => leader.name)]);
  return [...profile.products, ...profile.newsTopics].filter((term) => term !== name && !persons.has(term));
}

/** The story about a company on a day (since 1970-01-01), if any: one article, or two that tell the same. */
function storyOf(company: StoredCompany, day: number): readonly NewsArticleFields[] {
  const { slug, name } = company;
  const random = seededRandom(SEED, day, hashText(slug));
  if (random() >= ACTIVITY) return [];
  const count = 10 + Math.floor(random() * 390);
  const term = random() < TELLING ? pick(random, termsOf(company)) : undefined;
  const headline =
    term === undefined ? pick(random, HEADLINES)?.(name, count) : pick(random, WITH_TERM)?.(name, term, count);
  const title = `${LABEL} ${headline ?? name}`;
  return publishedBy(random, { day, name: `private/${slug}`, title, summary: NOTE, givenTickers: [] });
}

/** News of the curated companies, all invented; none if there is news of private companies from another source. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, now }) => {
  if (await store.privateNews.hasOthers(tx, SIMULATED)) return;
  if (await store.startupStories.hasOthers(tx, SIMULATED)) return;
  const companies = (await store.privateCompanies.within(tx)).filter(({ source }) => source === CURATED);
  const today = Math.floor(now.getTime() / DAY_MS);
  const articles = companies
    .flatMap((company) => Array.from({ length: DAYS }, (_, index) => storyOf(company, today - index)).flat())
    .filter(({ publishedAt }) => publishedAt <= now);
  await storeArticles(store, tx, articles, SIMULATED);
};
