import type { App, Group, Param, Placed } from './format.js';
import { GRID_COLUMNS } from './size.js';
import type { MadeWidget } from './widgets.js';

/** An app: tabs of widgets by their ids. Places and groups are derived from the widgets. */
export interface AppRow {
  readonly name: string;
  readonly description: string;
  readonly tabs: Readonly<Record<string, readonly string[]>>;
  readonly prompts: readonly string[];
}

export const APPS: readonly AppRow[] = [
  {
    name: 'Security',
    description: 'One security: its signal, price patterns, earnings, street grades and news.',
    tabs: {
      Overview: [
        'signal',
        'seasonality-months',
        'gap-stats-buckets',
        'dca-series',
        'street-grades-recent',
        'news-articles',
      ],
      Earnings: [
        'earnings-setup',
        'earnings-calendar-earnings-history',
        'corporate-events-upcoming',
        'corporate-events-recent',
        'promise-ledger-promises',
      ],
      Trading: ['day-signal', 'swing-signal', 'microstructure-volume-profile', 'microstructure-cvd'],
      Backtest: ['backtest', 'backtest-curve', 'backtest-library-strategies'],
    },
    prompts: ['What speaks for and against this security?', 'In which months has it risen most often?'],
  },
  {
    name: 'Market',
    description: 'Events of the market, what the signal has been worth, and a portfolio of yours.',
    tabs: {
      Market: ['catalysts-events', 'startup-news-articles', 'model-card', 'model-card-validation-calibration-bins'],
      Portfolio: [
        'portfolio',
        'portfolio-sector-concentration',
        'portfolio-overlay-holdings',
        'portfolio-overlay-action-items',
      ],
    },
    prompts: ['Which events of the next weeks matter for my holdings?', 'How well calibrated is the signal?'],
  },
  {
    name: 'Private markets',
    description:
      'Private companies: valuations, trades, stakes of listed holders, readiness for a listing, and investors.',
    tabs: {
      Board: [
        'private-companies-companies',
        'private-marks-marks',
        'secondary-tape-tape-events',
        'ipo-readiness-ranking-companies',
        'stake-map-holders-holders',
      ],
      Company: [
        'private-company',
        'stake-map-of-company-stakes',
        'ipo-readiness',
        'liquidity-of-company-marks',
        'readthrough-basket-constituents',
      ],
      Investors: ['investors-investors', 'investor-fit-investors'],
    },
    prompts: ['Which companies are nearest to a listing?', 'Who holds listed exposure to this company?'],
  },
];

/** A widget, and the lists of choices that a click on one of its cells chooses from. */
type Placeable = Pick<MadeWidget, 'id' | 'widget' | 'choosesFrom'>;
type Known = ReadonlyMap<string, Placeable>;

function known(id: string, widgets: Known): Placeable {
  const widget = widgets.get(id);
  if (widget === undefined)
    throw new Error(`An app of OpenBB Workspace names the widget ${id}, which is not in the table.`);
  return widget;
}

/** The parameter of choices that a widget has; one at most. */
function chosen({ widget }: Placeable): Param | undefined {
  return widget.params.find(({ type }) => type === 'endpoint');
}

/**
 * One group for each list of choices from which several widgets take their parameter. Those in which a click chooses
 * from the list belong to it too, without which Workspace ignores the click.
 */
function groupsOf(ids: readonly string[], widgets: Known): readonly Group[] {
  const members = ids.flatMap((id) => {
    const param = chosen(known(id, widgets));
    return param === undefined ? [] : [{ id, param }];
  });
  const lists = new Set(members.map(({ param }) => param.optionsEndpoint));
  return [...lists]
    .map((list) => ({ list, sharing: members.filter(({ param }) => param.optionsEndpoint === list) }))
    .filter(({ sharing }) => sharing.length > 1)
    .flatMap(({ list, sharing }, index) =>
      sharing.slice(0, 1).map(({ param }): Group => ({
        name: `Group ${index + 1}`,
        type: 'endpointParam',
        paramName: param.paramName,
        defaultValue: String(param.value),
        widgetIds: ids.filter((id) => sharing.some((each) => each.id === id) || isClicked(known(id, widgets), list)),
      })),
    );
}

function isClicked({ choosesFrom }: Placeable, list: Param['optionsEndpoint']): boolean {
  return list !== undefined && choosesFrom.includes(list);
}

/** Widgets side by side, in rows as high as their highest. */
function placed(ids: readonly string[], widgets: Known, groups: readonly Group[]): readonly Placed[] {
  let [x, y, height] = [0, 0, 0];
  return ids.map((id) => {
    const { w, h } = known(id, widgets).widget.gridData;
    if (x + w > GRID_COLUMNS) [x, y, height] = [0, y + height, 0];
    const names = groups.filter(({ widgetIds }) => widgetIds.includes(id)).map(({ name }) => name);
    const place: Placed = { i: id, x, y, w, h, ...(names.length === 0 ? {} : { groups: names }) };
    [x, height] = [x + w, Math.max(height, h)];
    return place;
  });
}

function tabId(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** `apps.json`. Throws, at start, for a widget that is not there. */
export function makeApps(rows: readonly AppRow[], made: readonly Placeable[]): readonly App[] {
  const widgets = new Map(made.map((each) => [each.id, each]));
  return rows.map(({ name, description, tabs, prompts }) => {
    const groups = groupsOf([...new Set(Object.values(tabs).flat())], widgets);
    return {
      name,
      description,
      img: '',
      img_dark: '',
      img_light: '',
      allowCustomization: true,
      tabs: Object.fromEntries(
        Object.entries(tabs).map(([tab, ids]) => [
          tabId(tab),
          { id: tabId(tab), name: tab, layout: placed(ids, widgets, groups) },
        ]),
      ),
      groups,
      prompts,
    };
  });
}
