import { createHash } from 'node:crypto';

/** Trusted documents by the SHA-256 of their text, in lower-case hex. */
export type TrustedDocuments = ReadonlyMap<string, string>;

const HASH = /^[0-9a-f]{64}$/;

export function documentHash(document: string): string {
  return createHash('sha256').update(document).digest('hex');
}

/** Whether `hash` is a SHA-256 in lower-case hex. */
export function isDocumentHash(hash: string): boolean {
  return HASH.test(hash);
}

function entryProblem(hash: string, document: unknown): string | undefined {
  if (typeof document !== 'string') return `"${hash}" must stand for a document's text.`;
  const actual = documentHash(document);
  return hash === actual ? undefined : `"${hash}" is not the SHA-256 of its document, which is ${actual}.`;
}

/**
 * Reads a manifest: a JSON object from SHA-256 to document. Throws an Error that names every entry that is wrong,
 * since a wrong hash would let a document in that nobody approved.
 */
export function readManifest(text: string): TrustedDocuments {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Error('It is not valid JSON.', { cause: error });
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) throw new Error('It must be one JSON object from SHA-256 to document.');
  const entries = Object.entries(content);
  const problems = entries.flatMap(([hash, document]) => entryProblem(hash, document) ?? []);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return new Map(entries);
}

/** The manifest of documents, sorted by hash so that the same documents make the same file. */
export function printManifest(documents: Iterable<string>): string {
  const entries = [...documents].map((document) => [documentHash(document), document] as const).sort(([left], [right]) => (left < right ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}
