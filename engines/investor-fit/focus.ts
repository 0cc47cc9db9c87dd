import type { Axis } from './axis.js';
import { overlaps, placeOf, type Place } from './places.js';
import { areRelated, type Sector } from './sectors.js';
import { stageOf, stepsBetween, type Stage } from './stages.js';

/** For a sector related to a sector of focus. */
const RELATED_SECTOR = 0.5;
/** For a stage next to one of focus. */
const NEXT_STAGE = 0.5;
/** For a focus on the whole world. */
const WHOLE_WORLD = 0.7;
/** For headquarters in the place, if no focus covers it. */
const HEADQUARTERS = 0.5;

export function sectorAxis(focus: readonly string[], asked: Sector): Axis {
  if (focus.length === 0) return { score: null, reason: 'Sector: no focus is known.' };
  if (focus.includes(asked)) return { score: 1, reason: `Sector: invests in ${asked}.` };
  const related = focus.find((sector) => areRelated(sector, asked));
  if (related !== undefined)
    return { score: RELATED_SECTOR, reason: `Sector: invests in ${related}, related to ${asked}.` };
  return { score: 0, reason: `Sector: ${asked} is not among ${focus.join(', ')}.` };
}

export function stageAxis(focus: readonly string[], asked: Stage): Axis {
  const stages = focus.flatMap((word) => stageOf(word) ?? []);
  if (stages.length === 0) return { score: null, reason: 'Stage: no focus is known.' };
  const steps = Math.min(...stages.map((stage) => stepsBetween(stage, asked)));
  if (steps === 0) return { score: 1, reason: `Stage: invests at ${asked}.` };
  if (steps === 1) return { score: NEXT_STAGE, reason: `Stage: invests next to ${asked}: ${stages.join(', ')}.` };
  return { score: 0, reason: `Stage: ${asked} is not among ${stages.join(', ')}.` };
}

export interface FirmPlaces {
  /** Names of countries and regions. */
  readonly focus: readonly string[];
  /** Of the headquarters, ISO 3166-1 alpha-2. */
  readonly country: string | null;
}

export function geographyAxis({ focus, country }: FirmPlaces, asked: Place): Axis {
  const places = focus.flatMap((word) => placeOf(word) ?? []);
  const nearest = places.find((place) => !place.isGlobal && overlaps(place, asked));
  if (nearest !== undefined) return { score: 1, reason: `Geography: invests in ${nearest.name}.` };
  if (places.some(({ isGlobal }) => isGlobal))
    return { score: asked.isGlobal ? 1 : WHOLE_WORLD, reason: 'Geography: invests all over the world.' };
  if (country !== null && asked.countries.has(country))
    return {
      score: HEADQUARTERS,
      reason: `Geography: headquarters in ${placeOf(country)?.name ?? country}; no focus there is known.`,
    };
  if (places.length === 0) return { score: null, reason: 'Geography: no focus is known.' };
  return { score: 0, reason: `Geography: ${asked.name} is not among ${places.map(({ name }) => name).join(', ')}.` };
}
