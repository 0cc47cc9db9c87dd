import type { TranscriptFields, TranscriptTurn } from '../../store/transcripts.js';
import { hashText, seededRandom, type Random } from './random.js';

/** What an invented call reports, amounts in USD. */
export interface ReportedFigures {
  readonly fiscalYear: number;
  readonly fiscalQuarter: number;
  readonly periodEnd: number;
  readonly callDay: number;
  readonly revenue: number;
  readonly epsDiluted: number;
}

export interface InventedCompany {
  readonly ticker: string;
  readonly name: string;
}

const LABEL = 'This call is invented demo data; nobody said any of it.';
const SPEAKERS = {
  chief: 'Avery Lindqvist (invented)',
  finance: 'Rowan Okafor (invented)',
  relations: 'Sage Moreau (invented)',
  analyst: 'Indigo Hale (invented)',
} as const;
const ORDINALS = ['first', 'second', 'third', 'fourth'];
const SITES = ['service centers', 'distribution hubs', 'training sites', 'repair workshops'];
const REGIONS = ['Midwestern', 'Atlantic', 'Mountain', 'Southern'];
/** Half the width of a range of guidance, of its middle. */
const WIDTH = 0.015;
/** Chances: that a site opens late, and that the margin's range is lowered within the year. */
const LATE = 0.25;
const LOWERED = 0.2;
const SEED = hashText('earnings calls');
const MILLION = 1_000_000;

const millions = (value: number): string => `$${Math.round(value / MILLION).toLocaleString('en-US')} million`;
const dollars = (value: number): string => `$${value.toFixed(2)}`;
const named = (quarter: number, year: number): string => `the ${ORDINALS[quarter - 1] ?? ''} quarter of fiscal ${year}`;

function after(
  { fiscalYear, fiscalQuarter }: ReportedFigures,
  quarters: number,
): readonly [quarter: number, year: number] {
  const index = fiscalYear * 4 + fiscalQuarter - 1 + quarters;
  return [(index % 4) + 1, Math.floor(index / 4)];
}

/** Chance of one quarter, the same whichever quarters are asked for. */
function chanceOf({ ticker }: InventedCompany, year: number, quarter: number, purpose: string): Random {
  return seededRandom(SEED, year * 4 + quarter, hashText(`${ticker} ${purpose}`));
}

function marginOf(company: InventedCompany, year: number): number {
  return 36 + Math.floor(12 * chanceOf(company, year, 1, 'margin')());
}

/**
 * The middle of the range for the year's gross margin that the call on a quarter gives; it may be lowered on the way.
 */
function marginGuided(company: InventedCompany, year: number, quarter: number): number {
  const isLowered = chanceOf(company, year, 1, 'lowered')() < LOWERED;
  return marginOf(company, year) - (isLowered && quarter >= 2 && quarter < 4 ? 2 : 0);
}

/** The sites that the call on a quarter announces, for two quarters later. */
function sitesOf(company: InventedCompany, year: number, quarter: number) {
  const random = chanceOf(company, year, quarter, 'sites');
  const site = SITES[Math.floor(random() * SITES.length)] ?? 'sites';
  const region = REGIONS[Math.floor(random() * REGIONS.length)] ?? '';
  return { site, region, isLate: random() < LATE };
}

function chiefWords(company: InventedCompany, figures: ReportedFigures): string {
  const { fiscalYear, fiscalQuarter } = figures;
  const planned = sitesOf(company, fiscalYear, fiscalQuarter);
  const [dueQuarter, dueYear] = after(figures, -2);
  const due = sitesOf(company, dueYear, dueQuarter);
  const outcome = due.isLate
    ? `The opening of our ${due.region} ${due.site} was delayed by permits.`
    : `We opened our ${due.region} ${due.site} as planned.`;
  return [
    `Thank you. Demand held up in the ${ORDINALS[fiscalQuarter - 1] ?? ''} quarter.`,
    outcome,
    `We plan to open our ${planned.region} ${planned.site} by the end of ${named(...after(figures, 2))}.`,
  ].join(' ');
}

