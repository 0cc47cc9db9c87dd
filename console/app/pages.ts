import type { ComponentType } from 'preact';

/** A page: its address below /console, its name, and how it loads. */
export interface Page {
  readonly path: string;
  readonly name: string;
  /** Heading of its group in the navigation. */
  readonly group: string;
  /** Further words that the search finds it by. */
  readonly words: string;
  readonly load: () => Promise<ComponentType>;
}

/** Pages in the order of the navigation. */
export const PAGES: readonly Page[] = [
  { path: '', name: 'Today', group: 'Markets', words: 'board sectors movers regime overview market home', load: () => import('../pages/today.js').then(({ Today }) => Today) },
  { path: 'security', name: 'Security', group: 'Markets', words: 'ticker stock chart candles signal seasonality gaps dca earnings street news', load: () => import('../pages/security.js').then(({ Security }) => Security) },
];

export function pageAt(step: string | undefined): Page | undefined {
  return PAGES.find(({ path }) => path === (step ?? ''));
}
