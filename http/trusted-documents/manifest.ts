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
  if (typeof document !== 'string') return `The value of "${hash}" must be a document's text.`;
  const actual = documentHash(document);
  return hash === actual ? undefined : `"${hash}" is not the SHA-256 of its document, which is ${actual}.`;
}

/**
 * Reads a manifest: a JSON object from SHA-256 to document. Throws an Error that lists all invalid entries, because a
 * wrong hash would admit an unapproved document.
 */
export function readManifest(text: string): TrustedDocuments {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new Error('The manifest is not valid JSON.', { cause: error });
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new Error('The manifest must be one JSON object from SHA-256 to document.');
  }
  const entries = Object.entries(content);
  const problems = entries.flatMap(([hash, document]) => entryProblem(hash, document) ?? []);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return new Map(entries);
}

/** The manifest of documents, sorted by hash, so that the order of documents does not matter. */
export function printManifest(documents: Iterable<string>): string {
  const entries = [...documents]
    .map((document) => [documentHash(document), document] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}
