import { describe, expect, it } from '@jest/globals';
import { APPS_JSON, ARTICLE, OPTIONS, WIDGETS_JSON } from '../../openbb/fixtures/published-format.js';
import type { App, Param, Widget, Widgets } from '../../openbb/format.js';
import { makeWidgets } from '../../openbb/widgets.js';
import { WIDGETS } from '../../openbb/table.js';
import { withQuery, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { ENDPOINTS, SDL } from './endpoints.js';

const server = await serverForFile();
const WORKSPACE = 'https://pro.openbb.co';
/** Lists that are empty for a new account, and of signals that are recorded, which this market has none of. */
const MAY_BE_EMPTY = [
  'model-card-validation-calibration-bins',
  'agent-runs-runs',
  'community-posts-posts',
  'community-members-members',
  'community-events-events',
  'community-leaderboard-leaderboard',
  'community-arena-arena',
];

const capabilities = ENDPOINTS.map(({ capability }) => capability);
const MADE = makeWidgets(WIDGETS, { capabilities, sdl: SDL });

/** As Workspace asks: the parameters that have a value. */
function pathOf({ endpoint, params }: Widget, changes: Readonly<Record<string, Param['value']>> = {}): string {
  const values = { ...Object.fromEntries(params.map(({ paramName, value }) => [paramName, value])), ...changes };
  return withQuery(`/${endpoint}`, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)));
}

function rowsOf({ data }: Widget, answer: Answer): readonly Readonly<Record<string, unknown>>[] {
  const body: unknown = JSON.parse(answer.text);
  const rows = data?.dataKey === undefined ? body : (body as Readonly<Record<string, unknown>>)[data.dataKey];
  if (!Array.isArray(rows)) throw new Error(`no rows: ${answer.text}`);
  return rows as readonly Readonly<Record<string, unknown>>[];
}

/** What a cell of a type may have; null where there is no value, or nothing where REST leaves the field out. */
const CELLS: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value !== 'object',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  dateString: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
};

