import type { Pages } from './tool.js';

/** The most names that a tool reads one by one, the most traded first. */
export const MOST_NAMES = 1000;
const PAGE = 100;

/** A page of the graph's list of securities. */
interface ListedPage {
  readonly securities: {
    readonly totalCount: number;
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly unknown[];
  } | null;
}

/** The pages of a list of securities as one list. */
export const namePages = <Data extends ListedPage>(): Pages<Data> => ({
  most: MOST_NAMES / PAGE,
  next: ({ securities }) => (securities?.pageInfo.hasNextPage === true ? securities.pageInfo.endCursor : null),
  join: (before, page) =>
    before.securities === null || page.securities === null
      ? before
      : { ...page, securities: { ...page.securities, nodes: [...before.securities.nodes, ...page.securities.nodes] } },
});
