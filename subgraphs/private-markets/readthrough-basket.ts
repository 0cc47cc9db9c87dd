import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { basketOrder, readthroughBasket, type RelatedCompany } from '../../engines/readthrough.js';
import { labelOf } from '../../engines/signal/composite.js';
import { DEMO_PRIVATE_COMPANY, DEMO_RELATED } from '../../sources/simulated/demo-basket.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { PrivateRelation } from '../../store/private-relations.js';
import { objectLoader, type FieldQuery } from '../field-loader.js';
import { rootResultId } from '../result-ids.js';
import type { Services } from '../services.js';
import { signalField, type SignalReading } from '../signal-field.js';
import { securityRef } from '../tickers.js';
import { directoryLoaders } from './directory-loaders.js';
import type { Fields } from './generated/resolver-types.js';
import { relationLoader } from './relations.js';

/** Constituents of any basket. */
const MOST = 10;

interface Related extends RelatedCompany {
  readonly rationale: string;
  readonly sourceUrl: string | null;
}

type Listed = PrivateRelation & { readonly ticker: string };

function isListed(relation: PrivateRelation): relation is Listed {
  return relation.ticker !== null;
}

function signalOf(field: SignalReading | Error | undefined): RelatedCompany['signal'] {
  const read = field === undefined || field instanceof Error ? null : field.read;
  if (read === null || read.compositeScore === null) return null;
  const { technical, momentum, fundamentals, microstructure, optionsFlow } = read.scores;
  const factors = {
    technical: technical?.score ?? null,
    momentum: momentum?.score ?? null,
    fundamentals: fundamentals?.score ?? null,
    microstructure: microstructure?.score ?? null,
    optionsFlow: optionsFlow?.score ?? null,
  };
  return { compositeScore: read.compositeScore, session: read.quote.session, factors };
}

interface Around {
  readonly slug: string;
  readonly name: string;
  readonly isDemo: boolean;
}

function basketNode({ slug, name, isDemo }: Around, related: readonly Related[], max: number) {
  const { constituents, weightPct, ...basket } = readthroughBasket(related, max);
  return {
    ...basket,
    id: rootResultId('readthroughBasket', slug, max),
    slug,
    companyName: name,
    weighting: 'equal' as const,
    isDemo,
    constituents: constituents.map(({ signal, ...company }) => ({
      ...company,
      weightPct,
      compositeScore: signal?.compositeScore ?? null,
    })),
  };
}

/** The listed companies around a private one, with their signals: one batch of signals for all of a tick. */
function relatedReader(services: Services) {
  const relationsOf = relationLoader(services);
  const signals = signalField(services);
  const load = async (
    queries: readonly FieldQuery<PrivateCompany, object>[],
    context: RequestContext,
  ): Promise<readonly (readonly Related[] | Error)[]> => {
    const relations = await Promise.all(queries.map(({ obj }) => relationsOf(obj, {}, context)));
    const taken = relations.map((rows) => basketOrder(rows.filter(isListed)).slice(0, MOST));
    const tickers = [...new Set(taken.flat().map(({ ticker }) => ticker))];
    const reads = await signals(
      tickers.map((ticker) => ({ obj: securityRef(ticker), params: {} })),
      context,
    );
    const readOf = new Map(tickers.map((ticker, index) => [ticker, reads[index]]));
    return taken.map((rows, index) => {
      for (const { source } of rows) context.dataSources.add(source);
      if (rows.length > 0)
        return rows.map(({ ticker, name, relation, rationale, sourceUrl }) => ({
          ticker,
          name,
          relation,
          rationale,
          sourceUrl,
          signal: signalOf(readOf.get(ticker)),
        }));
      const message = `No listed company is known to have to do with ${queries[index]?.obj.name ?? 'it'}.`;
      return new ApiError('not_found', message, { param: 'slug' });
    });
  };
  return objectLoader(load, ({ slug }: PrivateCompany) => slug);
}

export function createFields(services: Services) {
  const { security } = directoryLoaders(services);
  const relatedTo = relatedReader(services);
  return {
    Query: {
      demoReadthroughBasket: (_root, { maximum }) =>
        basketNode({ ...DEMO_PRIVATE_COMPANY, isDemo: true }, DEMO_RELATED, maximum),
    },
    PrivateCompany: {
      readthroughBasket: async (row, { maximum }, context) =>
        basketNode({ slug: row.slug, name: row.name, isDemo: false }, await relatedTo(row, {}, context), maximum),
    },
    ReadthroughConstituent: {
      security: ({ ticker, sourceUrl }, _args, context) => (sourceUrl === null ? null : security(ticker, context)),
      signal: ({ compositeScore }) =>
        compositeScore === null ? null : { compositeScore, label: labelOf(compositeScore) },
    },
  } satisfies Fields;
}