describe('the files', () => {
  it('have the published format, need no key, and may be read by pages of Workspace', async () => {
    const [widgets, apps] = await Promise.all(
      ['/widgets.json', '/apps.json'].map((path) => server.call(path, { headers: { Origin: WORKSPACE } })),
    );
    expect(WIDGETS_JSON.safeParse(JSON.parse(widgets?.text ?? '')).error?.issues).toBeUndefined();
    expect(APPS_JSON.safeParse(JSON.parse(apps?.text ?? '')).error?.issues).toBeUndefined();
    for (const answer of [widgets, apps])
      expect(answer?.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'content-type': 'application/json; charset=utf-8',
      });
    const known = JSON.parse(widgets?.text ?? '') as Widgets;
    const placed = (JSON.parse(apps?.text ?? '') as readonly App[]).flatMap(({ tabs }) =>
      Object.values(tabs).flatMap(({ layout }) => layout),
    );
    expect(placed.filter(({ i }) => known[i] === undefined)).toEqual([]);
  });

  it.each(['/widgets.json', '/apps.json', '/api/v1/signal', '/openbb/signal', '/openbb/options/tickers'])(
    '%s lets a page of Workspace send the header of the key',
    async (path) => {
      const answer = await server.call(path, {
        method: 'OPTIONS',
        headers: {
          Origin: WORKSPACE,
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'x-api-key',
        },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'x-api-key',
      });
    },
  );

  it.each(['/widgets.json', '/openbb/signal'])('%s is only read', async (path) => {
    const answer = await server.call(path, { method: 'POST', body: {} });
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe.each(MADE.map((made) => [made.id, made] as const))('%s', (id, { widget, capability }) => {
  it('answers its default parameters with rows of its columns, at the price of its endpoint', async () => {
    server.nextMinute();
    const key = await server.newKey(capability.tier);
    const answer = await server.call(pathOf(widget), { key: key.key, headers: { Origin: WORKSPACE } });
    expect([answer.status, answer.headers['access-control-allow-origin'], answer.headers['x-api-tier']]).toEqual([
      200,
      '*',
      capability.tier,
    ]);
    const rows = rowsOf(widget, answer);
    if (!MAY_BE_EMPTY.includes(id)) expect(rows.length).toBeGreaterThan(0);
    if (widget.type === 'newsfeed')
      expect(rows.flatMap((row) => ARTICLE.safeParse(row).error?.issues ?? [])).toEqual([]);
    const columns = widget.data?.table.columnsDefs ?? [];
    for (const row of rows) {
      const wrong = columns.filter(({ field, cellDataType }) => {
        const value = row[field];
        return value !== undefined && value !== null && CELLS[cellDataType]?.(value) !== true;
      });
      expect(wrong.map(({ field }) => [field, row[field]])).toEqual([]);
      if (columns.length > 0)
        expect(Object.keys(row).filter((name) => columns.every(({ field }) => field !== name))).toEqual([]);
    }
    const named = new Set(rows.flatMap((row) => Object.keys(row)));
    if (rows.length > 0 && widget.type === 'table' && widget.data?.dataKey === undefined)
      expect(columns.map(({ field }) => field).filter((field) => !named.has(field))).toEqual([]);
    expect(await server.used(key)).toBe(capability.isMetered ? 1 : 0);
  });
});

describe('a view', () => {
  const signal = '/openbb/signal?ticker=AAPL';
  const profile = '/openbb/private-company';

  it('has the numbers of REST', async () => {
    const { key } = await server.newKey('free');
    const [view, rest] = await Promise.all(
      [signal, '/api/v1/signal?ticker=AAPL'].map((path) => server.call(path, { key })),
    );
    const body = JSON.parse(rest?.text ?? '') as { composite_score: number; price: { current: number } };
    const rows = JSON.parse(view?.text ?? '') as readonly { figure: string; value: unknown; unit: string }[];
    expect(rows).toContainEqual(
      expect.objectContaining({ figure: 'Composite score', value: body.composite_score, unit: 'points of 100' }),
    );
    expect(rows).toContainEqual(
      expect.objectContaining({ figure: 'Price · current', value: body.price.current, unit: 'USD' }),
    );
  });

  it('refuses as its endpoint does: key, tier, then parameters; with the same body', async () => {
    const [free, pro] = [await server.newKey('free'), await server.newKey('pro')];
    const code = async (path: string, key?: string): Promise<unknown> => {
      const answer = await server.call(path, { key });
      return [answer.status, (JSON.parse(answer.text) as { error: string }).error];
    };
    expect(await code(profile)).toEqual([401, 'missing_key']);
    expect(await code(`${profile}?slug=`, free.key)).toEqual([403, 'tier_required']);
    expect(await code(`${profile}?slug=stripe`, free.key)).toEqual([403, 'tier_required']);
    expect(await code(`${profile}?slug=`, pro.key)).toEqual([400, 'missing_parameter']);
    expect(await code(`${profile}?slug=nobody`, pro.key)).toEqual([404, 'not_found']);
    expect(await code('/openbb/signal?ticker=AAPL&api_key=x')).toEqual([401, 'key_in_query_unsupported']);
    expect(await code('/openbb/backtest?ticker=AAPL&strategy=best', pro.key)).toEqual([400, 'invalid_parameter']);
  });

  it('answers a publishable key in pages of its origin, with what is the same for all accounts', async () => {
    const { accountId } = await server.newKey('pro');
    const { secret: key } = await server.runtime.access.keys.createPublishable(accountId, { origins: [WORKSPACE] });
    const code = async (path: string, origin: string): Promise<unknown> => {
      const answer = await server.call(path, { key, headers: { Origin: origin } });
      return answer.status === 200 ? 200 : (JSON.parse(answer.text) as { error: string }).error;
    };
    expect(await code(signal, WORKSPACE)).toBe(200);
    expect(await code('/openbb/options/tickers', WORKSPACE)).toBe(200);
    expect(await code('/openbb/usage', WORKSPACE)).toBe('publishable_key');
    expect(await code(signal, 'https://elsewhere.example')).toBe('origin_not_allowed');
  });

  it('counts towards the minute of the key once, and says when to ask again', async () => {
    server.nextMinute();
    const { key } = await server.newKey('free', { perMinute: 1 });
    const first = await server.call(signal, { key });
    expect([first.status, first.headers['x-ratelimit-limit'], first.headers['x-ratelimit-remaining']]).toEqual([
      200,
      '1',
      '0',
    ]);
    const second = await server.call(signal, { key });
    expect([second.status, second.headers['retry-after']]).toEqual([429, expect.any(String)]);
  });

  it('is free where nothing has changed since the answer that the client has', async () => {
    const key = await server.newKey('free');
    const first = await server.call(signal, { key: key.key });
    const again = await server.call(signal, {
      key: key.key,
      headers: { 'If-None-Match': String(first.headers['etag']) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(await server.used(key)).toBe(1);
    const rest = await server.call('/api/v1/signal?ticker=AAPL', { key: key.key });
    // The tag of REST's own body is that of other bytes.
    expect(
      (await server.call(signal, { key: key.key, headers: { 'If-None-Match': String(rest.headers['etag']) } })).status,
    ).toBe(200);
  });

  it('takes a parameter that the user has left blank as not sent', async () => {
    const { key } = await server.newKey('pro');
    const answer = await server.call('/openbb/catalysts-events?days=14&types=&ticker=', { key });
    expect(answer.status).toBe(200);
  });

  it('is 422 where REST says with 200 that there is no result', async () => {
    const { key } = await server.newKey('pro');
    const answer = await server.call('/openbb/portfolio?holdings=ZZZZ:1', { key });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      422,
      expect.objectContaining({ ok: false, status: 'no_signals' }),
    ]);
  });
});

describe('the choices of a parameter', () => {
  it.each([
    ['/openbb/options/tickers', 'free', 0, 'AAPL'],
    ['/openbb/options/companies', 'pro', 1, 'stripe'],
    ['/openbb/options/firms', 'pro', 2, 'temasek'],
  ] as const)('%s are all of this server, for what their pages cost', async (path, tier, units, value) => {
    const key = await server.newKey(tier);
    const answer = await server.call(path, { key: key.key });
    const options = OPTIONS.parse(JSON.parse(answer.text));
    expect(options.map((option) => option.value)).toContain(value);
    expect(new Set(options.map((option) => option.value)).size).toBe(options.length);
    expect(await server.used(key)).toBe(units);
    const list = path.endsWith('firms') ? '/api/v1/investors/list' : '/api/v1/private-companies/list';
    const { total } = JSON.parse((await server.call(`${list}?limit=1`, { key: key.key })).text) as {
      readonly total?: number;
    };
    if (units > 0) expect(options).toHaveLength(total ?? 0);
    expect((await server.call(path)).status).toBe(401);
  });
});
