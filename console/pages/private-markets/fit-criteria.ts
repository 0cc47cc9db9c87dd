import { addressOf } from '../../app/address.js';
import type { InvestorFitPageQueryVariables } from '../../generated/types.js';

type Filter = InvestorFitPageQueryVariables['filter'];

/** Sectors by their names; the graph takes usual words for them too. */
export const SECTORS = [
  'Artificial intelligence',
  'Consumer',
  'Cybersecurity',
  'Defense',
  'Energy and climate',
  'Fintech',
  'Health',
  'Logistics',
  'Media and games',
  'Robotics',
  'Semiconductors',
  'Software',
  'Space',
];

/** Stages that firms invest in; the graph takes usual words for them too. */
export const STAGES = ['Pre-seed', 'Seed', 'Series A', 'Series B', 'Series C', 'Growth', 'Late stage', 'Buyout'];

const STAGE = /^(pre-?seed|seed|series [a-l]|growth|late stage|buyout)$/i;

interface Round {
  readonly stage: string;
  readonly amountUsd: number | null;
}

/** The firms that fit a company's next round: its sector, and the stage and amount of its last one. */
export function fitLink(sector: string | null, round: Round | null): string {
  const query = new URLSearchParams({
    ...(sector === null ? {} : { sector }),
    ...(round !== null && STAGE.test(round.stage) ? { stage: round.stage } : {}),
    ...(round?.amountUsd ? { raising_usd: String(round.amountUsd) } : {}),
  });
  return `${addressOf('private-markets', 'fit')}?${query.toString()}`;
}

/** The criteria of an address, whose parameters are those of the REST endpoint; null without any. */
export function criteriaIn(query: URLSearchParams): Filter | null {
  const text = (name: string): string | undefined => query.get(name)?.trim() || undefined;
  const raising = Number(query.get('raising_usd'));
  const criteria = {
    sector: text('sector'),
    stage: text('stage'),
    geography: text('geo'),
    raisingUsd: raising >= 1 ? raising : undefined,
  };
  const given = Object.fromEntries(Object.entries(criteria).filter(([, value]) => value !== undefined));
  return Object.keys(given).length === 0 ? null : given;
}

/** The query of the REST endpoint for these criteria. */
export function restOf({ sector, stage, geography, raisingUsd }: Filter): string {
  const given = Object.entries({ sector, stage, geo: geography, raising_usd: raisingUsd });
  return new URLSearchParams(given.flatMap(([name, value]) => (value ? [[name, String(value)]] : []))).toString();
}
