import { z } from 'zod';
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

/** Names that a list is of: of a sector, or of one of several, or all. */
interface ListedGroup {
  readonly sector: string | null;
  readonly sectors: readonly string[] | null;
  readonly kind: 'EQUITY' | 'ETF';
}

const SECTOR = z.string().max(80);

/** What a tool that reads a list takes of the names. */
export const groupInput = {
  sector: SECTOR.nullable().default(null),
  sectors: z.array(SECTOR).min(1).max(20).nullable().default(null).describe('Of any of these.'),
  industry: z.string().max(80).nullable().default(null),
  kind: z.enum(['EQUITY', 'ETF']),
};

/** The condition of the graph's list for a group. */
export const groupFilter = ({ sector, sectors, kind }: ListedGroup): object => ({
  kind,
  ...(sector === null ? {} : { sector }),
  ...(sectors === null ? {} : { sectors }),
});

/** "Energy and Utilities", "all": what the title of a list's source says of the names. */
export const groupTitle = ({ sector, sectors, industry }: ListedGroup & { readonly industry: string | null }): string =>
  industry ?? sector ?? sectors?.join(' and ') ?? 'all';
