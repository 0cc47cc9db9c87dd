import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { derivedOperation } from './derived-operation.js';
import { SDL } from './fixtures/capabilities.js';
import { readSdl } from './sdl.js';
import { readSelection, type Selected } from './selection.js';
import { storedOperation } from './stored-files.js';

const DIRECTIVE = 'directive @join__type(graph: String!, key: String) repeatable on OBJECT';
const sdlOf = (types: string) => readSdl(`${DIRECTIVE} ${types}`);
const keysOf = (selected: readonly Selected[]): readonly unknown[] =>
  selected.map(({ key, children }) => (children.length === 0 ? key : { [key]: keysOf(children) }));
const selectionOf = (source: string, sdl = SDL) => readSelection(parse(source), sdl);

describe('the operation of a row without a file', () => {
  it('selects every field in snake case and passes every argument, whose default stays the SDL\'s', () => {
    const sdl = sdlOf('type Query { someThing(ticker: String!, lastDays: Int! = 5): Thing } type Thing { netUsd: Int parts: [Part!]! best: Part } type Part { dayCount: Int }');
    const source = derivedOperation('some-thing', sdl);
    expect(source.split('\n')[0]).toBe('query SomeThing($ticker: String!, $last_days: Int) { body: someThing(ticker: $ticker, lastDays: $last_days) { ...Thing } }');
    expect(keysOf(selectionOf(source, sdl).selected)).toEqual([{ body: ['net_usd', { parts: ['day_count'] }, { best: ['day_count'] }] }]);
  });

  it('leaves out entities, and fields that require an argument', () => {
    const sdl = sdlOf('type Query { thing: Thing } type Thing { n: Int owner: Owner of(day: Int!): Int } type Owner @join__type(graph: "A", key: "id") { id: ID! }');
    expect(keysOf(selectionOf(derivedOperation('thing', sdl), sdl).selected)).toEqual([{ body: ['n'] }]);
  });

  it('is refused without a field of its name, with both remedies', () => {
    expect(() => derivedOperation('no-such', SDL)).toThrow('rest-compat/operations/no-such.graphql is missing, and no object field Query.noSuch replaces it');
  });
});

it('no file of operations/ selects what the derived operation selects', () => {
  const names = readdirSync(path.join(import.meta.dirname, 'operations')).flatMap((file) => (file.endsWith('.graphql') ? [path.parse(file).name] : []));
  const pathsOf = (selected: readonly Selected[], at = ''): readonly string[] =>
    selected.flatMap(({ key, field, children }) => [`${at}${key}:${field.name}`, ...pathsOf(children, `${at}${key}.`)]);
  const fields = SDL.schema.getQueryType()?.getFields() ?? {};
  const isDerivable = (name: string): boolean => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) in fields;
  const spare = names.filter(isDerivable).filter((name) => {
    const [written, derived] = [storedOperation(name) ?? '', derivedOperation(name, SDL)].map((source) => pathsOf(selectionOf(source).selected).join('\n'));
    return written === derived;
  });
  expect(names.length).toBeGreaterThan(3);
  expect(spare).toEqual([]);
});
