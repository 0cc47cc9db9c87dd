import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROUTES } from '../../rest-compat/routes/index.js';
import { REPOSITORIES } from '../../store/generated/repositories.js';
import { BASE_PATH, pageOf, type Route } from '../../rest-compat/route.js';
import { CORPUS_REPOSITORIES } from '../../sources/curated/load-corpus.js';
import { anchorsOf } from '../support/markdown.js';
import { ROOT } from '../support/scratch.js';

const textOf = (...names: readonly string[]): string => readFileSync(path.join(ROOT, ...names), 'utf8');
const filesOf = (folder: string): readonly string[] => {
  const entries = readdirSync(path.join(ROOT, 'rest-compat', folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => path.parse(name).name);
};
const nameOf = ({ method, path: at }: Route): string => `${method} ${at}`;
const OPERATIONS = new Set(ROUTES.map(({ operation }) => operation));
const CHANGELOG = textOf('CHANGELOG.md');

/** A row's path with any value for what it takes, for a pattern. */
const request = ({ path: at }: Route): string => at.replace(/:\w+/g, '[^/\\s?"]+');

/** The text of the row's page; empty if there is none. */
function pageTextOf(route: Route): string {
  return existsSync(path.join(ROOT, 'docs', pageOf(route))) ? textOf('docs', pageOf(route)) : '';
}

/** Whether the row's page links to the methodology, and only to headings that it has. */
function isDefined(route: Route): boolean {
  const links = [...pageTextOf(route).matchAll(/\]\((methodology[\w-]*\.md)#([^)]*)\)/g)];
  return (
    links.length > 0 &&
    links.every(
      ([, page = '', anchor = '']) =>
        existsSync(path.join(ROOT, 'docs', page)) && anchorsOf(textOf('docs', page)).includes(anchor),
    )
  );
}

/** The lists without an entry at any depth of `value`, and the fields that are null at its top, by name. */
function emptyFields(value: unknown, isTop = true): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
    const isEmpty = Array.isArray(field) ? field.length === 0 : field === null && isTop;
    return isEmpty ? [name] : emptyFields(field, false);
  });
}

// CONTRIBUTING.md lists these files; what else a row needs does not start, compile or pass another test without it.
describe('every row of the table', () => {
  it('has a page in docs/, which shows a request to it', () => {
    const lacking = ROUTES.filter(
      (route) => !new RegExp(`${BASE_PATH}${request(route)}(?![\\w/-])`).test(pageTextOf(route)),
    );
    expect(lacking.map((route) => `${nameOf(route)}: docs/${pageOf(route)}`)).toEqual([]);
  });

  it('is defined in the methodology, to which its page links, where it computes from market data', () => {
    const computed = ROUTES.filter(({ sample }) => sample.source !== 'none');
    expect(computed.length).toBeGreaterThan(5);
    expect(computed.filter((route) => !isDefined(route)).map(nameOf)).toEqual([]);
  });

  it('has a recorded answer without empty lists and nulls, except those its sample allows', () => {
    const simulated = ROUTES.filter(({ sample }) => sample.source === 'simulated');
    expect(simulated.length).toBeGreaterThan(5);
    const wrong = simulated.flatMap((route) => {
      const body: unknown = JSON.parse(textOf('rest-compat', 'examples', `${route.operation}.json`));
      const empty = new Set(emptyFields(body));
      const allowed = new Set(route.sample.mayBeEmpty);
      return [...empty, ...allowed]
        .filter((name) => !(empty.has(name) && allowed.has(name)))
        .map((name) => `${nameOf(route)}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it('is named in the changelog, by its path or the page of its capability', () => {
    const namesOf = (route: Route): readonly string[] => [
      `\`${route.path.slice(1)}\``,
      `\`${route.path}\``,
      `docs/${pageOf(route)}`,
    ];
    const isNamed = (route: Route): boolean => namesOf(route).some((text) => CHANGELOG.includes(text));
    expect(ROUTES.filter((route) => !isNamed(route)).map(nameOf)).toEqual([]);
  });
});

/** Every written source file below `folder`, as its path from the root. */
function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : sourcesBelow(file);
    return /(?<!\.test)\.ts$/.test(file) ? [file] : [];
  });
}

