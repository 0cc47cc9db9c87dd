import { editDistance } from '../../access/parameters/edit-distance.js';
import { nameKey, type Entity, type NameDirectory } from './directory.js';

/** Shorter names are never guessed; what is written may lack one of their letters. */
const SHORTEST = 5;
/** From this length on, two letters may differ. */
const LONG = 8;

/** The only stored name within one letter of a written one, or two of a long one; null if there is none, or several. */
export function nearestName(written: string, { byName }: NameDirectory): Entity | null {
  const wanted = nameKey(written);
  if (wanted.length < SHORTEST - 1) return null;
  const reach = wanted.length >= LONG ? 2 : 1;
  let best: { readonly distance: number; readonly entities: readonly Entity[] } | null = null;
  let isSole = false;
  for (const [name, entities] of byName) {
    if (Math.abs(name.length - wanted.length) > reach || name.length < SHORTEST) continue;
    const distance = editDistance(wanted, name);
    if (distance > reach || (best !== null && distance > best.distance)) continue;
    isSole = best === null || distance < best.distance || best.entities[0]?.id === entities[0]?.id;
    if (best === null || distance < best.distance) best = { distance, entities };
  }
  return best === null || !isSole ? null : (best.entities[0] ?? null);
}
