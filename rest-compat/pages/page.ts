/** A file or page that is served as it is. */
export interface Page {
  readonly path: string;
  readonly type: string;
  readonly content: string | Buffer;
  readonly cacheControl: string;
}

/** Assets are immutable because their URL contains a version. */
export const FOREVER = 'public, max-age=31536000, immutable';
export const REVALIDATED = 'no-cache';

export const HTML = 'text/html; charset=utf-8';
export const CSS = 'text/css; charset=utf-8';
export const SVG = 'image/svg+xml';
