import { describe, expect, it } from '@jest/globals';
import { rankInvestors, type FitCriteria, type FitFirm } from '../../engines/investor-fit/investor-fit.js';
import { placeOf } from '../../engines/investor-fit/places.js';
import { SECTOR_NAMES, sectorOf } from '../../engines/investor-fit/sectors.js';
import { STAGE_NAMES, stageOf } from '../../engines/investor-fit/stages.js';
import { foldedName } from '../../engines/text/folded-name.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { differences } from './closeness.js';

const DAY = 86_400_000;
const TODAY = '2026-01-02';
const SECTORS = ['Fintech', 'Software', 'Cybersecurity', 'Space', 'Health'] as const;
const STAGES = ['Pre-seed', 'Seed', 'Series A', 'Series B', 'Series C', 'Growth', 'Late stage', 'Buyout'] as const;
const PLACES: Readonly<Record<string, readonly string[]>> = {
  Germany: ['DE'],
  Europe: ['DE', 'FR'],
  India: ['IN'],
  Global: ['DE', 'FR', 'IN'],
};
const TYPES = { VC: 0.25, 'Growth/PE': 0.2, 'Strategic/CVC': 0.1, Sovereign: 0.01 } as const;
const RELATED = new Set(['Fintech Software', 'Cybersecurity Software']);

const daysSince = (date: string): number => (Date.parse(TODAY) - Date.parse(date)) / DAY;
const dateBack = (days: number): string => new Date(Date.parse(TODAY) - days * DAY).toISOString().slice(0, 10);
const epochDay = (date: string): number => Date.parse(date) / DAY;

/** Each axis by the words of the methodology, on dates instead of days. */
function second(firm: FitFirm, asked: Asked): { readonly slug: string; readonly score: number } | null {
  const parts: [number, number | null][] = [];
  const dates = firm.investments.map(({ day, company }) => ({
    company,
    date: new Date(day * DAY).toISOString().slice(0, 10),
  }));
  const kept: typeof dates = [];
  for (const each of dates.filter(({ date }) => date <= TODAY).sort((a, b) => (a.date < b.date ? -1 : 1))) {
    const before = kept.filter(({ company }) => company === each.company).at(-1);
    if (before === undefined || Date.parse(each.date) - Date.parse(before.date) > 45 * DAY) kept.push(each);
  }
  let weight = 0;
  for (const { date } of kept) if (daysSince(date) <= 1095) weight += Math.exp((-Math.LN2 * daysSince(date)) / 365);
  parts.push([0.15, kept.length === 0 ? null : weight / (3 + weight)]);
  const { fund, aumUsd } = firm;
  let dry: number | null = aumUsd === null ? null : aumUsd * TYPES[firm.firmType];
  if (fund?.sizeUsd && fund.year) {
    const years = daysSince(`${fund.year}-07-01`) / 365.25;
    dry = years >= 5 ? 0 : years <= 0 ? fund.sizeUsd : (fund.sizeUsd * (5 - years)) / 5;
  }
  if (dry === null) parts.push([0.15, null]);
  else if (asked.raising !== null) parts.push([0.15, 1 - asked.raising / (asked.raising + dry)]);
  else parts.push([0.15, dry <= 1e7 ? 0 : dry >= 1e10 ? 1 : Math.log(dry / 1e7) / Math.log(1000)]);
  if (asked.raising !== null) {
    let range: readonly [number, number] | null = null;
    if (fund?.sizeUsd) range = [fund.sizeUsd / 100, fund.sizeUsd / 10];
    if (firm.checkMinUsd !== null) range = [firm.checkMinUsd, firm.checkMaxUsd ?? firm.checkMinUsd * 10];
    else if (firm.checkMaxUsd !== null) range = [firm.checkMaxUsd / 10, firm.checkMaxUsd];
    if (range === null) parts.push([0.2, null]);
    else if (range[0] > asked.raising / 2) parts.push([0.2, asked.raising / 2 / range[0]]);
    else if (range[1] < asked.raising / 10) parts.push([0.2, range[1] / (asked.raising / 10)]);
    else parts.push([0.2, 1]);
  }
  if (asked.sector !== null) {
    const near = firm.sectorFocus.some((one) => RELATED.has([one, asked.sector].sort().join(' ')));
    parts.push([
      0.2,
      firm.sectorFocus.length === 0 ? null : firm.sectorFocus.includes(asked.sector) ? 1 : near ? 0.5 : 0,
    ]);
  }
  if (asked.stage !== null) {
    const at = STAGES.indexOf(asked.stage);
    const has = (index: number): boolean => STAGES[index] !== undefined && firm.stageFocus.includes(STAGES[index]);
    parts.push([0.15, firm.stageFocus.length === 0 ? null : has(at) ? 1 : has(at - 1) || has(at + 1) ? 0.5 : 0]);
  }
  if (asked.place !== null) {
    const wanted = PLACES[asked.place] ?? [];
    const local = firm.places.focus.filter((place) => place !== 'Global');
    const covers = local.some((place) => PLACES[place]?.some((country) => wanted.includes(country)));
    const { country, focus } = firm.places;
    const isHome = country !== null && (wanted.includes(country) || asked.place === 'Global');
    parts.push([
      0.15,
      covers
        ? 1
        : focus.includes('Global')
          ? asked.place === 'Global'
            ? 1
            : 0.7
          : isHome
            ? 0.5
            : focus.length === 0
              ? null
              : 0,
    ]);
  }
  const whole = parts.reduce((sum, [part]) => sum + part, 0);
  const known = parts.filter((each): each is [number, number] => each[1] !== null);
  const share = known.reduce((sum, [part]) => sum + part, 0);
  if (known.length === 0) return null;
  const mean = known.reduce((sum, [part, score]) => sum + part * score, 0) / share;
  return { slug: firm.slug, score: (100 * mean * share) / whole };
}

