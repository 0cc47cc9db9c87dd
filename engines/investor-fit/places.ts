import { foldedName } from '../text/folded-name.js';

/** Countries of a region, ISO 3166-1 alpha-2. Larger regions are unions of smaller ones. */
const list = (codes: string): readonly string[] => codes.split(' ');
const NORTH_AMERICA = list('US CA');
const LATIN_AMERICA = list('AR BO BR CL CO CR CU DO EC GT HN JM MX NI PA PE PR PY SV TT UY VE');
const NORDICS = list('DK FI IS NO SE');
const WESTERN_EUROPE = list('AD AT BE CH DE ES FR GB IE IT LI LU MC MT NL PT');
const EASTERN_EUROPE = list('AL BA BG BY CY CZ EE GR HR HU LT LV MD ME MK PL RO RS RU SI SK UA XK');
const EUROPE = [...WESTERN_EUROPE, ...NORDICS, ...EASTERN_EUROPE];
const MIDDLE_EAST = list('AE BH IL IQ IR JO KW LB OM PS QA SA SY TR YE');
const NORTH_AFRICA = list('DZ EG LY MA TN');
const SUB_SAHARAN_AFRICA = list('AO BW CD CI CM ET GA GH KE MG MU MZ NA NG RW SC SN TZ UG ZA ZM ZW');
const SOUTH_ASIA = list('BD IN LK MV NP PK');
const SOUTHEAST_ASIA = list('BN ID KH LA MM MY PH SG TH TL VN');
const EAST_ASIA = list('CN HK JP KR MN MO TW');
const CENTRAL_ASIA = list('AM AZ GE KG KZ TJ TM UZ');
const OCEANIA = list('AU FJ NZ PG');
const ASIA = [...SOUTH_ASIA, ...SOUTHEAST_ASIA, ...EAST_ASIA, ...CENTRAL_ASIA];

const REGIONS: Readonly<Record<string, readonly string[]>> = {
  Americas: [...NORTH_AMERICA, ...LATIN_AMERICA],
  'North America': NORTH_AMERICA,
  'Latin America': LATIN_AMERICA,
  Europe: EUROPE,
  'Western Europe': WESTERN_EUROPE,
  'Eastern Europe': EASTERN_EUROPE,
  Nordics: NORDICS,
  'European Union': list('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'),
  'Middle East': MIDDLE_EAST,
  Gulf: list('AE BH KW OM QA SA'),
  Africa: [...NORTH_AFRICA, ...SUB_SAHARAN_AFRICA],
  'Middle East and Africa': [...MIDDLE_EAST, ...NORTH_AFRICA, ...SUB_SAHARAN_AFRICA],
  MENA: [...MIDDLE_EAST, ...NORTH_AFRICA],
  EMEA: [...EUROPE, ...MIDDLE_EAST, ...NORTH_AFRICA, ...SUB_SAHARAN_AFRICA],
  Asia: ASIA,
  'South Asia': SOUTH_ASIA,
  'Southeast Asia': SOUTHEAST_ASIA,
  'East Asia': EAST_ASIA,
  'Central Asia': CENTRAL_ASIA,
  'Asia Pacific': [...ASIA, ...OCEANIA],
  Oceania: OCEANIA,
  'Greater China': list('CN HK MO TW'),
};

/** Other words for countries and regions. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    usa: 'US',
    america: 'US',
    'united states of america': 'US',
    uk: 'GB',
    britain: 'GB',
    'great britain': 'GB',
    england: 'GB',
    korea: 'KR',
    'republic of korea': 'KR',
    uae: 'AE',
    emirates: 'AE',
    holland: 'NL',
    'czech republic': 'CZ',
    'hong kong': 'HK',
    turkey: 'TR',
    russia: 'RU',
    vietnam: 'VN',
    'ivory coast': 'CI',
    eu: 'European Union',
    'south east asia': 'Southeast Asia',
    'latin america and the caribbean': 'Latin America',
    latam: 'Latin America',
    scandinavia: 'Nordics',
    nordic: 'Nordics',
    gcc: 'Gulf',
    apac: 'Asia Pacific',
    sea: 'Southeast Asia',
    'the americas': 'Americas',
    world: 'Global',
    worldwide: 'Global',
    international: 'Global',
  }),
);

const GLOBAL = 'Global';
const COUNTRIES = [...new Set(Object.values(REGIONS).flat())].sort();
const ENGLISH = new Intl.DisplayNames(['en'], { type: 'region' });

export interface Place {
  readonly name: string;
  readonly countries: ReadonlySet<string>;
  readonly isGlobal: boolean;
}

function countryPlace(code: string): Place {
  return { name: ENGLISH.of(code) ?? code, countries: new Set([code]), isGlobal: false };
}

const PLACES: ReadonlyMap<string, Place> = new Map([
  [foldedName(GLOBAL), { name: GLOBAL, countries: new Set(COUNTRIES), isGlobal: true }],
  ...Object.entries(REGIONS).map(
    ([name, codes]) => [foldedName(name), { name, countries: new Set(codes), isGlobal: false }] as const,
  ),
  ...COUNTRIES.flatMap((code) => [
    [foldedName(ENGLISH.of(code) ?? code), countryPlace(code)] as const,
    [code.toLowerCase(), countryPlace(code)] as const,
  ]),
]);

/** The place that a country's name, its ISO code or a region's name stands for; undefined for an unknown word. */
export function placeOf(word: string): Place | undefined {
  const folded = foldedName(word);
  const synonym = SYNONYMS.get(folded);
  return PLACES.get(synonym === undefined ? folded : foldedName(synonym));
}

export function overlaps(one: Place, other: Place): boolean {
  const [few, many] = one.countries.size < other.countries.size ? [one, other] : [other, one];
  for (const country of few.countries) if (many.countries.has(country)) return true;
  return false;
}
