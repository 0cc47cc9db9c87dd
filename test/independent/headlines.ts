import type { Headline } from '../../engines/text/near-duplicates.js';

const SYLLABLES = 'bar cor dal fen gor hal jen kel lom mar nor pel quin ros sel tor vel wes yar zan';
const GOODS = `
  battery cement chip cloud coffee copper diesel drone fertiliser freight furniture glass grain insulin lithium
  paper pump seed steel sugar timber tyre vaccine wine`;
const PLACES = `
  Austin Bergen Cairo Dallas Denver Dublin Geneva Hanoi Houston Izmir Jakarta Kyoto Lagos Leeds Lima Lyon Madrid
  Manila Osaka Perth Porto Quito Turin Vilnius`;

/**
 * Each row is one kind of news as four outlets write it: {c} a company, {g} goods, {l} a place, {p} a percentage, {m}
 * an amount, {q} a quarter.
 */
const NEWS = [
  [
    '{c} shares jump {p}% on {g} demand',
    '{c} stock soars {p}% on {g} demand',
    '{c} Shares Surge {p}% on {g} Demand - Reuters',
    'Shares of {c} up {p}% on {g} demand',
  ],
  [
    '{c} shares slide {p}% on {g} glut',
    '{c} stock drops {p}% on {g} glut',
    '{c} Shares Fall {p}% on {g} Glut | CNBC',
    'Shares of {c} down {p}% on {g} glut',
  ],
  [
    '{c} posts Q{q} profit of ${m} million',
    '{c} reports Q{q} profit of ${m}M',
    '{c} earns ${m} mln in Q{q} profit',
    '{c} Q{q} profit totals ${m} million',
  ],
  [
    '{c} posts Q{q} loss of ${m} million',
    '{c} reports Q{q} loss of ${m}M',
    '{c} Q{q} loss totals ${m} million',
    '{c} records Q{q} loss of ${m} million',
  ],
  [
    '{c} to lay off {m} workers in {l}',
    '{c} to cut {m} jobs in {l}',
    '{c} cutting {m} {l} jobs',
    '{c} layoffs: {m} jobs cut in {l}',
  ],
  [
    '{c} raises annual {g} forecast by {p}%',
    '{c} lifts yearly {g} outlook by {p}%',
    '{c} hikes annual {g} guidance by {p}%',
    '{c} boosts yearly {g} forecast by {p}%',
  ],
  [
    '{c} cuts annual {g} forecast by {p}%',
    '{c} trims yearly {g} outlook by {p}%',
    '{c} slashes annual {g} guidance by {p}%',
    '{c} lowers yearly {g} forecast by {p}%',
  ],
  [
    '{c} wins ${m} million {g} contract in {l}',
    '{c} lands ${m}M {g} contract in {l}',
    '{l} awards {c} ${m} million {g} contract',
    '{c} secures ${m} million {l} {g} contract',
  ],
  [
    '{c} opens {g} plant in {l}',
    '{c} opening {g} factory in {l}',
    '{c} Opens {l} {g} Plant',
    'New {g} plant in {l} opened by {c}',
  ],
  [
    '{c} recalls {m} {g} units over fire risk',
    '{c} recalling {m} {g} units due to fire risk',
    '{c} to recall {m} {g} units over fire hazard',
    '{c} Recalls {m} {g} Units Over Fire Risk',
  ],
  [
    '{c} names new {g} chief in {l}',
    '{c} appoints new {g} chief in {l}',
    '{c} taps new {l} {g} chief',
    'New {l} {g} chief named at {c}',
  ],
  [
    '{c} sued over {g} patents in {l}',
    '{c} faces lawsuit over {g} patents in {l}',
    'Lawsuit over {g} patents hits {c} in {l}',
    '{c} Sued Over {g} Patents in {l}',
  ],
];

/** Headlines of invented companies by time, from a fixed generator, so that they are the same on all machines. */
export function inventedHeadlines(count: number, seed = 7): Headline[] {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const oneOf = <Value>(list: readonly Value[], otherwise: Value): Value => list[below(list.length)] ?? otherwise;
  const word = (list: string): string => oneOf(list.trim().split(/\s+/), '');
  const headlines: Headline[] = [];
  while (headlines.length < count) {
    const name = [1, 2, 3].map(() => word(SYLLABLES)).join('');
    const facts: Readonly<Record<string, string>> = {
      c: name.charAt(0).toUpperCase() + name.slice(1),
      g: word(GOODS),
      l: word(PLACES),
      p: String(2 + below(18)),
      m: String(13 + below(900)),
      q: String(1 + below(4)),
    };
    const wordings = oneOf(NEWS, []);
    const at = below(5 * 24 * 60);
    for (let k = 0; k <= below(wordings.length) && headlines.length < count; k += 1) {
      const title = (wordings[k] ?? '').replace(/\{(\w)\}/g, (_, fact: string) => facts[fact] ?? '');
      const id = `h${headlines.length}`;
      headlines.push({
        id,
        url: `https://news${k}.example/${id}`,
        title,
        publishedAtMs: Date.UTC(2025, 0, 6) + (at + 7 * k) * 60_000,
      });
    }
  }
  return headlines.sort((a, b) => a.publishedAtMs - b.publishedAtMs);
}