interface Asked {
  readonly sector: (typeof SECTORS)[number] | null;
  readonly stage: (typeof STAGES)[number] | null;
  readonly place: string | null;
  readonly raising: number | null;
}

describe('the ranking of invented firms', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('with seed %i is that of a second computation', (seed) => {
    const random = seededRandom(seed, 0, 0);
    const maybe = <Value>(value: Value): Value | null => (random() < 0.6 ? value : null);
    const some = <Value>(from: readonly Value[]): readonly Value[] => from.filter(() => random() < 0.25);
    const one = <Value>(from: readonly Value[]): Value => from[Math.floor(random() * from.length)] as Value;
    const firms = Array.from({ length: 300 }, (_, index): FitFirm => ({
      slug: `firm-${String(index).padStart(3, '0')}`,
      firmType: one(Object.keys(TYPES) as (keyof typeof TYPES)[]),
      aumUsd: maybe(10 ** (6 + 6 * random())),
      fund: maybe({ sizeUsd: maybe(10 ** (6 + 4 * random())), year: maybe(2018 + Math.floor(9 * random())) }),
      checkMinUsd: maybe(10 ** (5 + 2 * random())),
      checkMaxUsd: maybe(10 ** (7 + 2 * random())),
      sectorFocus: some(SECTORS),
      stageFocus: some(STAGES),
      places: { focus: some(Object.keys(PLACES)), country: maybe(one(['DE', 'FR', 'IN', 'BR'])) },
      investments: Array.from({ length: Math.floor(6 * random()) }, () => ({
        day: epochDay(dateBack(Math.floor(1600 * random()) - 60)),
        company: one(['x', 'y', 'z']),
      })),
    }));
    const asked: Asked = {
      sector: maybe(one(SECTORS)),
      stage: maybe(one(STAGES)),
      place: maybe(one(Object.keys(PLACES))),
      raising: maybe(10 ** (6 + 3 * random())),
    };
    const geography = asked.place === null ? null : (placeOf(asked.place) ?? null);
    const criteria: FitCriteria = { sector: asked.sector, stage: asked.stage, geography, raisingUsd: asked.raising };
    const ranked = rankInvestors(firms, criteria, epochDay(TODAY)).map(({ slug, score }) => ({ slug, score }));
    const expected = firms
      .flatMap((firm) => second(firm, asked) ?? [])
      .sort((a, b) => (Math.abs(a.score - b.score) < 1e-9 ? (a.slug < b.slug ? -1 : 1) : b.score - a.score));
    expect(ranked.length).toBeGreaterThan(200);
    expect(differences(ranked, expected)).toEqual([]);
  });
});

/** Letters and digits without accents in lower case, and one blank for whatever is between them. */
function folded(name: string): string {
  const words: string[] = [''];
  for (const character of name.normalize('NFD').toLowerCase()) {
    if (character >= '\u0300' && character <= '\u036f') continue;
    if (/[a-z0-9]/.test(character)) words.push(`${words.pop() ?? ''}${character}`);
    else words.push('');
  }
  return words.filter((word) => word !== '').join(' ');
}

describe('words', () => {
  it('are the same without case, accents and punctuation', () => {
    for (const name of ['A16Z, L.P.', '  Núñez & Søns—Co. ', 'Alpha/Beta (III)', '', '...'].map((each) =>
      each.replace('ø', 'o'),
    ))
      expect(foldedName(name)).toBe(folded(name));
  });

  it('that name a sector or a stage stand for it, however they are spelled', () => {
    const spelled = (name: string): readonly string[] => [
      name,
      name.toUpperCase(),
      name.replace(/[ -]/g, '_'),
      ` ${name.toLowerCase()}. `,
    ];
    for (const name of SECTOR_NAMES) expect(spelled(name).map(sectorOf)).toEqual([name, name, name, name]);
    for (const name of STAGE_NAMES) expect(spelled(name).map(stageOf)).toEqual([name, name, name, name]);
  });
});
