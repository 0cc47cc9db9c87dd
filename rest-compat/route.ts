import type { ErrorCode } from '../access/errors.js';
import type { UrlForm } from './parameters/url-form.js';
import type { Shape } from './projection/shape.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One endpoint of the contract. Tier, parameters, quota and response schema are not here: they follow from the operation and the SDL. */
export interface Route {
  readonly method: Method;
  /** Below `/api/v1`, as Express spells it (`/private-companies/:slug`). */
  readonly path: string;
  /** File of `operations/`, without its ending. */
  readonly operation: string;
  /** A few words, for lists. */
  readonly summary: string;
  /** The contract's group. */
  readonly tag: Tag;
  /** Declared errors that neither parameters, tier nor quota imply. */
  readonly errors?: readonly ErrorCode[];
  /** What the body's `action` is for this row, where rows share a method and path; the row without one takes bodies without it. */
  readonly action?: string;
  /** How the query string spells what the operation takes as lists and objects; a body needs none. */
  readonly urlForm?: UrlForm;
  /** A body that the endpoint takes, where its parameters' own examples do not make one. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Where aliases alone cannot spell the body. */
  readonly shape?: Shape;
  /** Status of a success; 200 unless it says so. */
  readonly status?: 201 | 202;
}

/** Groups of endpoints, in the order in which they are shown. */
export const TAGS = {
  Signals: 'The composite multi-factor signal.',
  Research: 'Statistics and backtests over the daily history.',
  Portfolio: 'Roll-up, overlay and simulation of a portfolio.',
  Webhooks: 'Signed events, posted to endpoints of the account.',
  Account: 'What the key may do and has done.',
  Discovery: 'This description itself.',
} as const;

export type Tag = keyof typeof TAGS;

/** Every path of the contract begins with this. */
export const BASE_PATH = '/api/v1';
