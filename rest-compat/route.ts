import type { ErrorCode } from '../access/errors.js';
import type { Tier } from '../access/tiers.js';
import type { UrlForm } from './parameters/url-form.js';
import type { Shape } from './projection/shape.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * A valid request to an endpoint, used by OpenAPI, the recorded examples and the contract tests. Tier, units and source
 * repeat the contract independently of the SDL, so that a test finds a wrong gate.
 */
export interface Sample {
  /** Spelled as in the URL or body. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Lowest tier that may call the endpoint. */
  readonly tier: Tier;
  /** Units of the monthly quota that the request costs. */
  readonly units: 0 | 1;
  /** `X-Data-Source` on the simulated market. */
  readonly source: 'simulated' | 'curated' | 'curated, simulated' | 'none';
  /** Status of the response to a new account, if it differs from the row's. */
  readonly status?: 404;
  /** Code of that response, if it is not `not_found`. */
  readonly code?: ErrorCode;
  /** Set if the response in `examples/` is written by hand, because ids and times would differ in each recording. */
  readonly isExampleWritten?: true;
  /** Lists and top-level fields that are empty or null in the recorded response; all others have data. */
  readonly mayBeEmpty?: readonly string[];
}

/** A declared error that REST answers with status 200 and `"ok": false` (contract 7.2). */
export interface Failure {
  readonly code: 'insufficient_data' | 'no_signals';
  /** Parameters that the body repeats. */
  readonly repeats: readonly string[];
  /** Whether the body lists the tickers without a signal. */
  readonly unresolved?: true;
  /** Keys that may be null in a success. */
  readonly nullable?: readonly string[];
}

/** The fictional form of an endpoint. */
export interface Demo {
  /** Name of the operation: a field of the query type of the same type. */
  readonly operation: string;
  /** The fictional ticker, which the body has for the requested one, if the endpoint takes a ticker. */
  readonly ticker?: string;
  /** Description of the parameter `demo`. */
  readonly description: string;
}

/** The query parameter that selects between rows with the same method and path. */
export interface Selector {
  readonly parameter: string;
  /** The value that selects the row; without it, any value does. */
  readonly value?: string;
  /** Description of the parameter, if it is no argument of the row's operation. */
  readonly description?: string;
}

/** A true-or-false field of the body that selects between rows with the same method and path. */
export interface Flag {
  readonly field: string;
  /** A field that a request with the flag must not have, and what it is told then. */
  readonly without: { readonly field: string; readonly message: string };
}

/** One endpoint of the contract. Tier, parameters, quota and response schema follow from the operation and the SDL. */
export interface Route {
  readonly method: Method;
  /** Below `/api/v1`, as Express spells it (`/private-companies/:slug`). */
  readonly path: string;
  /**
   * Name of the operation: of its file in `operations/`, if any (`derived-operation.ts`), and of its recorded answer in
   * `examples/`.
   */
  readonly operation: string;
  /** Page in `docs/`, without its extension; the group's, or else the operation's name by default. */
  readonly page?: string;
  readonly summary: string;
  /** Further words that the search of capabilities finds it by. */
  readonly words?: string;
  /** Name of the operation in OpenAPI, if the method and the operation's name do not read well (`getGapStats`). */
  readonly operationId?: string;
  /** Tag of the group. */
  readonly tag: string;
  readonly sample: Sample;
  /** Errors that do not follow from parameters, tier or quota. */
  readonly errors?: readonly ErrorCode[];
  /** What answers `demo=1`, which needs no ticker, in place of the row's operation. */
  readonly demo?: Demo;
  /** Value of the body's `action` that selects this row; a row without it serves bodies without `action`. */
  readonly action?: string;
  /** Selects this row where the body has the field, and it is true; a row without it serves the other bodies. */
  readonly flag?: Flag;
  /** Selects this row by the query; a row without it serves requests that no other row of the path is selected by. */
  readonly selector?: Selector;
  /** Headers that are parameters, by the variable each is passed to. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Encoding of lists and objects in the query string. */
  readonly urlForm?: UrlForm;
  /** The declared error of the graph that REST answers with a body; successes then begin with `"ok": true`. */
  readonly failure?: Failure;
  /** Whether the body ends with `api_version`; set on the group. */
  readonly isVersioned?: boolean;
  /** Change to the body that aliases cannot express. */
  readonly shape?: Shape;
  /** The part of a GET's body that its ETag covers, which is then weak; the whole body by default. */
  readonly tagged?: (body: Readonly<Record<string, unknown>>) => unknown;
  /** Status of a success; 200 by default. */
  readonly status?: 201 | 202;
}

/** Endpoints that the contract describes together. */
export interface RouteGroup {
  /** Place among the groups in OpenAPI and the docs, in tens, so that another one has room. */
  readonly position: number;
  /** The group's name in OpenAPI. */
  readonly tag: string;
  readonly description: string;
  /** Page of the rows without their own. */
  readonly page?: string;
  /** Whether the bodies end with `api_version` (contract, section 1). */
  readonly isVersioned?: boolean;
  readonly routes: readonly GroupedRoute[];
}

/** A row of a group; the tag is set on the group. */
export type GroupedRoute = Omit<Route, 'tag' | 'isVersioned'>;

/** File in `docs/` of a row's page. */
export function pageOf({ page, operation }: Pick<Route, 'page' | 'operation'>): string {
  return `${page ?? operation}.md`;
}

/** The fields of the body that select a row. */
export function selectingFields({
  action,
  flag,
}: Pick<Route, 'action' | 'flag'>): Readonly<Record<string, string | true>> {
  return {
    ...(action === undefined ? {} : { action }),
    ...(flag === undefined ? {} : { [flag.field]: true as const }),
  };
}

/** What tells rows with the same method and path apart: a field of the body or the query parameter; empty for most. */
export function formOf({ action, flag, selector }: Pick<Route, 'action' | 'flag' | 'selector'>): string {
  if (selector === undefined) return action ?? flag?.field ?? '';
  return selector.value === undefined ? selector.parameter : `${selector.parameter}=${selector.value}`;
}

/** Every path of the contract begins with this. */
export const BASE_PATH = '/api/v1';
