import type { Express, Request, Response } from 'express';
import { ApiError } from '../access/errors.js';
import { ReusableBody } from './compression.js';
import type { HttpContext } from './context.js';
import { entityTag, isUnchanged } from './etag.js';
import { Exchange } from './exchange.js';
import { PAGE_HEADERS, type HeaderList } from './headers.js';
import type { HttpOptions } from './options.js';

/** A page or one of its files; compressed once per encoding. */
export interface PageFile {
  readonly path: string;
  readonly type: string;
  readonly body: ReusableBody;
  readonly tag: string;
  readonly cacheControl: string;
  /** Overrides `PAGE_HEADERS`. */
  readonly fixed?: HeaderList;
}

const FOREVER = 'public, max-age=31536000, immutable';
const HTML = 'text/html; charset=utf-8';
export const SVG = 'image/svg+xml';

/** The project's own icon. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#14213d"/><path d="M5 23l7-8 5 4 10-12" fill="none" stroke="#fca311" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** A file whose name contains the hash of its content, so that browsers keep it for ever. */
export function pageFile(folder: string, name: string, type: string, content: string | Buffer): PageFile {
  const tag = entityTag(content);
  const dot = name.lastIndexOf('.');
  const path = `${folder}/${name.slice(0, dot)}.${tag.slice(1, 13)}${name.slice(dot)}`;
  return { path, type, body: new ReusableBody(content), tag, cacheControl: FOREVER };
}

/** A file that the build has named by the hash of its content. */
export function storedFile(path: string, type: string, body: ReusableBody): PageFile {
  return { path, type, body, tag: entityTag(body.bytes), cacheControl: FOREVER };
}

/** A file that browsers ask for again each time, because its name does not change with its content. */
export function plainFile(path: string, type: string, content: string | Buffer): PageFile {
  return { path, type, body: new ReusableBody(content), tag: entityTag(content), cacheControl: 'no-cache' };
}

export function htmlPage(path: string, html: string, fixed: HeaderList = PAGE_HEADERS): PageFile {
  return { path, type: HTML, body: new ReusableBody(html), tag: entityTag(html), cacheControl: 'no-cache', fixed };
}

function send<C extends HttpContext>(
  exchange: Exchange<C>,
  { type, body, tag, cacheControl, fixed = PAGE_HEADERS }: PageFile,
): void {
  const headers = ['ETag', tag, 'Vary', 'Accept, Accept-Encoding'];
  const isKnown = isUnchanged(exchange.request.headers['if-none-match'], tag);
  exchange.send({
    status: isKnown ? 304 : 200,
    body: isKnown ? '' : body,
    contentType: type,
    cacheControl,
    headers,
    fixed,
  });
}

/** Sends a page; it counts towards the limit of the address, as other requests without a key. */
export function sendPage<C extends HttpContext>(
  options: HttpOptions<C>,
  request: Request,
  response: Response,
  page: PageFile,
): void {
  new Exchange(options, request, response).run(true, (exchange) => send(exchange, page));
}

/** Sends a file, which counts towards a limit of its own. */
export function sendFile<C extends HttpContext>(
  options: HttpOptions<C>,
  request: Request,
  response: Response,
  file: PageFile,
): void {
  new Exchange(options, request, response).runOfKind('files', (exchange) => send(exchange, file));
}

/** Serves files of a folder, which may be made on first use. They count towards a limit of their own. */
export function mountFiles<C extends HttpContext>(
  app: Express,
  options: HttpOptions<C>,
  folder: string,
  files: () => readonly PageFile[],
): void {
  app.get(`${folder}/*file`, (request, response) => {
    new Exchange(options, request, response).runOfKind('files', (exchange) => {
      const file = files().find(({ path }) => path === request.path);
      if (file === undefined) throw new ApiError('unknown_endpoint');
      send(exchange, file);
    });
  });
}
