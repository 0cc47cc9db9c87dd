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
import { makeWidget, viewPath, widgetId, type MadeWidget } from './widgets.js';

const ALLOW = ['Allow', 'GET, HEAD, OPTIONS'];

type Work<C extends HttpContext> = (exchange: Exchange<C>, request: Request, response: Response) => Eventually<void>;

/** Whether there is anything at the path of a request. */
type Knows = (request: Request) => boolean;

/** A path that is only read. `work` runs the checks of its own. */
function mountRead<C extends HttpContext>(
  app: Express,
  options: OpenbbOptions<C>,
  path: string,
  work: Work<C>,
  knows: Knows = () => true,
): void {
  app.all(path, (request, response, next) => {
    if (!knows(request)) return next();
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
  content: () => object,
): void {
  let made: { readonly body: ReusableBody; readonly tag: string } | undefined;
  const make = (): { readonly body: ReusableBody; readonly tag: string } => {
    const bytes = Buffer.from(JSON.stringify(content()));
    return { body: new ReusableBody(bytes), tag: entityTag(bytes) };
  };
  mountRead(app, options, path, (exchange) =>
    exchange.runOfKind('files', () => {
      const { body, tag } = (made ??= make());
      return sendTagged(exchange, body, tag, 'public, no-cache');
    }),
  );
}

/** The widgets, what answers them, and a digest of their description. */
interface Widgets {
  readonly all: readonly MadeWidget[];
  readonly described: Readonly<Record<string, MadeWidget['widget']>>;
  readonly views: ReadonlyMap<string, MadeWidget>;
  readonly revision: string;
}

function describeWidgets(all: readonly MadeWidget[]): Widgets {
  const described = Object.fromEntries(all.map(({ id, widget }) => [id, widget]));
  return {
    all,
    described,
    views: new Map(all.filter(({ isView }) => isView).map((each) => [each.id, each])),
    revision: hash('sha1', JSON.stringify(described), 'base64url').slice(0, 8),
  };
}

/**
 * This server as a data source of OpenBB Workspace: `/widgets.json`, `/apps.json`, and below `/openbb` what the format
 * needs in another form than REST has. Data come from REST in this process, in the name of the client that asks. The
 * widgets are derived from their endpoints step by step, or at the first request that needs them.
 */
export function mountOpenbb<C extends HttpContext>(
  app: Express,
  endpoints: Endpoints,
  options: OpenbbOptions<C>,
): void {
  let made: Widgets | undefined;
  const makers = WIDGETS.map((row) => {
    let widget: MadeWidget | undefined;
    return (): MadeWidget => (widget ??= makeWidget(row, endpoints));
  });
  const widgets = (): Widgets => (made ??= describeWidgets(makers.map((make) => make())));
  for (const step of [...makers, widgets]) options.later?.(() => void step());
  mountFile(app, options, '/widgets.json', () => widgets().described);
  mountFile(app, options, '/apps.json', () => makeApps(APPS, widgets().all));
  const mountView = (path: string, viewOf: () => RestView | undefined, knows?: Knows): void =>
    mountRead(
      app,
      options,
      path,
      (exchange, request, response) => {
        const view = viewOf();
        if (view === undefined) throw new Error(`${path} is not a view.`);
        return answerFromRest({ app, exchange, request, response, revision: widgets().revision }, view);
      },
      knows,
    );
  for (const row of WIDGETS) {
    const id = widgetId(row);
    mountView(
      `/${viewPath(id)}`,
      () => widgets().views.get(id),
      () => widgets().views.has(id),
    );
  }
  mountRead(app, options, TICKERS.path, tickerOptions(options));
  for (const { path, rest } of ALL_CHOICES) {
    if (rest === undefined) continue;
    const view = optionsOfList(rest);
    mountView(path, () => view);
  }
}
