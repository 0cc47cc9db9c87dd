import type { NewsArticleFields } from '../../store/news-model.js';
import { storeArticles } from '../news/store-articles.js';
import { LABEL, NOTE, pick, publishedBy } from './outlets.js';
import { hashText, seededRandom, type Random } from './random.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('startup-news');
const DAY_MS = 86_400_000;
const DAYS = 45;
/** Chance that a company is in the news of a day. */
const ACTIVITY = 0.12;
/** Share of the stories that report a round. */
const ROUNDS = 0.6;

/** Invented throughout; no such company is meant to exist. What each does names its topics. */
const COMPANIES: readonly (readonly [name: string, what: string])[] = [
  ['Aldertide Robotics', 'warehouse robotics startup'],
  ['Copperlark Payments', 'payments fintech'],
  ['Dovetail Orbital', 'satellite servicing startup'],
  ['Driftpine Health', 'digital health platform'],
  ['Fernhollow AI', 'AI startup'],
  ['Galehaven Wind', 'offshore wind developer'],
  ['Hollowbrook Data', 'SaaS data platform'],
  ['Saltmeadow Medical', 'medical imaging startup'],
  ['Bramblegate', 'defense drone maker'],
  ['Cobblestone Ledger', 'accounting software startup'],
  ['Duskwater Fusion', 'fusion energy startup'],
  ['Elmspire Biologics', 'gene therapy biotech'],
  ['Foxglove Launch', 'rocket startup'],
  ['Greywick Insurance', 'insurtech'],
  ['Hazelmoor', 'generative AI company for law firms'],
  ['Ironquill', 'AI-powered robotics company'],
  ['Juniperline', 'battery recycling startup'],
  ['Kettlebrook', 'HR software startup'],
  ['Lanternfish Defense', 'counter-drone defense tech startup'],
  ['Mosswood Carbon', 'carbon removal startup'],
];
const INVESTORS = [
  'Harborlight Ventures',
  'Stonecrop Capital',
  'Ninth Meadow Partners',
  'Orrery Growth',
  'Tallgrass Seed Fund',
];

/** A stage with the least and the most money raised at it, in millions. */
const STAGES: readonly (readonly [stage: string, least: number, most: number])[] = [
  ['pre-seed', 1, 3],
  ['seed', 2, 9],
  ['Series A', 8, 30],
  ['Series B', 25, 80],
  ['Series C', 60, 200],
  ['Series D', 120, 400],
];

const PLAIN: readonly ((company: string, what: string, count: number) => string)[] = [
  (company, what, count) => `${what} ${company} opens an office for ${count} people`,
  (company, what, count) => `${what} ${company} wins ${count} new customers`,
  (company, what, count) => `${what} ${company} cuts ${count} jobs as growth slows`,
  (company, what) => `${what} ${company} names a new finance chief`,
  (company, what, count) => `${what} ${company} in talks to raise $${count} million, report says`,
  (company, what, count) => `${what} ${company} faces a lawsuit over ${count} late deliveries`,
];

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function roundTitle(random: Random, company: string, what: string): string {
  const [stage, least, most] = pick(random, STAGES) ?? ['seed', 2, 9];
  const millions = least + Math.floor(random() * (most - least));
  const lead = pick(random, INVESTORS) ?? '';
  const sign = random() < 0.85 ? '$' : '€';
  const led = random() < 0.75 ? ` led by ${lead}` : '';
  return `${upperFirst(what)} ${company} raises ${sign}${millions} million in ${stage} funding${led}`;
}

/** The story about a company on a day (since 1970-01-01), if any. */
function storyOf(company: string, what: string, day: number): readonly NewsArticleFields[] {
  const random = seededRandom(SEED, day, hashText(company));
  if (random() >= ACTIVITY) return [];
  const plain = pick(random, PLAIN);
  const count = 10 + Math.floor(random() * 190);
  const title =
    random() < ROUNDS ? roundTitle(random, company, what) : (plain?.(company, upperFirst(what), count) ?? company);
  const name = company.toLowerCase().replaceAll(' ', '-');
  return publishedBy(random, { day, name, title: `${LABEL} ${title}`, summary: NOTE, givenTickers: [] });
}

/** Startup news of the last weeks, all invented; none if there is news of startups from another source. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, now }) => {
  if (await store.startupStories.hasOthers(tx, SIMULATED)) return;
  const today = Math.floor(now.getTime() / DAY_MS);
  const articles = COMPANIES.flatMap(([company, what]) =>
    Array.from({ length: DAYS }, (_, index) => storyOf(company, what, today - index)).flat(),
  ).filter(({ publishedAt }) => publishedAt <= now);
  await storeArticles(store, tx, articles, SIMULATED, { isStartup: true });
};
