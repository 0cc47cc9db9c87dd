import { echo } from '../../access/echo.js';
import { ApiError } from '../../access/errors.js';
import { refuseFaults, type Fault } from '../../access/parameters/faults.js';
import { rankInvestors, type FitCriteria } from '../../engines/investor-fit/investor-fit.js';
import { placeOf, type Place } from '../../engines/investor-fit/places.js';
import { SECTOR_NAMES, sectorOf, type Sector } from '../../engines/investor-fit/sectors.js';
import { STAGE_NAMES, stageOf, type Stage } from '../../engines/investor-fit/stages.js';
import type { AskingChecks } from '../build/gates.js';
import { cursorsOf, listPlace, pageOfList } from '../connections.js';
import type { QueryInvestorFitArgs } from '../generated/types.js';
import type { Services } from '../services.js';
import { fitFirms } from './fit-firms.js';
import type { Fields } from './generated/resolver-types.js';

interface Asked {
  readonly sector?: string | null | undefined;
  readonly stage?: string | null | undefined;
  readonly geography?: string | null | undefined;
  readonly raisingUsd?: number | null | undefined;
}

interface Word<Value> {
  readonly param: Exclude<keyof Asked, 'raisingUsd'>;
  readonly noun: string;
  readonly read: (word: string) => Value | undefined;
  /** What it may be. */
  readonly choice: string;
}

/** The meaning of a word; null for none, and for one that stands for nothing, which is added to the faults. */
function meaning<Value>(asked: Asked, { param, noun, read, choice }: Word<Value>, faults: Fault[]): Value | null {
  const word = asked[param] ?? '';
  if (word.trim() === '') return null;
  const value = read(word);
  if (value !== undefined) return value;
  const message = `The ${noun} ${echo(word)} is not known; it is ${choice}`;
  faults.push({ param, path: ['filter', param], message, isMissing: false });
  return null;
}

const SECTOR: Word<Sector> = {
  param: 'sector',
  noun: 'sector',
  read: sectorOf,
  choice: `one of ${SECTOR_NAMES.join(', ')}, or a usual word for one`,
};
const STAGE: Word<Stage> = {
  param: 'stage',
  noun: 'stage',
  read: stageOf,
  choice: `one of ${STAGE_NAMES.join(', ')}, or a usual word for one`,
};
const PLACE: Word<Place> = {
  param: 'geography',
  noun: 'place',
  read: placeOf,
  choice: 'the English name or ISO 3166-1 code of a country, or a region such as Europe',
};

/** Throws for words that stand for nothing, all of which it names, and for a filter without any condition. */
function criteriaOf(asked: Asked): FitCriteria {
  const faults: Fault[] = [];
  const criteria: FitCriteria = {
    sector: meaning(asked, SECTOR, faults),
    stage: meaning(asked, STAGE, faults),
    geography: meaning(asked, PLACE, faults),
    raisingUsd: asked.raisingUsd ?? null,
  };
  refuseFaults(faults);
  if (Object.values(criteria).some((each) => each !== null)) return criteria;
  const message = 'At least one of sector, stage, geo and raising_usd is required.';
  throw new ApiError('missing_parameter', message, { param: 'sector', path: ['filter'] });
}

function cursorsFor({ sector, stage, geography, raisingUsd }: FitCriteria): ReturnType<typeof cursorsOf> {
  return cursorsOf('Query.investorFit', sector, stage, geography?.name, raisingUsd?.toString());
}

export const FIT_CHECKS: AskingChecks = {
  async 'Query.investorFit'({ filter, after }: QueryInvestorFitArgs) {
    listPlace(cursorsFor(criteriaOf(filter)), after);
  },
};

export function createFields({ store }: Services) {
  return {
    Query: {
      async investorFit(_root, { first, after, filter }, context) {
        const criteria = criteriaOf(filter);
        const cursors = cursorsFor(criteria);
        const { investors, privateCompanies, privateRounds } = store.reading(context.versions);
        const [firms, companies, rounds] = await Promise.all([
          investors.all(),
          privateCompanies.all(),
          privateRounds.all(),
        ]);
        const today = context.today;
        const bySlug = new Map(firms.map((firm) => [firm.slug, firm]));
        const ranked = rankInvestors(fitFirms(firms, { companies, rounds }, today), criteria, today).flatMap((fit) => {
          const firm = bySlug.get(fit.slug);
          return firm === undefined ? [] : [{ id: fit.slug, firm, fit }];
        });
        const page = pageOfList(ranked, { first, after }, cursors, (row) => row);
        for (const { firm } of page.nodes) context.dataSources.add(firm.source);
        return {
          ...page,
          nodes: page.nodes.map(({ firm }) => firm),
          edges: page.edges.map(({ node: { firm, fit }, cursor }) => ({ ...fit, node: firm, cursor })),
        };
      },
    },
  } satisfies Fields;
}
