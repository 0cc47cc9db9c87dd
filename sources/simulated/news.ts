import type { NewsArticleFields } from '../../store/news-model.js';
import { profileOf } from '../models/well-known.js';
import { storeArticles } from '../news/store-articles.js';
import { INSTRUMENTS } from './instruments.js';
import { LABEL, NOTE, pick, publishedBy } from './outlets.js';
import { hashText, seededRandom } from './random.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('news');
const DAY_MS = 86_400_000;
const DAYS = 45;
/** Chance that a company is in the news of a day. */
const ACTIVITY = 0.45;

/** Headlines of a company, with a percentage and a count; as good, bad and plain news as often. */
const HEADLINES: readonly ((company: string, percent: number, count: number) => string)[] = [
  (company, percent) => `${company} raises its full-year outlook as quarterly revenue grows ${percent}%`,
  (company, percent) => `${company} profit beats estimates by ${percent}% on strong demand`,
  (company, percent, count) => `${company} wins a contract worth $${count} million, its order book up ${percent}%`,
  (company, percent) => `${company} lifts its dividend by ${percent}% after record cash flow`,
  (company, percent) => `Analysts upgrade ${company} and see ${percent}% upside`,
  (company, percent) => `${company} cuts its full-year outlook as orders fall ${percent}%`,
  (company, percent) => `${company} misses estimates, its margin down ${percent}% on higher costs`,
  (company, _percent, count) => `${company} faces a lawsuit over ${count} faulty deliveries`,
  (company, _percent, count) => `${company} to cut ${count} jobs after a quarterly loss`,
  (company, percent) => `Analysts downgrade ${company} on weak demand, ${percent}% below their forecast`,
  (company, _percent, count) => `${company} opens an office for ${count} employees`,
  (company, _percent, count) => `${company} to present at a conference with ${count} exhibitors`,
  (company) => `${company} names a new head of operations from within`,
  (company, _percent, count) => `${company} publishes its annual report of ${count} pages`,
];

/** The story about a company on a day (since 1970-01-01), if any: one article, or two that tell the same. */
function storyOf(symbol: string, company: string, day: number): readonly NewsArticleFields[] {
  const random = seededRandom(SEED, day, hashText(symbol));
  if (random() >= ACTIVITY) return [];
  const headline = pick(random, HEADLINES);
  const title = `${LABEL} ${headline?.(company, 1 + Math.floor(random() * 30), 10 + Math.floor(random() * 900)) ?? company}`;
  return publishedBy(random, { day, name: symbol.toLowerCase(), title, summary: NOTE, givenTickers: [symbol] });
}

/** News of companies up to `now`, all invented: whatever their prices do. */
function simulatedNews(symbols: readonly string[], now: Date): readonly NewsArticleFields[] {
  const today = Math.floor(now.getTime() / DAY_MS);
  const days = Array.from({ length: DAYS }, (_, index) => today - index);
  return symbols
    .flatMap((symbol) =>
      days.flatMap((day) => storyOf(symbol, profileOf(symbol).name.replace(/ Class [A-C]$/, ''), day)),
    )
    .filter(({ publishedAt }) => publishedAt <= now);
}

/** For simulated companies; leaves out tickers with articles of another source. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, now }) => {
  const others = await store.news.tickersOfOthers(tx, SIMULATED);
  const stored = await store.securities.within(
    tx,
    INSTRUMENTS.map(({ symbol }) => symbol),
  );
  const companies = [...stored.values()].filter(
    ({ symbol, kind, source }) => kind === 'equity' && source === SIMULATED && !others.has(symbol),
  );
  await storeArticles(store, tx, simulatedNews(companies.map(({ symbol }) => symbol).sort(), now), SIMULATED);
};
