import type { ParsedUrlQuery } from 'node:querystring';
import { ApiError } from '../access/errors.js';
import type { LocalRequest } from '../http/local-request.js';
import type { Capability } from '../rest-compat/capability.js';
import { endpointRequest, missingInUrl } from '../rest-compat/endpoint-request.js';
import { endpointSchema } from '../rest-compat/openapi/endpoint-schema.js';
import { SchemaRegistry } from '../rest-compat/openapi/response-schema.js';
import type { Endpoints } from '../rest-compat/options.js';
import { BASE_PATH } from '../rest-compat/route.js';
import { choicesOf, type Choices } from './choices.js';
import { columnOf, FIGURES } from './columns.js';
import type { Column, Table, Widget } from './format.js';
import { canBeBlank, paramsOf } from './params.js';
import { AnswerSchema, fieldsOf, isFlat, type Field, type Part } from './part.js';
import { articlesOf, figuresOf, rowsOf } from './rows.js';
import { DATA_SOURCE, sizeOf } from './size.js';
import type { WidgetRow } from './table.js';
import type { RestView } from './view.js';

/** A widget with what answers it, if that is not the endpoint of REST itself. */
export interface MadeWidget extends RestView {
  readonly id: string;
  readonly capability: Capability;
  readonly widget: Widget;
  /** Whether Workspace asks a view of this module. */
  readonly isView: boolean;
  /** Paths of the lists of choices that a click on one of its cells chooses from. */
  readonly choosesFrom: readonly string[];
}

/** The path of a view of this module, without the slash at its beginning. */
export function viewPath(id: string): string {
  return `openbb/${id}`;
}

/** Unique by the operation and the part. */
export function widgetId({ operation, rows }: Pick<WidgetRow, 'operation' | 'rows'>): string {
  return rows === undefined ? operation : `${operation}-${rows.replaceAll(/[._]/g, '-')}`;
}

/** Where the endpoint of REST has rows that a table can show as they are, for all that a user can set. */
function isDirect({ rows, isNewsfeed }: WidgetRow, part: Part, capability: Capability): boolean {
  const { route, parameters } = capability;
  const isPlain = route.urlForm === undefined && route.failure === undefined && route.selector?.value === undefined;
  const isInPath = parameters.some(({ place }) => place === 'path');
  return rows !== undefined && isNewsfeed !== true && isPlain && !isInPath && isFlat(part) && !canBeBlank(capability);
}

/** The choices that a click on a column's cell is one of; not those of the widget's own parameter. */
function clickedChoices({ name, kind }: Field, { route, parameters }: Capability): Choices | undefined {
  return kind !== 'text' || parameters.some((each) => each.name === name) ? undefined : choicesOf(route, name);
}

function columnsOf({ rows, chart }: WidgetRow, part: Part, capability: Capability): readonly Column[] {
  if (rows === undefined) return FIGURES;
  return fieldsOf(part).map((field, index) => {
    const column = columnOf(field, index === 0, clickedChoices(field, capability));
    // A number would be drawn, not drawn against.
    return chart?.columns[0] === field.name && field.kind === 'number'
      ? { ...column, chartDataType: 'category' }
      : column;
  });
}

/** Throws if the chart has a column that the table lacks. */
function tableOf(row: WidgetRow, columnsDefs: readonly Column[]): Table {
  const { chart } = row;
  const plain = { showAll: true, enableCharts: row.rows !== undefined, columnsDefs };
  if (chart === undefined) return plain;
  const missing = chart.columns.find((name) => !columnsDefs.some(({ field }) => field === name));
  if (missing !== undefined) throw new Error(`The chart of ${widgetId(row)} has no column ${missing}.`);
  return {
    ...plain,
    chartView: { enabled: true, chartType: chart.type, cellRangeCols: { [chart.type]: chart.columns } },
  };
}

function priceOf({ tier, isMetered }: Capability): string {
  const from = tier === 'free' ? 'For every tier' : `From the tier ${tier.charAt(0).toUpperCase()}${tier.slice(1)}`;
  return `${from}; ${isMetered ? 'a load is one request of the month, and free if nothing has changed' : 'costs no request of the month'}.`;
}

/** Throws `missing_parameter`. A parameter that the user has left blank is not sent. */
function requestOf(capability: Capability, given: ParsedUrlQuery): LocalRequest {
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const missing = missingInUrl(capability, values);
  if (missing !== undefined) throw new ApiError('missing_parameter', `${missing} is required.`, { param: missing });
  return endpointRequest(capability, values);
}

function rowsBy({ rows, isNewsfeed }: WidgetRow, part: Part): RestView['rows'] {
  if (isNewsfeed === true) return (body) => articlesOf(body, part);
  return rows === undefined ? (body) => figuresOf(body, part) : (body) => rowsOf(body, part);
}

/** The widget of a row. Throws if the row does not fit its endpoint. */
export function makeWidget(row: WidgetRow, endpoints: Endpoints): MadeWidget {
  const id = widgetId(row);
  const capability = endpoints.capabilities.find(
    ({ route }) => route.operation === row.operation && route.method === 'GET',
  );
  if (capability === undefined) throw new Error(`No endpoint is read by the operation ${row.operation}.`);
  const { description, answer } = endpointSchema(
    capability,
    endpoints.capabilities,
    endpoints.sdl,
    new SchemaRegistry(true),
  );
  const part = new AnswerSchema(answer).partAt(row.rows ?? '');
  const isView = !isDirect(row, part, capability);
  const { route } = capability;
  return {
    id,
    capability,
    request: (given) => requestOf(capability, given),
    rows: rowsBy(row, part),
    isView,
    choosesFrom:
      row.rows === undefined || row.isNewsfeed === true
        ? []
        : fieldsOf(part).flatMap((field) => clickedChoices(field, capability)?.path ?? []),
    widget: {
      name: row.name ?? route.summary,
      description: `${description} ${priceOf(capability)}`,
      category: route.tag,
      type: row.isNewsfeed === true ? 'newsfeed' : 'table',
      endpoint: isView ? viewPath(id) : `${BASE_PATH.slice(1)}${route.path}`,
      gridData: sizeOf(row),
      ...(row.isNewsfeed === true
        ? {}
        : {
            data: {
              ...(isView || row.rows === undefined ? {} : { dataKey: row.rows }),
              table: tableOf(row, columnsOf(row, part, capability)),
            },
          }),
      params: paramsOf(capability, row.initial),
      source: [DATA_SOURCE],
      // Each load may cost a request of the month, so the user asks for it.
      refetchInterval: false,
    },
  };
}

/** The widgets of a table. Throws for a row that does not fit its endpoint. */
export function makeWidgets(rows: readonly WidgetRow[], endpoints: Endpoints): readonly MadeWidget[] {
  return rows.map((row) => makeWidget(row, endpoints));
}
