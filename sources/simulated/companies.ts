import { privateCompany } from '../../store/private-companies.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

type Row = readonly [name: string, tagline: string, sector: string, founded: number, hq: string, employees: number];

/** Invented throughout; no such company is meant to exist. */
const ROWS: readonly Row[] = [
  ['Aldertide Robotics', 'Warehouse robots that share one map', 'Robotics', 2016, 'Pittsburgh, PA', 640],
  ['Amberquill', 'Contracts that read themselves', 'Enterprise Software', 2018, 'Denver, CO', 310],
  ['Basaltworks Energy', 'Heat storage in crushed rock', 'Energy', 2015, 'Boise, ID', 420],
  ['Brightfathom', 'Sea-floor surveys by the hour', 'Ocean Technology', 2017, 'San Diego, CA', 180],
  ['Cindergrove Bio', 'Enzymes for colder factories', 'Biotechnology', 2014, 'Cambridge, MA', 530],
  ['Copperlark Payments', 'Settlement between small banks in seconds', 'Fintech', 2013, 'Atlanta, GA', 1450],
  ['Dovetail Orbital', 'Docking as a service', 'Space', 2016, 'Huntsville, AL', 760],
  ['Driftpine Health', 'Clinic schedules without a telephone', 'Health Technology', 2017, 'Nashville, TN', 390],
  ['Emberline Foods', 'Protein from fermentation', 'Food', 2018, 'Chicago, IL', 270],
  [
    'Fernhollow AI',
    'Language models for regulated archives',
    'Artificial Intelligence',
    2020,
    'San Francisco, CA',
    880,
  ],
  ['Flintbarrow Security', 'Keys that never leave silicon', 'Cybersecurity', 2015, 'Austin, TX', 710],
  ['Galehaven Wind', 'Floating turbines for deep water', 'Energy', 2012, 'Portland, ME', 930],
  ['Glasswing Compute', 'Optical links between accelerators', 'Semiconductors', 2019, 'Santa Clara, CA', 460],
  ['Harrowgate Insurance', 'Crop cover priced from orbit', 'Insurance', 2016, 'Des Moines, IA', 350],
  ['Hollowbrook Data', 'One ledger of record for messy tables', 'Data Infrastructure', 2015, 'Seattle, WA', 1280],
  ['Inkwell Harbor', 'Payroll for crews that move', 'Human Resources', 2014, 'Oakland, CA', 690],
  ['Juniper Vale Learning', 'Tutors matched to the next mistake', 'Education', 2017, 'Boston, MA', 240],
  ['Kestrelmark Logistics', 'Trucks that never leave empty', 'Logistics', 2013, 'Memphis, TN', 1100],
  ['Larkspur Genomics', 'Whole genomes at the bedside', 'Biotechnology', 2016, 'San Diego, CA', 570],
  ['Lumenforge', 'Lasers for additive steel', 'Manufacturing', 2015, 'Cleveland, OH', 330],
  ['Marrowstone Materials', 'Cement that takes in carbon', 'Materials', 2018, 'Tacoma, WA', 210],
  ['Nettlewind Aviation', 'Regional aircraft on hydrogen', 'Aerospace', 2017, 'Wichita, KS', 620],
  ['Oakfathom Capital Systems', 'Ledgers for fund administrators', 'Fintech', 2012, 'New York, NY', 980],
  ['Pebblecast', 'Sensors for old water mains', 'Internet of Things', 2019, 'Milwaukee, WI', 140],
  ['Quillback Games', 'Worlds that players write', 'Games', 2014, 'Los Angeles, CA', 410],
  ['Riverstead Homes', 'Houses from a catalogue, in a month', 'Real Estate', 2016, 'Phoenix, AZ', 820],
  ['Saltmeadow Medical', 'Imaging that fits an ambulance', 'Medical Devices', 2015, 'Minneapolis, MN', 480],
  ['Thornquist Quantum', 'Error correction in hardware', 'Quantum Computing', 2018, 'Boulder, CO', 260],
  ['Umberfield Farms', 'Vertical farms beside power plants', 'Agriculture', 2017, 'Fresno, CA', 300],
  ['Wrenfield Mobility', 'Buses that answer demand', 'Transportation', 2016, 'Columbus, OH', 540],
];

const COMPANIES = ROWS.map(([name, tagline, sector, founded, hq, employees]) => ({
  source: SIMULATED,
  ...privateCompany.parse({
    slug: name.toLowerCase().replaceAll(' ', '-'),
    name,
    tagline: `${tagline} (invented demo company)`,
    sector,
    founded,
    hq,
    employees,
  }),
}));

/** The demo market's private companies. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, isFirst }) => {
  if (isFirst) await store.privateCompanies.upsert(tx, COMPANIES);
};