const ENGINE = /^import \{([^}]*)\} from '(?:\.\.\/)+engines\/(.+)\.js';$/gm;
/** Engines whose functions, and not types and constants alone, a file of subgraphs/ imports. */
const ENGINES = new Set(
  sourcesBelow('subgraphs').flatMap((file) =>
    [...textOf(file).matchAll(ENGINE)].flatMap(([, names = '', engine = '']) =>
      names.split(',').some((name) => /^\s*(?!type )[a-z]/.test(name)) ? [engine] : [],
    ),
  ),
);
/** Second computations that are their own tests. */
const INDEPENDENT_TESTS = readdirSync(path.join(ROOT, 'test', 'independent'))
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => textOf('test', 'independent', file));

/** Whether a test in test/independent imports the engine, or one beside it imports it and a second computation. */
function isCompared(engine: string): boolean {
  if (INDEPENDENT_TESTS.some((text) => text.includes(`/engines/${engine}.js'`))) return true;
  const { dir, base } = path.parse(engine);
  const tests = readdirSync(path.join(ROOT, 'engines', dir)).filter((file) => file.endsWith('.test.ts'));
  const texts = tests.map((file) => textOf('engines', dir, file));
  return texts.some((text) => text.includes('test/independent/') && text.includes(`'./${base}.js'`));
}

describe('every engine that a subgraph runs', () => {
  it('is compared with a second computation of test/independent', () => {
    expect(ENGINES.size).toBeGreaterThanOrEqual(10);
    expect([...ENGINES].filter((engine) => !isCompared(engine))).toEqual([]);
  });
});

describe('rest-compat', () => {
  it.each(['operations', 'examples'])('has no file in %s that no row names', (folder) => {
    expect(filesOf(folder).length).toBeGreaterThan(3);
    expect(filesOf(folder).filter((name) => !OPERATIONS.has(name))).toEqual([]);
  });
});

/**
 * Tables that the demo market fills from `instruments.ts`, those that only record what the server did, and releases
 * that are imported in addition to the calendar of the program. Firms of filings are real, or none, as their offerings
 * are, and what a job derives from both, also the record of marks. Paper portfolios are of members. Closes disagree
 * only where two live sources were compared. The demo market has shares and forms of insiders, so that no vendor needs
 * to tell market values and transactions without forms.
 */
const OTHERWISE_FILLED = new Set([
  'bars',
  'securities',
  'composites',
  'settings',
  'imports',
  'macroReleases',
  'filingFirms',
  'advisers',
  'newsSources',
  'sourcePolls',
  'privateOfferings',
  'companyOverlays',
  'paperPortfolios',
  'closeDisagreements',
  'markRecords',
  'marketValues',
  'insiderTransactions',
]);

describe('every repository with data of the market', () => {
  it('has rows in the demo market or in the curated corpus', () => {
    const simulated = sourcesBelow('sources')
      .map((file) => textOf(file))
      .filter((text) => text.includes('SIMULATED_ROWS'));
    const curated = new Set<string>(CORPUS_REPOSITORIES);
    const named = Object.entries(REPOSITORIES).filter(
      ([name, { tables }]) =>
        Object.values<string>(tables).some((policy) => policy !== 'uncached') && !OTHERWISE_FILLED.has(name),
    );
    expect(named.length).toBeGreaterThan(1);
    const isFilled = (name: string): boolean =>
      curated.has(name) || simulated.some((text) => text.includes(`store.${name}.`));
    expect(named.filter(([name]) => !isFilled(name)).map(([name]) => name)).toEqual([]);
  });
});
