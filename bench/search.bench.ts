import { setImmediate } from 'node:timers/promises';
import Fuse from 'fuse.js';
import MiniSearch from 'minisearch';
import { editDistance } from '../access/parameters/edit-distance.js';
import { createTextIndex, search, type SearchDocument } from '../engines/text-search/text-search.js';
import { seededRandom } from '../sources/simulated/random.js';
import { createSearchIndex } from '../subgraphs/search-index.js';
import { hasExternalData } from '../test/independent/datasets.js';
import { LEAST_MISTYPED, realNames, withEdit, withSwap, withTwoEdits } from '../test/independent/mistyped-names.js';
import { timesOf } from './probe.js';

/*
 * The search for names of 10,000 real companies, and for companies with names and texts, against MiniSearch alone,
 * Fuse.js and a scan with the Damerau-Levenshtein distance. All get the same queries, the slow ones the first of them.
 */

const NAMES = 10_000;
const QUERIES = 2_000;
const QUERIES_OF_SLOW = 60;
const FIRST = 5;
const AWKWARD_ROUNDS = 20;
/** Each query is timed so often, and the fastest counts: other work of the machine is left out. */
const ROUNDS = 3;

interface Query {
  readonly q: string;
  readonly id: string;
}

interface Engine {
  readonly name: string;
  readonly queries: number;
  /** Ids of the first matches. */
  readonly first: (q: string) => readonly string[];
}

function timed<Result>(run: () => Result): { readonly ms: number; readonly result: Result } {
  const start = performance.now();
  const result = run();
  return { ms: performance.now() - start, result };
}

function printed(times: readonly number[]): string {
  const { p50, p99 } = timesOf(times);
  return `p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(2)} ms, longest ${Math.max(...times).toFixed(1)} ms`;
}

function fastest<Result>(run: () => Result): { readonly ms: number; readonly result: Result } {
  const rounds = Array.from({ length: ROUNDS }, () => timed(run));
  return rounds.reduce((best, round) => (round.ms < best.ms ? round : best));
}

/** The median time of a query. */
function compare(engine: Engine, queries: readonly Query[]): number {
  const asked = queries.slice(0, engine.queries);
  for (const { q } of asked.slice(0, 20)) engine.first(q);
  const runs = asked.map(({ q, id }) => ({ id, ...fastest(() => engine.first(q)) }));
  const recall = runs.filter(({ id, result }) => result.includes(id)).length / asked.length;
  const times = runs.map(({ ms }) => ms);
  console.log(`    ${engine.name.padEnd(26)} recall@${FIRST} ${recall.toFixed(4)}; ${printed(times)}`);
  return timesOf(times).p50;
}

function enginesOver(names: readonly string[]): readonly Engine[] {
  const documents = names.map((name, k) => ({ id: String(k), name }));
  const ours = timed(() => createTextIndex(documents));
  const mini = timed(() => {
    const index = new MiniSearch<SearchDocument>({ fields: ['name'], searchOptions: { fuzzy: 0.2, prefix: true } });
    index.addAll(documents);
    return index;
  });
  const fuse = timed(() => new Fuse(documents, { keys: ['name'], threshold: 0.4 }));
  console.log(
    `  built in ${ours.ms.toFixed(0)} ms; MiniSearch ${mini.ms.toFixed(0)} ms, Fuse.js ${fuse.ms.toFixed(0)} ms`,
  );
  const folded = names.map((name) => name.toLowerCase());
  const scan = (q: string): readonly string[] =>
    folded
      .map((name, k) => ({ id: String(k), distance: editDistance(q.toLowerCase(), name) }))
      .sort((one, other) => one.distance - other.distance)
      .slice(0, FIRST)
      .map(({ id }) => id);
  return [
    { name: 'ours', queries: QUERIES, first: (q) => search(ours.result, q, FIRST)?.matches.map(({ id }) => id) ?? [] },
    {
      name: 'MiniSearch, fuzzy, prefix',
      queries: QUERIES,
      first: (q) =>
        mini.result
          .search(q)
          .slice(0, FIRST)
          .map(({ id }) => String(id)),
    },
    {
      name: 'Fuse.js',
      queries: QUERIES_OF_SLOW,
      first: (q) => fuse.result.search(q, { limit: FIRST }).map(({ item }) => item.id),
    },
    { name: 'scan by edit distance', queries: QUERIES_OF_SLOW, first: scan },
  ];
}

