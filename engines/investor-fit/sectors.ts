import { foldedName } from '../text/folded-name.js';

/** Sectors and the usual words for each, beside its own name. */
const SECTOR_WORDS = {
  'Artificial intelligence': ['ai', 'a i', 'ml', 'machine learning', 'genai', 'generative ai', 'deep learning', 'llm'],
  Consumer: [
    'consumer internet',
    'consumer tech',
    'b2c',
    'd2c',
    'e commerce',
    'ecommerce',
    'retail',
    'marketplace',
    'marketplaces',
  ],
  Cybersecurity: ['cyber', 'security', 'cyber security', 'infosec'],
  Defense: ['defence', 'defense tech', 'defence tech', 'defensetech', 'military', 'dual use'],
  'Energy and climate': [
    'climate',
    'climate tech',
    'climatetech',
    'energy',
    'cleantech',
    'clean tech',
    'greentech',
    'energy climate',
    'sustainability',
  ],
  Fintech: [
    'fin tech',
    'financial technology',
    'financial services',
    'finance',
    'payments',
    'insurtech',
    'crypto',
    'web3',
    'blockchain',
  ],
  Health: [
    'healthcare',
    'health care',
    'healthtech',
    'health tech',
    'digital health',
    'biotech',
    'medtech',
    'life sciences',
    'pharma',
  ],
  Logistics: ['supply chain', 'mobility', 'transport', 'transportation', 'delivery', 'freight'],
  'Media and games': ['media', 'games', 'gaming', 'entertainment', 'media games', 'creator economy', 'edtech'],
  Robotics: ['robots', 'automation', 'autonomous vehicles', 'drones', 'hardware'],
  Semiconductors: ['semiconductor', 'semis', 'chips', 'microelectronics'],
  Software: [
    'saas',
    'enterprise',
    'enterprise software',
    'b2b',
    'b2b software',
    'cloud',
    'devtools',
    'developer tools',
    'data',
    'infrastructure',
  ],
  Space: ['spacetech', 'space tech', 'aerospace', 'satellites'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Sector = keyof typeof SECTOR_WORDS;

export const SECTOR_NAMES = Object.keys(SECTOR_WORDS) as readonly Sector[];

const SECTOR_OF: ReadonlyMap<string, Sector> = new Map(
  SECTOR_NAMES.flatMap((name) => [name, ...SECTOR_WORDS[name]].map((word) => [foldedName(word), name] as const)),
);

/** The sector that a word stands for; undefined for an unknown word. */
export function sectorOf(word: string): Sector | undefined {
  return SECTOR_OF.get(foldedName(word));
}

/** Pairs of sectors whose investors often invest in the other one too. */
const RELATED: readonly (readonly [Sector, Sector])[] = [
  ['Artificial intelligence', 'Software'],
  ['Artificial intelligence', 'Robotics'],
  ['Artificial intelligence', 'Semiconductors'],
  ['Consumer', 'Media and games'],
  ['Consumer', 'Logistics'],
  ['Cybersecurity', 'Software'],
  ['Cybersecurity', 'Defense'],
  ['Defense', 'Space'],
  ['Defense', 'Robotics'],
  ['Fintech', 'Software'],
  ['Logistics', 'Robotics'],
];

export function areRelated(one: string, other: string): boolean {
  return RELATED.some(([left, right]) => (left === one && right === other) || (left === other && right === one));
}
