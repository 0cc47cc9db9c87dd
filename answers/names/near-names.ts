import { editDistance } from '../../access/parameters/edit-distance.js';

/** Shorter names are never guessed; what is written may lack one of their letters. */
export const SHORTEST_NAME = 5;
/** From this length on, two letters may differ. */
const LONG = 8;
const MOST_REACH = 2;

export interface NearName {
  readonly name: string;
  readonly distance: number;
}

/** Names by their parts, so that those near a text are found without comparing it to all. */
export interface NearNames {
  /** Names within one error of a text, or two of a long one. */
  near(text: string): readonly NearName[];
}

/** Parts such that of a name with `reach` errors at least one is unchanged; a swap at a border changes two. */
function partsOf(length: number, reach: number): readonly (readonly [start: number, end: number])[] {
  const count = reach + 2;
  return Array.from(
    { length: count },
    (_, index) => [Math.floor((index * length) / count), Math.floor(((index + 1) * length) / count)] as const,
  );
}

export function createNearNames(names: Iterable<string>): NearNames {
  const byPart = new Map<string, string[]>();
  for (const name of names) {
    if (name.length < SHORTEST_NAME) continue;
    for (let reach = 1; reach <= MOST_REACH; reach += 1) {
      for (const [index, [start, end]] of partsOf(name.length, reach).entries()) {
        const key = `${reach} ${name.length} ${index} ${name.slice(start, end)}`;
        const known = byPart.get(key);
        if (known === undefined) byPart.set(key, [name]);
        else known.push(name);
      }
    }
  }
  return {
    near(text) {
      const reach = text.length >= LONG ? MOST_REACH : 1;
      const candidates = new Set<string>();
      for (let length = Math.max(SHORTEST_NAME, text.length - reach); length <= text.length + reach; length += 1) {
        for (const [index, [start, end]] of partsOf(length, reach).entries()) {
          for (let shift = -reach; shift <= reach; shift += 1) {
            if (start + shift < 0) continue;
            for (const name of byPart.get(`${reach} ${length} ${index} ${text.slice(start + shift, end + shift)}`) ??
              [])
              candidates.add(name);
          }
        }
      }
      return [...candidates].flatMap((name) => {
        const distance = editDistance(text, name);
        return distance > reach ? [] : [{ name, distance }];
      });
    },
  };
}
