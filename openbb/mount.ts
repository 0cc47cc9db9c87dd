import { hash } from 'node:crypto';
import type { Express, Request, Response } from 'express';
import { ApiError } from '../access/errors.js';
import { ReusableBody } from '../http/compression.js';
import type { Eventually, HttpContext } from '../http/context.js';
import { entityTag } from '../http/etag.js';
import { Exchange } from '../http/exchange.js';
import { sendTagged } from '../rest-compat/handler.js';
import type { Endpoints } from '../rest-compat/options.js';
import { APPS, makeApps } from './apps.js';
import { ALL_CHOICES, TICKERS } from './choices.js';
import { optionsOfList, tickerOptions, type OpenbbOptions } from './options.js';
import { WIDGETS } from './table.js';
import { answerFromRest, type RestView } from './view.js';
import { makeWidgets } from './widgets.js';

const ALLOW = ['Allow', 'GET, HEAD, OPTIONS'];

type Work<C extends HttpContext> = (exchange: Exchange<C>, request: Request, response: Response) => Eventually<void>;

/** A path that is only read. `work` runs the checks of its own. */
function mountRead<C extends HttpContext>(app: Express, options: OpenbbOptions<C>, path: string, work: Work<C>): void {
  app.all(path, (request, response) => {
    const exchange = new Exchange(options, request, response);
    if (request.method === 'OPTIONS') return exchange.preflight(ALLOW);
    if (request.method === 'GET' || request.method === 'HEAD') return void work(exchange, request, response);
    const message = `${request.path} supports ${ALLOW[1]}, not ${request.method}.`;
    exchange.run(true, () => exchange.refuse(new ApiError('method_not_allowed', message), ALLOW));
  });
}

/** A file that needs no key, since it says what there is and not what it is. */
function mountFile<C extends HttpContext>(
  app: Express,
  options: OpenbbOptions<C>,
  path: string,
  content: object,
): void {
  const bytes = Buffer.from(JSON.stringify(content));
  const [body, tag] = [new ReusableBody(bytes), entityTag(bytes)];
  mountRead(app, options, path, (exchange) =>
    exchange.runOfKind('files', () => sendTagged(exchange, body, tag, 'public, no-cache')),
  );
}

/**
 * This server as a data source of OpenBB Workspace: `/widgets.json`, `/apps.json`, and below `/openbb` what the format needs
 * in another form than REST has. Data come from REST in this process, in the name of the client that asks.
 */
export function mountOpenbb<C extends HttpContext>(
  app: Express,
  endpoints: Endpoints,
  options: OpenbbOptions<C>,
): void {
  const made = makeWidgets(WIDGETS, endpoints);
  const widgets = Object.fromEntries(made.map(({ id, widget }) => [id, widget]));
  mountFile(app, options, '/widgets.json', widgets);
  mountFile(app, options, '/apps.json', makeApps(APPS, made));
  const revision = hash('sha1', JSON.stringify(widgets), 'base64url').slice(0, 8);
  const mountView = (path: string, view: RestView): void =>
    mountRead(app, options, path, (exchange, request, response) =>
      answerFromRest({ app, exchange, request, response, revision }, view),
    );
  for (const view of made.filter(({ isView }) => isView)) mountView(`/${view.widget.endpoint}`, view);
  mountRead(app, options, TICKERS.path, tickerOptions(options));
  for (const { path, rest } of ALL_CHOICES) if (rest !== undefined) mountView(path, optionsOfList(rest));
}
