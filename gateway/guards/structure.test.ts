import { describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery, parse } from 'graphql';
import { structureOf } from './structure.js';

const measure = (source: string) => structureOf(parse(source));

describe('the structure of a document', () => {
  it('counts field levels, through fragments and type conditions', () => {
    expect(measure('{ a { b { c } } d }').depth).toBe(3);
    expect(measure('{ a { ... on A { b { ...F } } } } fragment F on B { c { d } }').depth).toBe(4);
  });

  it('exempts the levels of the standard introspection query, but not much deeper ones', () => {
    const { depth, isCyclic } = measure(getIntrospectionQuery());
    expect({ depth, isCyclic }).toEqual({ depth: 1, isCyclic: false });
    expect(
      measure(`{ __schema { types ${'{ ofType '.repeat(100)} { name } ${'}'.repeat(100)} } }`).depth,
    ).toBeGreaterThan(80);
  });

  it('counts aliases and directives anywhere in the document', () => {
    const source =
      'query ($a: Int @x) @y { a: b @skip(if: false) { c: d } ...F @include(if: true) } fragment F on Query { e: f @z }';
    expect(measure(source)).toMatchObject({ aliases: 3, directives: 5 });
  });

  it('counts root fields behind fragments', () => {
    expect(measure('{ a ...F ... on Query { d } } fragment F on Query { b c }').rootFields).toBe(4);
  });

  it('counts multiplying fragments without expanding them', () => {
    const levels = Array.from(
      { length: 60 },
      (_, index) => `fragment F${index} on Q { ...F${index + 1} ...F${index + 1} }`,
    );
    expect(measure(`{ ...F0 } ${levels.join(' ')} fragment F60 on Q { a }`).fields).toBeGreaterThan(2 ** 60);
  });

  it('measures unused fragments and other operations, since validation reads them', () => {
    expect(measure('{ a } fragment F on Q { a { b { c { d } } } }')).toMatchObject({ depth: 4, fields: 4 });
    expect(measure('query A { a } query B { a { b } c }')).toMatchObject({ depth: 2, fields: 4, rootFields: 2 });
  });

  it('reports fragments that spread themselves', () => {
    expect(measure('{ ...A } fragment A on Q { ...B } fragment B on Q { a ...A }').isCyclic).toBe(true);
    expect(measure('{ ...A ...B } fragment A on Q { ...B } fragment B on Q { a }').isCyclic).toBe(false);
  });
});
