import { createHmac, hash } from 'node:crypto';

/** `Cache-Control` of tagged responses: only the client may cache them, and it must revalidate each time. */
export const REVALIDATED = 'private, no-cache';

/** Strong entity tag of the bytes. */
export function entityTag(bytes: string | Buffer): string {
  return `"${hash('sha1', bytes, 'base64url')}"`;
}

/**
 * Strong entity tag of the response to a request that costs something. It depends on a secret and on what was asked, so
 * that nobody who guesses a response can find its tag, or compare it with the tag of another.
 */
export function secretTag(key: string, asked: string, bytes: string): string {
  return `"${createHmac('sha256', key).update(`${asked.length} ${asked}`).update(bytes).digest('base64url').slice(0, 27)}"`;
}

/** The tag for responses of which a part differs each time. */
export function weak(tag: string): string {
  return `W/${tag}`;
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}

/**
 * Whether `If-None-Match` contains the tag: a list of strong or weak tags (RFC 9110, 13.1.2: weak comparison), or `*`,
 * which any response has.
 */
export function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((entry) => {
    const candidate = entry.trim();
    return opaque(candidate) === opaque(tag);
  });
}
