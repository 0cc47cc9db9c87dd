import type { NameDirectory } from './directory.js';
import type { Entity } from './entity.js';
import { nameKey } from './name-key.js';
import { createNearNames, SHORTEST_NAME, type NearNames } from './near-names.js';

const INDEXES = new WeakMap<NameDirectory, NearNames>();

function indexOf(directory: NameDirectory): NearNames {
  const index = INDEXES.get(directory) ?? createNearNames(directory.byName.keys());
  INDEXES.set(directory, index);
  return index;
}

/**
 * The only stored name within one letter of a written one, or two of a long one, a listed one before others; null if
 * there is none, or several.
 */
export function nearestName(written: string, directory: NameDirectory): Entity | null {
  const wanted = nameKey(written);
  if (wanted.length < SHORTEST_NAME - 1) return null;
  const near = indexOf(directory).near(wanted);
  const least = Math.min(...near.map(({ distance }) => distance));
  const entities = near.flatMap(({ name, distance }) =>
    distance === least ? (directory.byName.get(name)?.slice(0, 1) ?? []) : [],
  );
  const listed = entities.filter(({ kind }) => kind === 'security');
  // Of names that are equally near, most questions mean the listed one.
  const [first, ...others] = listed.length > 0 ? listed : entities;
  return first !== undefined && others.every(({ id }) => id === first.id) ? first : null;
}

/** The only stored ticker of four letters or more in which two neighbours of a written one are swapped. */
export function swappedTicker(written: string, { byTicker }: NameDirectory): Entity | null {
  if (written.length < 4) return null;
  const letters = Array.from(written.toUpperCase());
  const found = letters.slice(1).flatMap((letter, index) => {
    const swapped = [...letters.slice(0, index), letter, letters[index], ...letters.slice(index + 2)].join('');
    return byTicker.get(swapped) ?? [];
  });
  const [first] = found;
  return first !== undefined && found.every(({ id }) => id === first.id) ? first : null;
}
