/**
 * The parts of OpenBB Workspace's format that this server uses, as docs.openbb.co publishes it (`widgets.json` and
 * `apps.json` reference). The test has the whole format.
 */
export interface Column {
  readonly field: string;
  readonly headerName: string;
  readonly headerTooltip?: string;
  readonly cellDataType: 'text' | 'number' | 'boolean' | 'dateString';
  readonly chartDataType?: 'category' | 'series' | 'time' | 'excluded';
  readonly formatterFn?: 'int' | 'none' | 'percent' | 'normalizedPercent';
  readonly align?: 'left' | 'right';
  readonly pinned?: 'left';
  readonly renderFn?: 'cellOnClick';
  readonly renderFnParams?: { readonly actionType: 'groupBy'; readonly groupBy: { readonly paramName: string } };
}

export interface Choice {
  readonly label: string;
  readonly value: string;
}

export interface Param {
  readonly type: 'date' | 'text' | 'number' | 'boolean' | 'endpoint';
  readonly paramName: string;
  readonly value: string | number | boolean | null;
  readonly label: string;
  readonly description: string;
  readonly options?: readonly Choice[];
  readonly optionsEndpoint?: string;
  readonly multiSelect?: boolean;
  readonly style?: { readonly popupWidth: number };
}

export type ChartType = 'line' | 'area' | 'column';

export interface Table {
  readonly showAll: boolean;
  readonly enableCharts: boolean;
  readonly chartView?: {
    readonly enabled: boolean;
    readonly chartType: ChartType;
    readonly cellRangeCols: Readonly<Partial<Record<ChartType, readonly string[]>>>;
  };
  readonly columnsDefs: readonly Column[];
}

export interface Widget {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly type: 'table' | 'newsfeed';
  /** Path on this server, without its first slash. */
  readonly endpoint: string;
  readonly gridData: { readonly w: number; readonly h: number };
  readonly data?: { readonly dataKey?: string; readonly table: Table };
  readonly params: readonly Param[];
  readonly source: readonly string[];
  readonly refetchInterval: false;
}

/** `widgets.json`: widgets by id. */
export type Widgets = Readonly<Record<string, Widget>>;

export interface Placed {
  /** Id of the widget. */
  readonly i: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly groups?: readonly string[];
}

export interface Group {
  /** Other names than `Group 1`, `Group 2` … are ignored by Workspace. */
  readonly name: `Group ${number}`;
  readonly type: 'endpointParam';
  readonly paramName: string;
  readonly defaultValue: string;
  readonly widgetIds: readonly string[];
}

export interface App {
  readonly name: string;
  readonly description: string;
  readonly img: string;
  readonly img_dark: string;
  readonly img_light: string;
  readonly allowCustomization: boolean;
  readonly tabs: Readonly<
    Record<string, { readonly id: string; readonly name: string; readonly layout: readonly Placed[] }>
  >;
  readonly groups: readonly Group[];
  readonly prompts: readonly string[];
}
