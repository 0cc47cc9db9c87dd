import { isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import type { Security } from '../../store/securities.js';
import type { ToldListing } from '../../store/source-reads.js';
import type { SecurityProfile } from '../models/security-profile.js';

/** The profile of a stored security. */
export const profileOf = ({
  symbol,
  name,
  kind,
  exchange,
  sector,
  industry,
  currency,
}: SecurityProfile): SecurityProfile => ({ symbol, name, kind, exchange, sector, industry, currency });

/**
 * The profile of a security after a source has told it. What is known and the source does not tell stays, and so does
 * an operator's or an import's; a name and an exchange that the same source has `told` before follow it.
 */
export function mergedProfile(
  stored: Security | undefined,
  read: SecurityProfile,
  told: ToldListing | undefined,
): SecurityProfile {
  if (stored === undefined) return read;
  const known = profileOf(stored);
  const isOwnName = known.name === known.symbol || known.name === told?.toldName;
  const isOwnExchange = known.exchange === null || known.exchange === told?.toldExchange;
  return {
    ...known,
    name: isOwnName && read.name !== read.symbol ? read.name : known.name,
    kind: known.kind === 'unknown' ? read.kind : known.kind,
    exchange: isOwnExchange ? (read.exchange ?? known.exchange) : known.exchange,
    sector: known.sector ?? read.sector,
    industry: known.industry ?? read.industry,
  };
}

/** What the source has told of a security's listing up to now: an answer without a name tells none. */
export function toldListing({ symbol, name, exchange }: SecurityProfile, before: ToldListing | undefined): ToldListing {
  return {
    toldName: name === symbol ? (before?.toldName ?? null) : name,
    toldExchange: exchange ?? before?.toldExchange ?? null,
  };
}

/** What an operator should know of a security that the source tells with another name or exchange. */
export function listingNotes(stored: Security, { name, exchange }: SecurityProfile, nowMs: number): readonly string[] {
  const { symbol } = stored;
  const since = isoDate(newYorkTime(nowMs).day);
  return [
    ...(stored.name === symbol || stored.name === name
      ? []
      : [`${symbol} is called ${name} since ${since}, and was ${stored.name} before.`]),
    ...(stored.exchange === null || stored.exchange === exchange
      ? []
      : [`${symbol} is listed at ${exchange ?? 'no exchange'} since ${since}, and was at ${stored.exchange} before.`]),
  ];
}
