interface Dated {
  /** A day, YYYY-MM-DD. */
  readonly date: string;
}

/** Events from today on, and what was disclosed before: trades in Congress are of the day that disclosed them. */
export function byToday<Event extends Dated>({
  today,
  events,
}: {
  readonly today: string;
  readonly events: readonly Event[];
}): { readonly coming: readonly Event[]; readonly disclosed: readonly Event[] } {
  return {
    coming: events.filter(({ date }) => date >= today),
    disclosed: events.filter(({ date }) => date < today),
  };
}
