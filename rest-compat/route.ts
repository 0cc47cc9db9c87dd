import type { ErrorCode } from '../access/errors.js';
import type { Tier } from '../access/tiers.js';
import type { UrlForm } from './parameters/url-form.js';
import type { Shape } from './projection/shape.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * One request that an endpoint answers well, from which OpenAPI, the recorded examples and the tests of the contract
 * are made, with what the contract promises about its answer. That is repeated here independently of the SDL, so that
 * a test finds a wrong gate.
 */
export interface Sample {
  /** As the row's URL or body spells them. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Lowest tier that may call the endpoint. */
  readonly tier: Tier;
  /** Units of the month that the request costs. */
  readonly units: 0 | 1;
  /** What `X-Data-Source` says over the simulated market. */
  readonly source: 'simulated' | 'none';
  /** Status of the answer to a new account, where it is not the row's. */
  readonly status?: 404;
  /** Whether `examples/` has an answer written by hand, because ids and times differ whenever it is recorded. */
  readonly isExampleWritten?: true;
}

/** One endpoint of the contract. Tier, parameters, quota and response schema are not here: they follow from the operation and the SDL. */
export interface Route {
  readonly method: Method;
  /** Below `/api/v1`, as Express spells it (`/private-companies/:slug`). */
  readonly path: string;
  /** File of `operations/`, without its ending. */
  readonly operation: string;
  /** A few words, for lists. */
  readonly summary: string;
  /** The group's. */
  readonly tag: string;
  /** A request that the endpoint answers well. */
  readonly sample: Sample;
  /** Declared errors that neither parameters, tier nor quota imply. */
  readonly errors?: readonly ErrorCode[];
  /** What the body's `action` is for this row, where rows share a method and path; the row without one takes bodies without it. */
  readonly action?: string;
  /** How the query string spells what the operation takes as lists and objects; a body needs none. */
  readonly urlForm?: UrlForm;
  /** Where aliases alone cannot spell the body. */
  readonly shape?: Shape;
  /** Status of a success; 200 unless it says so. */
  readonly status?: 201 | 202;
}

/** Endpoints that the contract describes together. */
export interface RouteGroup {
  /** The group's name in OpenAPI. */
  readonly tag: string;
  readonly description: string;
  readonly routes: readonly GroupedRoute[];
}

/** A row of a group, which has the tag for all of them. */
export type GroupedRoute = Omit<Route, 'tag'>;

/** Every path of the contract begins with this. */
export const BASE_PATH = '/api/v1';
