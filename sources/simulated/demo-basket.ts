import type { RelatedCompany } from '../../engines/readthrough.js';

/** A company that exists nowhere, so that nobody takes its basket for a company's. */
export const DEMO_PRIVATE_COMPANY = { slug: 'demo', name: 'Lanternfish Orbital (fictional)' } as const;

/** Newest session of the invented signals. */
const SESSION = '2025-01-02';

type Row = readonly [
  ticker: string,
  name: string,
  relation: RelatedCompany['relation'],
  rationale: string,
  score: number | null,
];

const ROWS: readonly Row[] = [
  ['DEMOA', 'Amberjack Launch', 'rival', 'Flies small satellites on the same orbits', 62],
  ['DEMOB', 'Basking Shark Space', 'rival', 'Sells rides to the same customers', 48.5],
  ['DEMOC', 'Coelacanth Composites', 'supplier', 'Makes the tanks of its rockets', 71.2],
  ['DEMOD', 'Dogfish Avionics', 'supplier', 'Makes its flight computers', 55],
  ['DEMOE', 'Eelgrass Holdings', 'investor', 'Led its second round', 39.4],
  ['DEMOF', 'Flounder Broadband', 'customer', 'Bought twelve launches', 58.1],
  ['DEMOG', 'Gurnard Imaging', 'customer', 'Flies its cameras on it', null],
  ['DEMOH', 'Halibut Heavy Lift', 'comparable', 'Listed maker of larger rockets', 44.7],
  ['DEMOI', 'Icefish Orbital', 'comparable', 'Listed operator of a space port', 51.3],
  ['DEMOJ', 'John Dory Defense', 'comparable', 'Listed maker of missiles', 66.6],
];

/** The fictional listed companies around it, with invented signals. */
export const DEMO_RELATED: readonly (RelatedCompany & { readonly rationale: string; readonly sourceUrl: null })[] =
  ROWS.map(([ticker, name, relation, rationale, compositeScore]) => ({
    ticker,
    name: `${name} (fictional)`,
    relation,
    rationale,
    sourceUrl: null,
    signal:
      compositeScore === null
        ? null
        : {
            compositeScore,
            session: SESSION,
            factors: {
              technical: compositeScore,
              momentum: compositeScore,
              fundamentals: null,
              microstructure: null,
              optionsFlow: null,
            },
          },
  }));
