import { knownDate, type DatePrecision } from '../../calendar/date-precision.js';
import { isoDate } from '../../calendar/days.js';
import type { CompanyOverlay } from '../../store/company-overlays.js';
import { EMPTY_PROFILE, type KnownFact } from '../../store/company-profile.js';
import type { PrivateCompany, StoredCompany } from '../../store/private-companies.js';
import type { PrivateRelation } from '../../store/private-relations.js';
import type { ToldRound } from '../../store/private-rounds.js';
import { CURATED } from '../../sources/curated/corpus-rows.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import { newestRounds, type CompanyRounds } from './company-rounds.js';
import type { ToldValuation } from './company-valuations.js';
import { factRow, inWords, wireName, type FactOrigin, type FactRow } from './fact-rows.js';

const STORED: Readonly<Record<string, FactOrigin>> = { [CURATED]: 'curated', [SIMULATED]: 'invented' };

const storedOrigin = (source: string): FactOrigin => STORED[source] ?? 'imported';

/** The values of the fields that have facts, by the facts' names. */
function valuesOf({
  tagline,
  sector,
  founded,
  hq,
  employees,
  profile,
}: StoredCompany): Readonly<Record<string, unknown>> {
  return { ...(profile ?? EMPTY_PROFILE), tagline, sector, founded, headquarters: hq, employees };
}

type RoundInWords = Pick<ToldRound, 'stage' | 'amountUsd' | 'day'> & Partial<Pick<ToldRound, 'dayPrecision'>>;

function roundInWords({ stage, amountUsd, day, dayPrecision = 'day' }: RoundInWords): string {
  return [stage, ...(amountUsd === null ? [] : [`${inWords(amountUsd)} USD`]), knownDate(day, dayPrecision)].join(', ');
}

/** The fact of a round or a valuation, which is a row of its own; none without one. */
function roundFact<Told extends Pick<ToldRound, 'asOfDay' | 'asOfPrecision' | 'sourceUrl' | 'origin' | 'source'>>(
  field: string,
  round: Told | undefined,
  stored: Told | undefined,
  words: (round: Told) => string,
): readonly FactRow[] {
  if (round === undefined) return [];
  const { asOfDay, asOfPrecision, sourceUrl, origin, source } = round;
  return [
    factRow(field, {
      value: words(round),
      origin: origin ?? storedOrigin(source),
      isOverlaid: origin !== null,
      storedValue: origin === null || stored === undefined ? null : words(stored),
      asOf: isoDate(asOfDay),
      asOfPrecision,
      sourceUrl,
    }),
  ];
}

interface Listed {
  readonly name: string;
  readonly asOfDay: number;
  readonly asOfPrecision: DatePrecision;
  readonly sourceUrl: string | null;
  readonly origin: FactOrigin;
  readonly isOverlaid: boolean;
}

/** The fact of a list of names, which is of the newest day that adds to it. */
function listFact(field: string, entries: readonly Listed[]): readonly FactRow[] {
  const newest = entries.reduce<Listed | undefined>(
    (latest, each) => (latest === undefined || each.asOfDay >= latest.asOfDay ? each : latest),
    undefined,
  );
  if (newest === undefined) return [];
  const { asOfDay, asOfPrecision, sourceUrl, origin, isOverlaid } = newest;
  const value = inWords([...new Set(entries.map(({ name }) => name))]);
  const read = { asOf: isoDate(asOfDay), asOfPrecision, sourceUrl };
  return [factRow(field, { value, origin, isOverlaid, storedValue: null, ...read })];
}

const ofRounds = (rounds: readonly ToldRound[]): readonly Listed[] =>
  rounds.flatMap(({ leadInvestors, investors, asOfDay, asOfPrecision, sourceUrl, origin, source }) =>
    [...leadInvestors, ...investors].map((name) => ({
      name,
      asOfDay,
      asOfPrecision,
      sourceUrl,
      origin: origin ?? storedOrigin(source),
      isOverlaid: origin !== null,
    })),
  );

const ofRelations = (relations: readonly PrivateRelation[], kind: PrivateRelation['relation']): readonly Listed[] =>
  relations
    .filter(({ relation }) => relation === kind)
    .map(({ name, asOfDay, asOfPrecision, sourceUrl, source }) => ({
      name,
      asOfDay,
      asOfPrecision,
      sourceUrl,
      origin: storedOrigin(source),
      isOverlaid: false,
    }));

function storedFacts(company: PrivateCompany): readonly FactRow[] {
  const [values, stored] = [valuesOf(company), valuesOf(company.stored)];
  const facts: readonly (readonly [string, KnownFact])[] = Object.entries(company.profile?.facts ?? {});
  return facts.map(([field, { asOf, asOfPrecision = 'day', sourceUrl, origin }]) => {
    const beneath = origin === undefined ? null : (stored[field] ?? null);
    return factRow(field, {
      value: inWords(values[field] ?? null),
      origin: origin ?? storedOrigin(company.source),
      isOverlaid: origin !== undefined,
      storedValue: beneath === null ? null : inWords(beneath),
      asOf,
      asOfPrecision,
      sourceUrl,
    });
  });
}

/** Where each field of a profile is from. */
export function companyFacts(
  company: PrivateCompany,
  { all, events, valued, last }: CompanyRounds,
  relations: readonly PrivateRelation[],
): readonly FactRow[] {
  const beneath = newestRounds(
    all.filter(({ origin }) => origin === null),
    events,
  );
  const valuation = ({ usd }: ToldValuation): string => inWords(usd);
  return [
    ...storedFacts(company),
    ...roundFact('currentValuationUsd', valued, beneath.valued, valuation),
    ...roundFact('lastRound', last, beneath.last, roundInWords),
    ...listFact('investors', [...ofRounds(all), ...ofRelations(relations, 'investor')]),
    ...listFact('competitors', ofRelations(relations, 'rival')),
  ];
}

/** REST's names of the fields that an overlay of rounds and valuations is shown in. */
const SHOWN_IN: Readonly<Partial<Record<CompanyOverlay['field'], string>>> = {
  round: 'lastRound',
  valuation: 'currentValuationUsd',
};

function overlayInWords(overlay: CompanyOverlay): string {
  switch (overlay.field) {
    case 'round':
      return roundInWords(overlay.value);
    case 'valuation':
      return inWords(overlay.value.postMoneyUsd);
    case 'ipoStatus':
      return inWords([overlay.value.status, ...((overlay.value.succeededBy ?? '') ? [overlay.value.succeededBy] : [])]);
    default:
      return inWords(overlay.value);
  }
}

/** A record of what was laid over a profile. */
export function overlayRecord(overlay: CompanyOverlay) {
  const { field, origin, asOfDay, sourceUrl, recordedAt, withdrawnAt } = overlay;
  return {
    field: wireName(SHOWN_IN[field] ?? field),
    value: overlayInWords(overlay),
    origin,
    asOf: isoDate(asOfDay),
    sourceUrl,
    recordedAt,
    withdrawnAt,
  };
}
