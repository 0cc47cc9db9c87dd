import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROUTES } from '../../rest-compat/routes/index.js';
import { BASE_PATH, type Route } from '../../rest-compat/route.js';
import { anchorsOf } from '../support/markdown.js';
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

/** The text of the row's page; empty where the table names no page or one that does not exist. */
function pageTextOf(route: Route): string {
  const page = pageOf(route);
  return page !== undefined && existsSync(path.join(ROOT, 'docs', page)) ? textOf('docs', page) : '';
}

/** Whether the row's page links to the methodology, and only to headings that it has. */
function isDefined(route: Route): boolean {
  const links = [...pageTextOf(route).matchAll(/\]\((methodology[\w-]*\.md)#([^)]*)\)/g)];
  return links.length > 0 && links.every(([, page = '', anchor = '']) =>
    existsSync(path.join(ROOT, 'docs', page)) && anchorsOf(textOf('docs', page)).includes(anchor),
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
  it('stands in docs/README.md with the page of its capability, which shows a request to it', () => {
    const lacking = ROUTES.filter(
      (route) => !new RegExp(`${BASE_PATH}${request(route)}(?![\\w/-])`).test(pageTextOf(route)),
    );
    expect(lacking.map(nameOf)).toEqual([]);
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
      return [...empty, ...allowed].filter((name) => !(empty.has(name) && allowed.has(name))).map((name) => `${nameOf(route)}: ${name}`);
    });
    expect(wrong).toEqual([]);
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
/** Whether a test beside the engine imports it and a second computation. */
function isCompared(engine: string): boolean {
  const { dir, base } = path.parse(engine);
  const tests = readdirSync(path.join(ROOT, 'engines', dir)).filter((file) => file.endsWith('.test.ts'));
  const texts = tests.map((file) => textOf('engines', dir, file));
  return texts.some((text) => text.includes('test/independent/') && text.includes(`'./${base}.js'`));
}

describe('every engine that a subgraph runs', () => {
  it('has a test beside it, against a second computation of test/independent', () => {
    expect(ENGINES.size).toBeGreaterThanOrEqual(10);
    expect([...ENGINES].filter((engine) => !isCompared(engine))).toEqual([]);
  });
});

describe('rest-compat', () => {
  it.each(['operations', 'examples'])('has no file in %s that no row names', (folder) => {
    expect(filesOf(folder).length).toBeGreaterThan(5);
    expect(filesOf(folder).filter((name) => !OPERATIONS.has(name))).toEqual([]);
  });
});
