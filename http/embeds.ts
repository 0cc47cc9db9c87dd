import type { Express } from 'express';
import { z } from 'zod';
import { ApiError } from '../access/errors.js';
import type { Authenticator } from '../access/authenticate.js';
import { PUBLISHABLE_PREFIX } from '../access/secrets.js';
import { BUNDLE, LATE, bundleFiles, bundlePage, readManifest } from './bundle.js';
import { ReusableBody } from './compression.js';
import type { HttpContext } from './context.js';
import { Exchange } from './exchange.js';
import { embedPageHeaders } from './headers.js';
import type { HttpOptions } from './options.js';
import { mountFiles } from './page-files.js';

const EMBED = '/embed';
const ASSETS = `${EMBED}/assets`;
const WITHOUT_SCRIPTS = 'These data need JavaScript.';
/** Painted before the scripts have run, so that a reader sees at once that something will be here. */
const MEANWHILE = `<main class="meanwhile" aria-busy="true"><h1 class="sr-only">Marketgraph</h1><p class="note">Loading…</p>
${LATE}</main>`;
const ANYWHERE = '*';

/** `preload` are the scripts of each kind of embed. */
const MANIFEST = BUNDLE.extend({ preload: z.record(z.string(), z.array(z.string())) });

export interface EmbedOptions {
  /** The folder that the build writes. */
  readonly folder: string;
  /** Origins whose pages may show embeds with any key, beside the key's own; `*` for all. */
  readonly origins: readonly string[];
  readonly keys: Pick<Authenticator, 'originsOf'>;
}

/**
 * Which pages may show an embed: those of its key's origins, of this server, and of the configuration. Without a key
 * that is bound to origins, any page: the frame then has a demo account's data, which any page may read, or only says
 * what is wrong with the key, which whoever wrote the page must see.
 */
async function ancestorsOf(url: string, { origins, keys }: EmbedOptions): Promise<readonly string[]> {
  // Read as the page reads its own address: of a repeated parameter the first one, however many parameters there are.
  // Blanks around it, which a header would lose, are no part of it.
  const key = (new URL(url, 'http://localhost').searchParams.get('key') ?? '').trim();
  if (!key.startsWith(PUBLISHABLE_PREFIX) || origins.includes(ANYWHERE)) return [ANYWHERE];
  try {
    return ["'self'", ...new Set([...(await keys.originsOf(key)), ...origins])];
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return [ANYWHERE];
    throw error;
  }
}

/** Pages for the frames of other sites: `/embed/<kind>/<subject>`, and their files. */
export function mountEmbeds<C extends HttpContext>(app: Express, options: HttpOptions<C>, embeds: EmbedOptions): void {
  const manifest = readManifest(embeds.folder, MANIFEST);
  const files = bundleFiles(embeds.folder, ASSETS, manifest);
  const pageOf = (preload: readonly string[]): ReusableBody =>
    new ReusableBody(bundlePage(ASSETS, manifest, preload, '', WITHOUT_SCRIPTS, MEANWHILE));
  const pages = new Map(Object.entries(manifest.preload).map(([kind, preload]) => [kind, pageOf(preload)]));
  const unknown = pageOf([]);
  mountFiles(app, options, ASSETS, () => files);
  app.get(`${EMBED}/:kind/:subject`, (request, response) => {
    new Exchange(options, request, response).runOfKind('files', async (exchange) => {
      const page = pages.get(request.params.kind);
      exchange.send({
        status: page === undefined ? 404 : 200,
        body: page ?? unknown,
        contentType: 'text/html; charset=utf-8',
        // The policy follows the key, which can change its origins.
        cacheControl: 'no-store',
        fixed: embedPageHeaders(await ancestorsOf(request.originalUrl, embeds)),
      });
    });
  });
}
