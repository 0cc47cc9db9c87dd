import { expect, it } from '@jest/globals';
import { newsRelevances, type FoundStory, type NewsSearch } from '../../engines/private-news/relevance.js';
import { searchWords } from '../../engines/private-news/search-words.js';
import { STOP_WORDS } from '../../engines/text/lexicon/headline-words.js';
import { seededRandom } from '../../sources/simulated/random.js';

const STOPS = STOP_WORDS.split(/\s+/);
const WEEK_S = 604_800;

/** Words by a walk over characters: letters and digits of the decomposed text, accents dropped. */
function plainWords(text: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  const decomposed = `${text.normalize('NFKD')} `.replaceAll('’', "'");
  for (let i = 0; i < decomposed.length; i += 1) {
    const character = decomposed[i]?.toLowerCase() ?? '';
    const rest = decomposed.slice(i);
    if (/^['](s)?(?![a-z])/i.test(rest) && word !== '') i += /^'s/i.test(rest) ? 1 : 0;
    else if (/^[a-z0-9]$/.test(character)) {
      word += character;
      continue;
    } else if (/\p{M}/u.test(character)) continue;
    if (word !== '' && !STOPS.includes(word)) words.push(word);
    word = '';
  }
  return words;
}

/** One form for a word and its plural. */
function oneForm(word: string): string {
  if (word.length <= 3 || !word.endsWith('s')) return word;
  if (word.endsWith('ies')) return word.slice(0, word.length - 3) + 'y';
  return 'sui'.includes(word.charAt(word.length - 2)) ? word : word.slice(0, word.length - 1);
}

const spoken = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `;

/** Where a phrase stands: 1 for the title, 3/5 for the summary, else nothing. */
function place(phrase: string, { title, summary }: FoundStory): number {
  const needle = spoken(phrase);
  if (spoken(title).indexOf(needle) >= 0) return 1;
  return spoken(summary ?? '').indexOf(needle) >= 0 ? 3 / 5 : 0;
}

/** The relevance by the definition in docs/methodology.md, in logarithms and one story at a time. */
function plainRelevance(story: FoundStory, all: readonly FoundStory[], { words, named, company }: NewsSearch): number {
  const newest = Math.max(...all.map(({ publishedAtMs }) => publishedAtMs));
  const weeks = (newest - story.publishedAtMs) / 1000 / WEEK_S;
  let asked = Math.max(0, ...named.map((slug) => story.links.get(slug) ?? 0));
  if (asked === 0) {
    const [inTitle, inSummary] = [plainWords(story.title).map(oneForm), plainWords(story.summary ?? '').map(oneForm)];
    for (const word of words) asked += (inTitle.includes(word) ? 1 : inSummary.includes(word) ? 0.6 : 0) / words.length;
  }
  if (company === null) return asked * Math.exp(-weeks * Math.LN2);
  const own = [company.name, ...company.aliases].map(spoken);
  const boosts = new Set(company.boostTerms.map(spoken).filter((term) => !own.includes(term)));
  const topics = new Set(company.newsTopics.map(spoken).filter((term) => !own.includes(term) && !boosts.has(term)));
  const logs = [
    Math.log1p(-asked / 5),
    Math.log1p(-0.6 * (story.links.get(company.slug) ?? 0)),
    ...[...boosts].map((term) => Math.log1p(-0.3 * place(term, story))),
    ...[...topics].map((term) => Math.log1p(-0.2 * place(term, story))),
  ];
  return -Math.expm1(logs.reduce((sum, value) => sum + value, 0)) * Math.exp(-weeks * Math.LN2);
}

const WORDS = [
  'Ramp',
  'the',
  'corporate',
  'card',
  'Éclair',
  'raises',
  'of',
  'payments',
  'layoffs',
  'companies',
  'Eric',
  'Glyman',
  'expense',
  'management',
  "Ramp's",
  'bus',
  'IPO',
  '2026',
  'glass',
];

it('the words of a search are those that a walk over the characters finds', () => {
  const random = seededRandom(11, 0, 0);
  for (let i = 0; i < 2_000; i += 1) {
    const text = Array.from(
      { length: 1 + Math.floor(random() * 9) },
      () => WORDS[Math.floor(random() * WORDS.length)],
    ).join(random() < 0.5 ? ' ' : ', ');
    expect([text, searchWords(text)]).toEqual([text, [...new Set(plainWords(text).map(oneForm))]]);
  }
  expect(searchWords('The OpenAI’s 𝓑𝓪𝓽𝓽𝓮𝓻𝓲𝓮𝓼 of us 🚀')).toEqual(['openai', 'battery', 'us']);
  expect([searchWords('the of and'), searchWords('🚀 — !'), searchWords('')]).toEqual([[], [], []]);
});

it('relevance is the definition computed one story at a time', () => {
  const random = seededRandom(12, 0, 0);
  const pick = (count: number): string =>
    Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
  const company = {
    slug: 'ramp',
    name: 'Ramp',
    aliases: ['Ramp Financial'],
    boostTerms: ['Eric Glyman', 'corporate card', 'expense management'],
    newsTopics: ['Ramp', 'expense management', 'payments'],
  };
  for (let round = 0; round < 300; round += 1) {
    const stories = Array.from({ length: 1 + Math.floor(random() * 6) }, (): FoundStory => ({
      title: pick(7),
      summary: random() < 0.3 ? null : pick(20),
      publishedAtMs: 1_760_000_000_000 - Math.floor(random() * 40 * 86_400_000),
      links: new Map(random() < 0.5 ? [['ramp', random() < 0.5 ? 1 : 0.6]] : []),
    }));
    const words = searchWords(pick(2));
    if (words.length === 0) continue;
    const search = { words, named: random() < 0.5 ? ['ramp'] : [], company: random() < 0.7 ? company : null };
    const relevances = newsRelevances(stories, search);
    stories.forEach((story, index) =>
      expect(relevances[index]).toBeCloseTo(plainRelevance(story, stories, search), 12),
    );
  }
});

it('a story about the company with its terms comes before an equally old one without, and each week halves', () => {
  const story = (title: string, days: number, links: readonly [string, number][] = []): FoundStory => ({
    title,
    summary: null,
    publishedAtMs: Date.UTC(2026, 0, 20 - days),
    links: new Map(links),
  });
  const company = { slug: 'ramp', name: 'Ramp', aliases: [], boostTerms: ['corporate card'], newsTopics: [] };
  const stories = [
    story('Ramp launches a corporate card', 0, [['ramp', 1]]),
    story('Ramp opens an office', 0, [['ramp', 1]]),
    story('GM to ramp output', 0),
    story('Ramp opens an office', 7, [['ramp', 1]]),
  ];
  const found = newsRelevances(stories, { words: ['ramp'], named: [], company });
  [1 - 0.8 * 0.4 * 0.7, 1 - 0.8 * 0.4, 0.2, (1 - 0.8 * 0.4) / 2].forEach((value, index) =>
    expect(found[index]).toBeCloseTo(value, 12),
  );
});
