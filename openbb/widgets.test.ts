import { describe, expect, it } from '@jest/globals';
import { CAPABILITIES, SDL } from '../rest-compat/fixtures/capabilities.js';
import { APPS, makeApps } from './apps.js';
import { APPS_JSON, WIDGETS_JSON } from './fixtures/published-format.js';
import type { Widget } from './format.js';
import { WIDGETS, WITHOUT_WIDGET } from './table.js';
import { makeWidgets } from './widgets.js';

const endpoints = { capabilities: CAPABILITIES, sdl: SDL };
const made = makeWidgets(WIDGETS, endpoints);
const widgets = Object.fromEntries(made.map(({ id, widget }) => [id, widget]));
const apps = makeApps(APPS, made);

function widgetOf(id: string): Widget {
  const found = widgets[id];
  if (found === undefined) throw new Error(`no widget ${id}`);
  return found;
}

describe('the table of widgets', () => {
  const shown = new Set(WIDGETS.map(({ operation }) => operation));
  const read = CAPABILITIES.filter(({ route }) => route.method === 'GET');

  it.each(read.map(({ route }) => [route.operation, route.path]))(
    'has a widget for %s (%s), or says why not',
    (operation) => {
      expect([shown.has(operation), WITHOUT_WIDGET[operation] !== undefined]).toEqual(
        shown.has(operation) ? [true, false] : [false, true],
      );
    },
  );

  it('gives each widget an id and a name of its own', () => {
    expect(new Set(made.map(({ id }) => id)).size).toBe(WIDGETS.length);
    const names = made.map(({ widget }) => widget.name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('refuses a list that the answer has not, and a chart of a column that the list has not', () => {
    expect(() => makeWidgets([{ operation: 'gap-stats', rows: 'sizes' }], endpoints)).toThrow(
      'sizes is no list of objects',
    );
    const chart = { type: 'line', columns: ['label', 'mean'] } as const;
    expect(() => makeWidgets([{ operation: 'seasonality', rows: 'months', chart }], endpoints)).toThrow(
      'no column mean',
    );
  });
});

describe('widgets.json', () => {
  it('has the published format', () => {
    expect(WIDGETS_JSON.safeParse(JSON.parse(JSON.stringify(widgets))).error?.issues).toBeUndefined();
  });

  it('reads the endpoints of REST themselves where their lists have flat rows', () => {
    expect(widgetOf('gap-stats-buckets')).toMatchObject({ endpoint: 'api/v1/gap-stats', data: { dataKey: 'buckets' } });
    expect(widgetOf('seasonality-months')).toMatchObject({ endpoint: 'openbb/seasonality-months' });
  });

  it('says the unit of each number, in its formatter or in the header of its column', () => {
    const columns = widgetOf('private-companies-companies').data?.table.columnsDefs;
    expect(columns?.find(({ field }) => field === 'current_valuation_usd')?.headerName).toBe(
      'Current valuation usd (USD)',
    );
    const buckets = widgetOf('gap-stats-buckets').data?.table.columnsDefs;
    expect(buckets?.map(({ field, formatterFn }) => [field, formatterFn])).toContainEqual([
      'fill_rate',
      'normalizedPercent',
    ]);
  });

  it('offers the values of enums, and says the bounds of numbers', () => {
    const [, strategy, years] = widgetOf('backtest').params;
    expect(strategy?.options?.map(({ value }) => value)).toContain('trend');
    expect(years).toMatchObject({ type: 'number', value: 10, description: expect.stringMatching(/ 1 to \d+\.$/) });
  });
});

describe('apps.json', () => {
  const tabs = apps.flatMap(({ name, tabs: all, groups }) =>
    Object.values(all).map((tab) => ({ app: name, groups, ...tab })),
  );

  it('has the published format', () => {
    expect(APPS_JSON.safeParse(JSON.parse(JSON.stringify(apps))).error?.issues).toBeUndefined();
  });

  it.each(tabs.map((tab) => [tab.app, tab.name, tab] as const))(
    '%s, %s: its widgets exist and none covers another',
    (_app, _name, { layout }) => {
      expect(layout.map(({ i }) => widgets[i] === undefined)).toEqual(layout.map(() => false));
      const cells = layout.flatMap(({ x, y, w, h }) =>
        Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
      );
      expect(new Set(cells).size).toBe(cells.length);
    },
  );

  it('puts widgets in one group whose parameter has one list of choices, in both places that name it', () => {
    for (const { groups, tabs: all } of apps) {
      const placed = Object.values(all).flatMap(({ layout }) => layout);
      for (const { name, paramName, widgetIds } of groups) {
        const lists = new Set(
          widgetIds.flatMap(
            (id) => widgetOf(id).params.find((param) => param.paramName === paramName)?.optionsEndpoint ?? [],
          ),
        );
        expect([...lists]).toEqual([expect.any(String)]);
        const clicked = widgetIds.filter((id) => !widgetOf(id).params.some((param) => param.paramName === paramName));
        for (const id of clicked)
          expect(made.find((each) => each.id === id)?.choosesFrom).toEqual(expect.arrayContaining([...lists]));
        expect(
          placed
            .filter((each) => each.groups?.includes(name))
            .map(({ i }) => i)
            .sort(),
        ).toEqual([...widgetIds].sort());
      }
    }
  });

  it('puts lists whose cells choose a company in the group of companies, and not those of firms', () => {
    const groups = apps.find(({ name }) => name === 'Private markets')?.groups ?? [];
    const companies = groups.find(({ widgetIds }) => widgetIds.includes('private-company'))?.widgetIds;
    expect(companies).toEqual(expect.arrayContaining(['private-companies-companies', 'private-marks-marks']));
    expect(companies).not.toContain('investors-investors');
  });

  it('refuses an app whose widget is not in the table', () => {
    expect(() => makeApps([{ name: 'A', description: '', tabs: { One: ['no-such'] }, prompts: [] }], made)).toThrow(
      'no-such',
    );
  });
});
