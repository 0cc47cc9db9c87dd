import { describe, expect, it } from '@jest/globals';
import { documentHash, printManifest, readManifest } from './manifest.js';

const A = 'query A { a }';
const B = 'query B { b }';

describe('a manifest', () => {
  it('reads back as the documents it was printed from, by their SHA-256', () => {
    const documents = readManifest(printManifest([A, B]));
    expect([...documents.entries()].sort()).toEqual([[documentHash(A), A], [documentHash(B), B]].sort());
    expect(documentHash(A)).toBe('7d0eedabb966107835cf307a0ebaf93b5d2cb8c30228611ffe3d27a53c211a0c');
  });

  it('is the same file whatever the order of its documents', () => {
    expect(printManifest([A, B])).toBe(printManifest([B, A, B]));
  });

  it('is refused where a hash is not that of its document, naming each', () => {
    const wrong = { [documentHash(A)]: B, nonsense: A, [documentHash(B)]: 7 };
    expect(() => readManifest(JSON.stringify(wrong))).toThrow(new RegExp(`${documentHash(A)}[^]*nonsense[^]*must stand for`));
  });

  it.each(['{', '[]', '"text"', 'null'])('is refused where it is not a JSON object: %s', (text) => {
    expect(() => readManifest(text)).toThrow(/JSON/);
  });
});
