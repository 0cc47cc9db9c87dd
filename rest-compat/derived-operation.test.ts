import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { derivedOperation } from './derived-operation.js';
import { SDL } from './fixtures/capabilities.js';
import { readSdl } from './sdl.js';
import { readSelection, type Selected } from './selection.js';
import { storedOperation } from './stored-files.js';

const DIRECTIVE = `directive @join__type(graph: String!, key: String) repeatable on OBJECT
  directive @graphOnly on FIELD_DEFINITION | ARGUMENT_DEFINITION
  directive @wire(value: String!, as: String) on FIELD_DEFINITION | ARGUMENT_DEFINITION`;
const sdlOf = (types: string) => readSdl(`${DIRECTIVE} ${types}`);
const keysOf = (selected: readonly Selected[]): readonly unknown[] =>
  selected.map(({ key, children }) => (children.length === 0 ? key : { [key]: keysOf(children) }));
const selectionOf = (source: string, sdl = SDL) => readSelection(parse(source), sdl);

describe('the operation of a row without a file', () => {
  it("selects every field in snake case and passes every argument, whose default stays the SDL's", () => {
    const sdl = sdlOf(
      'type Query { someThing(ticker: String!, lastDays: Int! = 5): Thing } type Thing { netUsd: Int parts: [Part!]! best: Part } type Part { dayCount: Int }',
    );
    const source = derivedOperation('some-thing', sdl);
    expect(source.split('\n')[0]).toBe(
      'query SomeThing($ticker: String!, $last_days: Int) { body: someThing(ticker: $ticker, lastDays: $last_days) { ...Thing } }',
    );
    expect(keysOf(selectionOf(source, sdl).selected)).toEqual([
      { body: ['net_usd', { parts: ['day_count'] }, { best: ['day_count'] }] },
    ]);
  });

  it('leaves out entities, and fields that require an argument', () => {
    const sdl = sdlOf(
      'type Query { thing: Thing } type Thing { n: Int owner: Owner of(day: Int!): Int } type Owner @join__type(graph: "A", key: "id") { id: ID! }',
    );
    expect(keysOf(selectionOf(derivedOperation('thing', sdl), sdl).selected)).toEqual([{ body: ['n'] }]);
  });

  it('reads a field of a security through the security, whose ticker comes first', () => {
    const sdl = sdlOf(
      'type Query { security(ticker: String!): Security } type Security @join__type(graph: "A", key: "ticker") { gapStats(years: Int! = 3): Gaps } type Gaps { count: Int }',
    );
    const [head] = derivedOperation('gap-stats', sdl).split('\n');
    expect(head).toBe(
      'query GapStats($ticker: String!, $years: Int) { security(ticker: $ticker) { body: gapStats(years: $years) { ...Gaps } } }',
    );
  });

  it('takes names from @wire, and leaves out fields and arguments that only the graph has', () => {
    const sdl = sdlOf(
      'type Query { thing(inUsd: Int @wire(value: "usd"), isFast: Boolean! = false @graphOnly): Thing } type Thing { count: Int @wire(value: "n") date: String @graphOnly down: Part @wire(value: "dn") } type Part { mean: Int @wire(value: "avg") }',
    );
    const source = derivedOperation('thing', sdl);
    expect(source.split('\n')[0]).toBe('query Thing($usd: Int) { body: thing(inUsd: $usd) { ...Thing } }');
    expect(keysOf(selectionOf(source, sdl).selected)).toEqual([{ body: ['n', { dn: ['avg'] }] }]);
  });

  it('selects the entries of a connection alone', () => {
    const sdl = sdlOf(
      'type Query { thing: Thing } type Thing { parts(first: Int = 5): PartConnection! } type PartConnection { nodes: [Part!]! totalCount: Int } type Part { dayCount: Int }',
    );
    expect(keysOf(selectionOf(derivedOperation('thing', sdl), sdl).selected)).toEqual([
      { body: [{ parts: [{ nodes: ['day_count'] }] }] },
    ]);
  });

  it('is refused without a field of its name, with both remedies', () => {
    expect(() => derivedOperation('no-such', SDL)).toThrow(
      'rest-compat/operations/no-such.graphql is missing, and no object field noSuch of Query, Security or PrivateCompany replaces it',
    );
  });
});

it('no file of operations/ selects what the derived operation selects', () => {
  const names = readdirSync(path.join(import.meta.dirname, 'operations')).flatMap((file) =>
    file.endsWith('.graphql') ? [path.parse(file).name] : [],
  );
  const pathsOf = (selected: readonly Selected[], at = ''): readonly string[] =>
    selected.flatMap(({ key, field, children }) => [`${at}${key}:${field.name}`, ...pathsOf(children, `${at}${key}.`)]);
  const isDerivable = (name: string): boolean => {
    try {
      return derivedOperation(name, SDL) !== '';
    } catch {
      return false;
    }
  };
  const spare = names.filter(isDerivable).filter((name) => {
    const [written, derived] = [storedOperation(name) ?? '', derivedOperation(name, SDL)].map((source) =>
      pathsOf(selectionOf(source).selected).join('\n'),
    );
    return written === derived;
  });
  expect(names.filter(isDerivable)).toContain('signal');
  expect(names.length).toBeGreaterThan(3);
  expect(spare).toEqual([]);
});
