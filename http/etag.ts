import { hash } from 'node:crypto';

/** `Cache-Control` of tagged responses: only the client may cache them, and it must revalidate each time. */
export const REVALIDATED = 'private, no-cache';

/** Strong entity tag of the bytes. */
export function entityTag(bytes: string | Buffer): string {
  return `"${hash('sha1', bytes, 'base64url')}"`;
}

/** Weak entity tag, of the part of a response that matters. */
export function weakTag(bytes: string): string {
  return `W/${entityTag(bytes)}`;
}

function opaque(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}

/**
 * Whether `If-None-Match` contains the tag: a list of strong or weak tags, or `*` (RFC 9110, 13.1.2: weak comparison).
 */
export function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((entry) => {
    const candidate = entry.trim();
    return candidate === '*' || opaque(candidate) === opaque(tag);
  });
}
