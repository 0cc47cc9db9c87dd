import { expect, it } from '@jest/globals';
import { createDirectory } from '../../answers/names/directory.js';
import { resolveNames } from '../../answers/names/resolve-names.js';
import { readCorpus } from '../../sources/curated/read-corpus.js';
import { WELL_KNOWN } from '../../sources/models/well-known.js';
import { HALF_KNOWN, LISTED, MISSPELLED, ORDINARY } from '../support/name-questions.js';

const { companies, investors } = readCorpus();
const directory = createDirectory({
  securities: [...WELL_KNOWN.values()].map(({ symbol, name, kind, sector }) => ({
    ticker: symbol,
    name,
    kind,
    sector,
  })),
  companies: companies.map(({ slug, name, aliases }) => ({ slug, name, aliases: aliases ?? [], sector: null })),
  investors: investors.map(({ slug, name, shortName, aliases }) => ({
    slug,
    name,
    aliases: [...(shortName === undefined ? [] : [shortName]), ...(aliases ?? [])],
  })),
});

/** The stored ones among those that a question may be about. */
function named(question: string): readonly string[] {
  return [...new Set(resolveNames(question, directory).mentions.map(({ entity }) => entity.id))].sort();
}

it('finds misspelled and lower-case names of labelled questions, and does not take ordinary words for names', () => {
  const cases = [...MISSPELLED, ...ORDINARY].map(([question, ...ids]) => ({
    question,
    wanted: ids.sort(),
    found: named(question),
  }));
  const wanted = cases.flatMap(({ wanted: ids, found }) => ids.map((id) => found.includes(id)));
  const found = cases.flatMap(({ wanted: ids, found: all }) => all.map((id) => ids.includes(id)));
  const recall = wanted.filter(Boolean).length / wanted.length;
  const precision = found.filter(Boolean).length / found.length;
  const wrong = cases.filter((each) => each.wanted.join() !== each.found.join());
  console.log(
    `names in ${cases.length} questions: recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}\n${wrong.map((each) => `${each.question}: ${each.found.join(', ') || 'nobody'}`).join('\n')}`,
  );
  expect([recall >= 0.9, precision >= 0.97]).toEqual([true, true]);
});

it.each(HALF_KNOWN)('reports the sides of a comparison that are not stored: %s', (question, unknown, ...ids) => {
  const { unknownNames, unknownTickers } = resolveNames(question, directory);
  expect([[...unknownTickers, ...unknownNames], named(question)]).toEqual([unknown, ids]);
});

it.each(LISTED)('reads every name of a list in small letters: %s', (question, ...ids) => {
  expect(named(question)).toEqual([...ids].sort());
});
