import { describe, expect, it, jest } from '@jest/globals';
import { createGuard } from '../../gateway/guards/guard.js';
import { federate } from '../../gateway/fixtures/federate.js';
import {
  createDocumentCache,
  type CachedDocument,
  type CachedOperation,
  type DocumentCacheOptions,
} from './document-cache.js';

const TYPE_DEFS = 'type Query { n(n: Int!): Int list: [Int!] }';
const TWO = 'query A { n(n: 1) } query B { n(n: 2) }';

function documentCache(options: Partial<DocumentCacheOptions<undefined>> = {}) {
  const { gateway } = federate<undefined>({
    a: { typeDefs: TYPE_DEFS, resolvers: { Query: { n: (_: unknown, { n }: { n: number }) => n, list: () => [1] } } },
  });
  const prepareLater = jest.fn(gateway.prepareLater);
  const documents = createDocumentCache<undefined>({ gateway: { prepareLater }, maxTokens: 1_000, ...options });
  return { documents, gateway, prepareLater };
}

function documentOf(read: ReturnType<ReturnType<typeof createDocumentCache>['read']>): CachedDocument {
  if (!('operation' in read)) throw new Error('The document was refused.');
  return read;
}

function operationOf(read: ReturnType<ReturnType<typeof createDocumentCache>['read']>, name?: string): CachedOperation {
  const operation = documentOf(read).operation(name);
  if (operation === undefined) throw new Error('The document has no such operation.');
  return operation;
}

describe('the document cache', () => {
  it('parses a text once, and prepares each of its operations once', () => {
    const { documents, prepareLater } = documentCache();
    const [a, b] = [operationOf(documents.read(TWO), 'A'), operationOf(documents.read(TWO), 'B')];
    expect(a).toBe(operationOf(documents.read(TWO), 'A'));
    expect(b).not.toBe(a);
    expect(a.prepare()).toBe(a.prepare());
    expect(b.prepare()).toMatchObject({ kind: 'query', name: 'B' });
    expect(prepareLater.mock.calls.map(([, name]) => name)).toEqual(['A', 'B']);
  });

  it('finds operations only by name, and never one that is not in the document', () => {
    const { documents } = documentCache();
    const document = documentOf(documents.read(TWO));
    expect([document.operation('C'), document.operation(undefined), document.operation('')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const alone = documentOf(documents.read('{ list }'));
    expect([alone.operation('A')?.node, alone.operation(undefined)?.node.operation]).toEqual([undefined, 'query']);
    expect(document.names).toEqual(['A', 'B']);
  });

  it('never confuses names with texts, however they are split', () => {
    const { documents } = documentCache();
    const inner = '{ list }';
    for (const name of ['\n{ list', '\n', ' ', '{ list }\n', 'A\n{ list }']) {
      expect(documentOf(documents.read(inner)).operation(name)).toBeUndefined();
      expect(documents.read(name)).not.toBe(documents.read(inner));
    }
    expect(operationOf(documents.read(inner)).prepare()).toMatchObject({ kind: 'query' });
  });

  it('caches rejections, so that a broken client costs one validation', () => {
    const { documents, prepareLater } = documentCache();
    expect(operationOf(documents.read('{ nothing }')).prepare()).toHaveProperty('errors');
    expect(operationOf(documents.read('{ nothing }')).prepare()).toHaveProperty('errors');
    expect(prepareLater).toHaveBeenCalledTimes(1);
    expect(documents.read('{')).toBe(documents.read('{'));
    expect(documents.read('{')).toHaveProperty('syntaxError.message', 'Syntax Error: Expected Name, found <EOF>.');
  });

  it('retries after a transient failure', async () => {
    const errors = [] as const;
    const prepareLater = jest.fn(async () => ({ errors, isTransient: true }));
    const { documents } = documentCache({ gateway: { prepareLater } });
    const operation = operationOf(documents.read('{ list }'));
    const first = operation.prepare();
    expect(operation.prepare()).toBe(first);
    await first;
    await operation.prepare();
    expect(prepareLater).toHaveBeenCalledTimes(2);
  });

  it('rejects documents with too many tokens or too deep nesting', () => {
    const { documents } = documentCache({ maxTokens: 50 });
    expect(documents.read(`{ ${'list '.repeat(60)} }`)).toEqual({ reason: 'tokens' });
    const deep = documentCache({ maxTokens: 1_000_000 }).documents;
    expect(deep.read(`${'{ a '.repeat(100_000)}${'}'.repeat(100_000)}`)).toEqual({ reason: 'depth' });
  });

  it('measures an operation before it is validated', () => {
    const guard = createGuard({ supergraphSdl: TYPE_DEFS });
    const { documents, prepareLater } = documentCache({ guard });
    expect(operationOf(documents.read('{ list a: nothing }')).measured).toMatchObject({
      structure: { aliases: 1, rootFields: 2 },
    });
    expect(prepareLater).not.toHaveBeenCalled();
  });

  it('stays below its size limit, including prepared operations', () => {
    const { documents } = documentCache({ maxBytes: 200_000 });
    const first = documents.read('{ first: list }');
    for (let index = 0; index < 20; index += 1) void operationOf(documents.read(`{ x${index}: list }`)).prepare();
    expect(documents.size.bytes).toBeLessThanOrEqual(200_000);
    expect(documents.size.documents).toBeLessThan(10);
    expect(documents.read('{ first: list }')).not.toBe(first);
    const last = documents.read('{ x19: list }');
    expect(documents.read('{ x19: list }')).toBe(last);
  });

  it('weighs dense documents by their tokens, and operations with conditions by the variants that fit', () => {
    const { documents } = documentCache({ maxTokens: 20_000 });
    const bytesOf = (text: string): number => {
      const before = documents.size.bytes;
      documentOf(documents.read(text));
      return documents.size.bytes - before;
    };
    const dense = `{n(n:1)${'a:n(n:1)'.repeat(1_000)}}`;
    expect(bytesOf(dense)).toBeGreaterThan(8_000 * 250);
    // 10 conditions have 1,024 combinations, of which an operation of 500 fields keeps two.
    const variables = Array.from({ length: 10 }, (_, i) => `$c${i}: Boolean!`).join(' ');
    const fields = Array.from({ length: 500 }, (_, i) => `f${i}: list @include(if: $c${i % 10})`).join(' ');
    const plain = operationOf(documents.read(`{ ${fields.replace(/ @include\(if: \$c\d\)/g, '')} }`)).prepare();
    const conditional = operationOf(documents.read(`query (${variables}) { ${fields} }`)).prepare();
    const [alone, many] = [plain, conditional].map((prepared) => ('bytes' in prepared ? prepared.bytes : Number.NaN));
    expect((many ?? Number.NaN) / (alone ?? Number.NaN)).toBeCloseTo(1.5, 1);
  });
});
