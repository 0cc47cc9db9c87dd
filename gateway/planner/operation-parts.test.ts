import { describe, expect, it } from '@jest/globals';
import { parse, print, visit } from 'graphql';
import { splitOperation } from './operation-parts.js';

const printed = (source: string): readonly string[] =>
  splitOperation(parse(source)).fetched.map((document) => print(document).replace(/\s+/g, ' '));

describe('the documents of an operation', () => {
  it('hold what their root field uses, and nothing else', () => {
    const fragments = 'fragment A on P { ...B x(n: $n) } fragment B on P { y(m: $m) } fragment C on P { z(o: $o) }';
    expect(
      printed(`mutation ($n: Int, $m: Int, $o: Int, $u: Int) { one: p { ...A } two: p { ...C } } ${fragments}`),
    ).toEqual([
      'mutation ($n: Int, $m: Int) { one: p { ...A } } fragment A on P { ...B x(n: $n) } fragment B on P { y(m: $m) }',
      'mutation ($o: Int) { two: p { ...C } } fragment C on P { z(o: $o) }',
    ]);
  });

  it('have a field in each selection set', () => {
    const document = visit(parse('{ p { x } ...F } fragment F on Query { q { y } }'), {
      Field: ({ name }) => (['x', 'y'].includes(name.value) ? null : undefined),
    });
    expect(splitOperation(document).fetched.map((fetched) => print(fetched).replace(/\s+/g, ' '))).toEqual([
      '{ p { __typename } q { __typename } }',
    ]);
  });

  it('take work that grows with the operation, however many root fields share a large fragment', () => {
    const list = Array.from({ length: 5_000 }, () => '"A"').join(',');
    const fragment = `fragment F on P { x(list: [${list}]) }`;
    const document = parse(
      `mutation { ${Array.from({ length: 400 }, (_, index) => `a${index}: p { ...F }`).join(' ')} } ${fragment}`,
    );
    const { fetched } = splitOperation(document);
    expect(fetched).toHaveLength(400);
    // The same nodes, not copies of them: nothing is visited again for each root field.
    const [first, second] = [fetched[0]?.definitions[1], fetched[399]?.definitions[1]];
    expect(first).toBeDefined();
    expect(second).toBe(first);
  });
});
