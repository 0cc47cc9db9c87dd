import type { HttpContext } from '../http/context.js';
import type { Exchange } from '../http/exchange.js';
import type { HttpOptions } from '../http/options.js';
import type { RestGateway } from '../rest-compat/options.js';
import type { Choices } from './choices.js';
import type { Row } from './rows.js';
import type { RestView } from './view.js';

export interface OpenbbOptions<Context extends HttpContext> extends HttpOptions<Context> {
  readonly gateway: RestGateway<Context>;
}

/** Without signals, so that it costs no request of the month. */
const PAGE = `query OpenbbTickers($after: String) {
  securities(first: 100, after: $after, filter: { isStale: null }) {
    nodes { ticker name }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface Page {
  readonly securities: {
    readonly nodes: readonly { readonly ticker: string; readonly name: string | null }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

function choice(value: string, name: unknown): Row {
  return { label: typeof name === 'string' && name !== value ? `${value} · ${name}` : value, value };
}

/** All tickers of this server as the options of a parameter. */
export function tickerOptions<Context extends HttpContext>({
  gateway,
}: OpenbbOptions<Context>): (exchange: Exchange<Context>) => void {
  const prepared = gateway.prepare(PAGE);
  if ('errors' in prepared) throw new AggregateError(prepared.errors, 'The gateway rejects the list of tickers.');
  const answer = async (exchange: Exchange<Context>): Promise<void> => {
    const found: Row[] = [];
    let after: string | null | undefined;
    do {
      const { errors, data } = await gateway.execute(prepared, { after }, exchange.context);
      if (errors !== undefined && errors.length > 0) throw new AggregateError(errors, 'The list of tickers failed.');
      const { nodes, pageInfo } = (data as unknown as Page).securities;
      found.push(...nodes.map(({ ticker, name }) => choice(ticker, name)));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    exchange.send({ status: 200, body: JSON.stringify(found), cacheControl: 'private, max-age=300' });
  };
  return (exchange) => exchange.run(false, answer);
}

/** A list of REST, with all of its pages, as the options of a parameter. */
export function optionsOfList({ url, rows: key }: NonNullable<Choices['rest']>): RestView {
  return {
    request: () => ({ method: 'GET', url }),
    next(body) {
      const { next_cursor: cursor } = body as { readonly next_cursor?: string | null };
      return cursor === null || cursor === undefined
        ? null
        : { method: 'GET', url: `${url}&cursor=${encodeURIComponent(cursor)}` };
    },
    rows(body) {
      const list: unknown = (body as Readonly<Record<string, unknown>>)[key];
      return Array.isArray(list)
        ? (list as readonly { readonly slug: string; readonly name: string }[]).map(({ slug, name }) => ({
            label: name,
            value: slug,
          }))
        : [];
    },
  };
}