function financeWords(
  company: InventedCompany,
  figures: ReportedFigures,
  yearBefore: ReportedFigures,
  next: ReportedFigures,
): string {
  const { fiscalYear, fiscalQuarter, revenue, epsDiluted } = figures;
  const growth = revenue / yearBefore.revenue;
  const guided = next.revenue * growth;
  const perShare = Math.max(0.04, next.epsDiluted * growth);
  const ahead = after(figures, 1);
  const year = fiscalQuarter === 4 ? fiscalYear + 1 : fiscalYear;
  const margin = marginGuided(company, year, fiscalQuarter === 4 ? 0 : fiscalQuarter);
  const actual =
    marginOf(company, fiscalYear) + Math.round(20 * (chanceOf(company, fiscalYear, 4, 'actual')() - 0.5)) / 10;
  return [
    `Revenue in the ${ORDINALS[fiscalQuarter - 1] ?? ''} quarter was ${millions(revenue)}.`,
    `Diluted earnings per share in the quarter were ${dollars(epsDiluted)}.`,
    ...(fiscalQuarter === 4 ? [`Full year gross margin was ${actual.toFixed(1)}%.`] : []),
    `Turning to our outlook, we expect revenue in ${named(...ahead)} to be in the range of ${millions(guided * (1 - WIDTH))} to ${millions(guided * (1 + WIDTH))}.`,
    `We expect diluted earnings per share in ${named(...ahead)} of ${dollars(perShare * (1 - 2 * WIDTH))} to ${dollars(perShare * (1 + 2 * WIDTH))}.`,
    `For full year fiscal ${year}, we expect gross margin in the range of ${margin - 1}% to ${margin + 1}%.`,
  ].join(' ');
}

function turnsOf(
  company: InventedCompany,
  figures: ReportedFigures,
  yearBefore: ReportedFigures,
  next: ReportedFigures,
): readonly TranscriptTurn[] {
  const { fiscalYear, fiscalQuarter } = figures;
  const said = (speaker: string, role: TranscriptTurn['role'], text: string): TranscriptTurn => ({
    speaker,
    role,
    text,
  });
  return [
    said(
      'Operator',
      'operator',
      `Welcome to the call of ${company.name} on ${named(fiscalQuarter, fiscalYear)}. ${LABEL}`,
    ),
    said(
      SPEAKERS.relations,
      'management',
      'Before we begin, this call contains forward-looking statements, which involve risks and uncertainties.',
    ),
    said(SPEAKERS.chief, 'management', chiefWords(company, figures)),
    said(SPEAKERS.finance, 'management', financeWords(company, figures, yearBefore, next)),
    said(SPEAKERS.analyst, 'analyst', 'Do you expect gross margin to reach 60% next year?'),
    said(SPEAKERS.chief, 'management', `That is not what we plan. ${LABEL}`),
  ];
}

/**
 * Invented calls on the newest `count` of a company's reported quarters, oldest first, with guidance from the quarters
 * before: a later quarter changes no earlier call. Quarters whose year before is not reported have no call.
 */
export function inventedCalls(
  company: InventedCompany,
  reported: readonly ReportedFigures[],
  count: number,
): readonly TranscriptFields[] {
  const calls = reported.flatMap((figures, index): readonly TranscriptFields[] => {
    // The next quarter's season is that of the same quarter a year before.
    const [yearBefore, seasonBefore] = [reported[index - 4], reported[index - 3]];
    if (yearBefore === undefined || seasonBefore === undefined) return [];
    const { fiscalYear, fiscalQuarter, callDay, periodEnd } = figures;
    const turns = turnsOf(company, figures, yearBefore, seasonBefore);
    return [{ ticker: company.ticker, fiscalYear, fiscalQuarter, company: company.name, callDay, periodEnd, turns }];
  });
  return calls.slice(-count);
}