/** Companies with texts of real names' words, frequent ones as frequent as in real texts; most have one tag. */
function described(names: readonly string[]): readonly SearchDocument[] {
  const random = seededRandom(7, 0, 1);
  const words = [...new Set(names.flatMap((name) => name.toLowerCase().match(/[a-z]{3,}/g) ?? []))];
  const text = (count: number): string =>
    Array.from({ length: count }, () => words[Math.floor(words.length * random() ** 3)] ?? '').join(' ');
  return names.map((name, k) => ({
    id: String(k),
    name,
    aliases: [`${name}, Inc.`],
    fields: {
      tagline: text(12),
      tags: [text(1), ...(random() < 0.9 ? ['fintech'] : [])],
      partners: [text(2), text(2)],
    },
  }));
}

const AWKWARD = [
  'a',
  'fintech',
  'fintech fintech fintech fintech fintech fintech',
  'com sys tec med net dat',
  'a b c d e f g h i j k l m n o p q r s t u v w x y z',
  'sofwtare payemnts helath enterprsie platfrom copmanies',
  'systmes',
  'e'.repeat(80),
];

/** How long each turn of the event loop takes meanwhile. */
async function turnsDuring(work: Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  let [last, isOver] = [performance.now(), false];
  const end = work.then(() => (isOver = true));
  while (!isOver) {
    await setImmediate();
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  await end;
  return times;
}

/** What the machine's other work makes of turns that take 1 ms. */
async function idleFor(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const end = performance.now() + 1;
    while (performance.now() < end);
    await setImmediate();
  }
}

/** Queries that take long, over names and texts. */
async function compareAwkward(names: readonly string[]): Promise<void> {
  const documents = described(names);
  const mini = new MiniSearch<SearchDocument>({
    fields: ['name', 'aliases', 'tagline', 'tags', 'partners'],
    extractField: (document, field) => {
      const value = field === 'id' || field === 'name' ? document[field] : (document.fields?.[field] ?? '');
      return typeof value === 'string' ? value : value.join(' ');
    },
    searchOptions: { fuzzy: 0.2, prefix: true, combineWith: 'AND' },
  });
  mini.addAll(documents);
  const index = createSearchIndex({ load: () => Promise.resolve(documents), version: () => '1' });
  const start = performance.now();
  const turns = await turnsDuring(index.search('a'));
  const ms = performance.now() - start;
  console.log(`  names and texts: built in ${ms.toFixed(0)} ms, in turns of the event loop`);
  console.log(`    a turn                     ${printed(turns)}`);
  console.log(`    1 ms of nothing, as often  ${printed(await turnsDuring(idleFor(turns.length)))}`);
  const whole = createTextIndex(documents);
  for (const q of AWKWARD) {
    const ours = Array.from({ length: AWKWARD_ROUNDS }, () => fastest(() => search(whole, q, 50)).ms);
    const theirs = Array.from({ length: AWKWARD_ROUNDS }, () => fastest(() => mini.search(q)).ms);
    const ratio = timesOf(theirs).p50 / timesOf(ours).p50;
    console.log(`    ${q.slice(0, 26).padEnd(26)} ours ${printed(ours)}`);
    console.log(`    ${''.padEnd(26)} MiniSearch ${printed(theirs)}: ${ratio.toFixed(1)} times as long`);
  }
}

async function run(): Promise<void> {
  const random = seededRandom(2013, 0, 10);
  const names = realNames(NAMES, random);
  console.log(`${names.length} names of real companies`);
  const engines = enginesOver(names);
  const mistyped = names.flatMap((name, k) =>
    Array.from(name).length < LEAST_MISTYPED ? [] : [{ name, id: String(k) }],
  );
  const types = {
    'as written': (name: string) => name,
    'one edit': withEdit,
    'two neighbours swapped': withSwap,
    'two edits': withTwoEdits,
  };
  for (const [what, type] of Object.entries(types)) {
    console.log(`  ${what}`);
    const queries = mistyped.slice(0, QUERIES).map(({ name, id }) => ({ q: type(name, random), id }));
    const [ours = Number.NaN, ...others] = engines.map((engine) => compare(engine, queries));
    console.log(`    p50 of the others over ours: ${others.map((p50) => (p50 / ours).toFixed(1)).join(', ')}`);
  }
  await compareAwkward(names);
}

if (hasExternalData) await run();
else console.log('search: skipped, it needs the reference data (MARKETGRAPH_DATA)');
