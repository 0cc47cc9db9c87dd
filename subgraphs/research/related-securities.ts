import type { FilerTicker } from '../../store/filers.js';
import type { SectorMember, Security } from '../../store/securities.js';

export interface RelatedSecurity {
  readonly ticker: string;
  readonly name: string;
  readonly relation: 'same_filer' | 'same_sector';
}

const MOST_OF_THE_SECTOR = 10;

/** What is stored about the relations of a batch's securities. */
export interface Relations {
  readonly classes: readonly FilerTicker[];
  /** By symbol: those of `classes` that are stored. */
  readonly securities: ReadonlyMap<string, Security>;
  readonly sectorMembers: readonly SectorMember[];
}

/** The other classes of shares, then up to ten of the same sector, those of the same industry first. */
export function relatedSecurities(
  security: Pick<Security, 'symbol' | 'sector' | 'industry'>,
  { classes, securities, sectorMembers }: Relations,
): readonly RelatedSecurity[] {
  const filer = classes.find(({ ticker }) => ticker === security.symbol)?.filer;
  const siblings = classes.flatMap((each) => {
    const sibling = each.filer === filer && each.ticker !== security.symbol ? securities.get(each.ticker) : undefined;
    return sibling === undefined ? [] : [sibling];
  });
  const shown = new Set([security.symbol, ...siblings.map(({ symbol }) => symbol)]);
  const peers = sectorMembers.filter(({ symbol, sector }) => sector === security.sector && !shown.has(symbol));
  const isNear = ({ industry }: SectorMember): boolean => industry !== null && industry === security.industry;
  const nearestFirst = [...peers.filter(isNear), ...peers.filter((peer) => !isNear(peer))];
  return [
    ...siblings.map((each) => related(each, 'same_filer')),
    ...nearestFirst.slice(0, MOST_OF_THE_SECTOR).map((each) => related(each, 'same_sector')),
  ];
}

function related(
  { symbol, name }: Pick<Security, 'symbol' | 'name'>,
  relation: RelatedSecurity['relation'],
): RelatedSecurity {
  return { ticker: symbol, name, relation };
}
