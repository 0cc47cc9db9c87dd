import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROUTES } from '../../rest-compat/routes/index.js';
import { BASE_PATH, type Route } from '../../rest-compat/route.js';
import { SUBGRAPH_NAMES } from '../../subgraphs/sdl.js';
import { ROOT } from '../support/scratch.js';

const textOf = (...names: readonly string[]): string => readFileSync(path.join(ROOT, ...names), 'utf8');
const filesOf = (folder: string): readonly string[] => {
  const entries = readdirSync(path.join(ROOT, 'rest-compat', folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => path.parse(name).name);
};
const nameOf = ({ method, path: at }: Route): string => `${method} ${at}`;
const OPERATIONS = new Set(ROUTES.map(({ operation }) => operation));
const CONTENTS = textOf('docs', 'README.md')
  .split('\n')
  .filter((line) => line.startsWith('|'));
const CHANGELOG = textOf('CHANGELOG.md');

/** A row's path as pages spell it, for a pattern; `request` has any value for what the path takes. */
const listed = ({ path: at }: Route): string => at.replace(/:(\w+)/g, '[:{]$1}?');
const request = ({ path: at }: Route): string => at.replace(/:\w+/g, '[^/\\s?"]+');

/** The page that the table of docs/README.md gives the row, by its method and path; undefined where it has none. */
function pageOf(route: Route): string | undefined {
  const spelled = new RegExp(`\`([A-Z]+ )?${listed(route)}\``);
  const line = CONTENTS.find((each) => spelled.test(each) && each.includes(route.method));
  return /\]\(([\w-]+\.md)\)/.exec(line ?? '')?.[1];
}

// CONTRIBUTING.md lists these files; what else a row needs does not start, compile or pass another test without it.
describe('every row of the table', () => {
  it('stands in docs/README.md with the page of its capability, which shows a request to it', () => {
    const lacking = ROUTES.filter((route) => {
      const page = pageOf(route);
      return page === undefined || !new RegExp(`${BASE_PATH}${request(route)}(?![\\w/-])`).test(textOf('docs', page));
    });
    expect(lacking.map(nameOf)).toEqual([]);
  });

  it('is defined in the methodology, to which its page links, where it computes from market data', () => {
    const computed = ROUTES.filter(({ sample }) => sample.source !== 'none');
    expect(computed.length).toBeGreaterThan(5);
    const isLinked = (route: Route): boolean =>
      /methodology(-[\w-]+)?\.md#/.test(textOf('docs', pageOf(route) ?? 'README.md'));
    expect(computed.filter((route) => !isLinked(route)).map(nameOf)).toEqual([]);
  });

  it('is named in the changelog, by its path or the page of its capability', () => {
    const namesOf = (route: Route): readonly string[] => [
      `\`${route.path.slice(1)}\``,
      `\`${route.path}\``,
      `docs/${String(pageOf(route))}`,
    ];
    const isNamed = (route: Route): boolean => namesOf(route).some((text) => CHANGELOG.includes(text));
    expect(ROUTES.filter((route) => !isNamed(route)).map(nameOf)).toEqual([]);
  });
});

const ENGINE = /^import \{ [a-z].* \} from '..\/..\/engines\/(.+)\.js';$/gm;
/** Engines whose functions, and not constants alone, a subgraph's loaders import. */
const ENGINES = SUBGRAPH_NAMES.flatMap((name) =>
  [...textOf('subgraphs', name, 'loaders.ts').matchAll(ENGINE)].map(([, engine = '']) => engine),
);

/** Whether a test beside the engine imports it and a second computation. */
function isCompared(engine: string): boolean {
  const { dir, base } = path.parse(engine);
  const tests = readdirSync(path.join(ROOT, 'engines', dir)).filter((file) => file.endsWith('.test.ts'));
  const texts = tests.map((file) => textOf('engines', dir, file));
  return texts.some((text) => text.includes('test/independent/') && text.includes(`'./${base}.js'`));
}

describe('every engine that a loader runs', () => {
  it('has a test beside it, against a second computation of test/independent', () => {
    expect(ENGINES.length).toBeGreaterThanOrEqual(4);
    expect(ENGINES.filter((engine) => !isCompared(engine))).toEqual([]);
  });
});

describe('rest-compat', () => {
  it.each(['operations', 'examples'])('has no file in %s that no row names', (folder) => {
    expect(filesOf(folder).length).toBeGreaterThan(5);
    expect(filesOf(folder).filter((name) => !OPERATIONS.has(name))).toEqual([]);
  });
});
