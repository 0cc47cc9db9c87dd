import { useState } from 'preact/hooks';
import { counted } from '../app/format.js';

/** Where a reader is in a list that is read page by page. */
export interface Paging {
  /** Cursor of the page; null for the first. */
  readonly after: string | null;
  readonly isFirst: boolean;
  readonly next: (cursor: string | null) => void;
  readonly back: () => void;
}

/** Begins again when `list`, what is listed, changes. */
export function usePages(list: string): Paging {
  const [path, setPath] = useState<{ readonly list: string; readonly cursors: readonly string[] }>({
    list,
    cursors: [],
  });
  const cursors = path.list === list ? path.cursors : [];
  return {
    after: cursors.at(-1) ?? null,
    isFirst: cursors.length === 0,
    next: (cursor) => cursor !== null && setPath({ list, cursors: [...cursors, cursor] }),
    back: () => setPath({ list, cursors: cursors.slice(0, -1) }),
  };
}

export function Pages({
  pages,
  info,
  total,
  what,
  isBusy = false,
}: {
  readonly pages: Paging;
  readonly info: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly total: number;
  readonly what: string;
  /**
   * Whether the list is that of an earlier search: its cursors lead nowhere. The buttons stay, with the focus that they
   * may have.
   */
  readonly isBusy?: boolean;
}) {
  const next = (): void => {
    if (!isBusy) pages.next(info.endCursor);
  };
  return (
    <p class="inline">
      <span class="faint">{counted(total, what)}</span>
      <button
        type="button"
        class="button"
        disabled={pages.isFirst}
        onClick={pages.back}
        aria-label={`Previous ${what}`}
      >
        Previous
      </button>
      <button type="button" class="button" disabled={!info.hasNextPage} onClick={next} aria-label={`Next ${what}`}>
        Next
      </button>
    </p>
  );
}
