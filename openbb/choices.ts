import type { Route } from '../rest-compat/route.js';

/** A list of choices that this server offers for a parameter, so that one choice can serve all widgets of an app. */
export interface Choices {
  readonly param: string;
  readonly path: string;
  /** Endpoint of the list, if it is one of REST's; the key is that of its rows. */
  readonly rest?: { readonly url: string; readonly rows: string };
}

export const TICKERS: Choices = { param: 'ticker', path: '/openbb/options/tickers' };
const COMPANIES: Choices = {
  param: 'slug',
  path: '/openbb/options/companies',
  rest: { url: '/api/v1/private-companies/list?limit=200', rows: 'companies' },
};
/** Named as REST's parameter, although a firm is no company: no app may have both in one group. */
const FIRMS: Choices = {
  param: 'slug',
  path: '/openbb/options/firms',
  rest: { url: '/api/v1/investors/list?limit=200', rows: 'investors' },
};

export const ALL_CHOICES: readonly Choices[] = [TICKERS, COMPANIES, FIRMS];

/** The choices for a parameter or column of an endpoint; undefined if it has none. */
export function choicesOf({ path }: Pick<Route, 'path'>, name: string): Choices | undefined {
  if (name === TICKERS.param) return TICKERS;
  if (name !== COMPANIES.param) return undefined;
  return path.startsWith('/investors/') ? FIRMS : COMPANIES;
}
