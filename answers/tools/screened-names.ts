/** The most names that a tool reads one by one: a page of the graph's list. */
export const MOST_NAMES = 100;
