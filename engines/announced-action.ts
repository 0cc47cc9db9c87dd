/** An announced dividend of `amount` USD per share with ex-date `day`, or a split into `ratio` shares from `day` on. */
export interface AnnouncedAction {
  readonly ticker: string;
  readonly kind: 'dividend' | 'split';
  readonly day: number;
  readonly amount: number | null;
  readonly ratio: number | null;
  readonly payDay: number | null;
  readonly announcedDay: number | null;
  readonly note: string | null;
  readonly sourceUrl: string | null;
}
