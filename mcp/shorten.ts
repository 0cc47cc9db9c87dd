/** How much of a value is shown. */
interface Limits {
  /** Of each list. */
  readonly entries: number;
  /** Of each text. */
  readonly characters: number;
  /** Levels of objects and lists. */
  readonly depth: number;
}

/** From everything to the keys alone. */
const STEPS: readonly Limits[] = [
  { entries: Infinity, characters: Infinity, depth: Infinity },
  { entries: 20, characters: 1_000, depth: Infinity },
  { entries: 10, characters: 500, depth: Infinity },
  { entries: 5, characters: 300, depth: Infinity },
  { entries: 3, characters: 200, depth: Infinity },
  { entries: 2, characters: 120, depth: Infinity },
  { entries: 1, characters: 120, depth: Infinity },
  { entries: 1, characters: 80, depth: 3 },
  { entries: 1, characters: 80, depth: 2 },
  { entries: 0, characters: 60, depth: 2 },
  { entries: 0, characters: 60, depth: 1 },
];

export interface Shortened {
  readonly value: unknown;
  /** What is not in `value`, such as `series: all but the first 3 of 181 entries`. */
  readonly leftOut: readonly string[];
}

const count = (number: number): string => number.toLocaleString('en-US');

/** Cuts `value`; writes what it leaves out to `leftOut`, once for all entries of a list. */
function cut(value: unknown, limits: Limits, path: string, depth: number, leftOut: Map<string, string>): unknown {
  if (typeof value === 'string') {
    if (value.length <= limits.characters) return value;
    leftOut.set(path, `${path}: texts after ${limits.characters} characters`);
    return `${value.slice(0, limits.characters)}…`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= limits.depth) {
    leftOut.set(path, `${path}: all`);
    return undefined;
  }
  if (Array.isArray(value)) {
    const kept = Math.min(limits.entries, value.length);
    if (kept < value.length) leftOut.set(path, `${path}: all but the first ${kept} of ${count(value.length)} entries`);
    return value.slice(0, kept).map((entry) => cut(entry, limits, `${path}[]`, depth + 1, leftOut) ?? null);
  }
  const inner = path === '' ? '' : `${path}.`;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]: [string, unknown]) => {
      const short = cut(entry, limits, `${inner}${key}`, depth + 1, leftOut);
      return short === undefined ? [] : [[key, short]];
    }),
  );
}

const MOST_NOTES = 8;

function notes(leftOut: ReadonlyMap<string, string>): readonly string[] {
  const all = [...leftOut.values()];
  return all.length <= MOST_NOTES ? all : [...all.slice(0, MOST_NOTES), `and ${all.length - MOST_NOTES} more`];
}

/** The most of `value` that `fits`: lists, texts and levels are cut until it does. */
export function shorten(value: unknown, fits: (short: Shortened) => boolean): Shortened {
  for (const limits of STEPS) {
    const leftOut = new Map<string, string>();
    const short = { value: cut(value, limits, '', 0, leftOut) ?? null, leftOut: notes(leftOut) };
    if (fits(short)) return short;
  }
  return { value: null, leftOut: ['all of it'] };
}
