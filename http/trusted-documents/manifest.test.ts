import { describe, expect, it } from '@jest/globals';
import { documentHash, printManifest, readManifest } from './manifest.js';

const A = 'query A { a }';
const B = 'query B { b }';

describe('a manifest', () => {
  it('contains the documents it was printed from, by SHA-256', () => {
    const documents = readManifest(printManifest([A, B]));
    expect([...documents.entries()].sort()).toEqual(
      [
        [documentHash(A), A],
        [documentHash(B), B],
      ].sort(),
    );
    expect(documentHash(A)).toBe('7d0eedabb966107835cf307a0ebaf93b5d2cb8c30228611ffe3d27a53c211a0c');
  });

  it('does not depend on the order of its documents', () => {
    expect(printManifest([A, B])).toBe(printManifest([B, A, B]));
  });

  it('is rejected with a list of all entries whose hash does not match', () => {
    const wrong = { [documentHash(A)]: B, nonsense: A, [documentHash(B)]: 7 };
    const all = new RegExp(`${documentHash(A)}[^]*nonsense[^]*must be a document`);
    expect(() => readManifest(JSON.stringify(wrong))).toThrow(all);
  });

  it.each(['{', '[]', '"text"', 'null'])('is rejected if it is not a JSON object: %s', (text) => {
    expect(() => readManifest(text)).toThrow(/JSON/);
  });
});
