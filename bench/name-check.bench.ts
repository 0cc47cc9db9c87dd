import { createDirectory } from '../answers/names/directory.js';
import { storedNamesIn } from '../answers/names/resolve-names.js';
import { seededRandom } from '../sources/simulated/random.js';
import { hasExternalData } from '../test/independent/datasets.js';
import { realNames } from '../test/independent/mistyped-names.js';
import { timesOf } from './probe.js';

/*
 * Finding whom the sentences of an answer name, among 8,000 securities with the names of real companies: by the
 * directory of names, against one regular expression for each name and a scan for each name. All read the same
 * sentences, warm.
 */

const SECURITIES = 8_000;
const SENTENCES = 20;
const ROUNDS = 200;
const ROUNDS_OF_SLOW = 20;

interface Finder {
  readonly name: string;
  readonly rounds: number;
  /** The ids of those whom a sentence names. */
  readonly find: (sentence: string) => readonly string[];
}

/** Names as answers write them: letters and digits with a capital first, and not one inside another. */
function plainNames(): readonly string[] {
  const usable = realNames(SECURITIES * 2, seededRandom(2013, 0, 20)).filter((name) =>
    /^\p{Lu}[\p{L}\d]+(?: \p{Lu}[\p{L}\d]+)*$/u.test(name),
  );
  if (usable.length < SECURITIES) throw new Error(`Only ${usable.length} names are usable.`);
  return usable.slice(0, SECURITIES);
}

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);

function findersOver(names: readonly string[]): readonly Finder[] {
  const securities = names.map((name, at) => ({ ticker: `X${at}`, name, kind: 'equity', sector: null }));
  const directory = createDirectory({ securities, companies: [], investors: [] });
  const patterns = securities.map(({ ticker, name }) => ({
    ticker,
    pattern: new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(name)}(?![\\p{L}\\p{N}_])`, 'u'),
  }));
  const isIn = (sentence: string, name: string): boolean => {
    for (let at = sentence.indexOf(name); at >= 0; at = sentence.indexOf(name, at + 1))
      if (!isLetter(sentence[at - 1]) && !isLetter(sentence[at + name.length])) return true;
    return false;
  };
  return [
    {
      name: 'directory of names',
      rounds: ROUNDS,
      find: (sentence) => storedNamesIn(sentence, directory).flatMap(({ ids }) => ids),
    },
    {
      name: 'regular expressions',
      rounds: ROUNDS_OF_SLOW,
      find: (sentence) => patterns.flatMap(({ ticker, pattern }) => (pattern.test(sentence) ? [ticker] : [])),
    },
    {
      name: 'scan',
      rounds: ROUNDS_OF_SLOW,
      find: (sentence) => securities.flatMap(({ ticker, name }) => (isIn(sentence, name) ? [ticker] : [])),
    },
  ];
}

/** The median time in which a finder reads all sentences, in milliseconds. */
function medianOf({ rounds, find }: Finder, sentences: readonly string[]): number {
  const read = (): number => {
    const start = performance.now();
    for (const sentence of sentences) find(sentence);
    return performance.now() - start;
  };
  for (let round = 0; round < rounds / 10; round += 1) read();
  return timesOf(Array.from({ length: rounds }, read)).p50;
}

function main(): void {
  const names = plainNames();
  const random = seededRandom(2013, 0, 21);
  const any = (): number => Math.floor(random() * names.length);
  const named = Array.from({ length: SENTENCES }, () => [any(), any()] as const);
  const sentences = named.map(
    ([one, other], at) =>
      `The shares of ${names[one] ?? ''} closed at $${100 + at}.50 after a gain of 2.${at}%, while ${names[other] ?? ''} scores ${40 + at}.5 and fills 61.3% of its gaps.`,
  );
  console.log(
    `| ${SENTENCES} sentences, ${SECURITIES} securities | found of ${2 * SENTENCES} | others | p50 ms | times as long |\n|---|---|---|---|---|`,
  );
  let ours: number | null = null;
  for (const finder of findersOver(names)) {
    const found = sentences.map((sentence) => new Set(finder.find(sentence)));
    const wanted = named.map((pair) => pair.map((at) => `X${at}`));
    const hits = wanted.reduce((sum, pair, at) => sum + pair.filter((id) => found[at]?.has(id)).length, 0);
    const others = found.reduce((sum, ids) => sum + ids.size, 0) - hits;
    const ms = medianOf(finder, sentences);
    ours ??= ms;
    console.log(`| ${finder.name} | ${hits} | ${others} | ${ms.toFixed(2)} | ${(ms / ours).toFixed(1)} |`);
  }
}

if (hasExternalData) main();
