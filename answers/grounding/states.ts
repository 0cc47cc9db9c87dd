import type { StatementClaim, StatementReading } from './comparisons.js';
import { agreesWith } from './dates.js';
import { isOf } from './evidence.js';

const AT_EXTREME =
  /\b(?:is|are|trades?|trading|traded|closed|closes|stands?|stood|sits?|remains?)\s(?:now\s|currently\s|again\s)?at\s(?:its|a|the|their)\s(?:new\s)?(?:52-week|one-year|1-year|yearly)\s(high|low)\b/giu;

/** "It closed at its 52-week high": the price must be that level, to a cent. */
function extremeClaims({ sentence, evidence, ownersAt }: StatementReading): readonly StatementClaim[] {
  return Array.from(sentence.matchAll(AT_EXTREME), ({ index, 0: raw, 1: side = '' }) => {
    const place = { start: index, end: index + raw.length };
    const owners = ownersAt(place);
    const levelOf = (label: string) => evidence.numbers.find((fact) => fact.label === label && isOf(fact, owners));
    const [price, level] = [levelOf('price'), levelOf(`52-week ${side.toLowerCase()}`)];
    const isThere = price !== undefined && level !== undefined && Math.abs(price.value - level.value) < 0.01;
    return { ...place, sources: isThere ? [price.source] : null };
  });
}

const LAST =
  /\b(?:ranks?|ranked|ranking|comes?|came|places?|placed|is|are)\s(?:dead\s|in\s)?last\b(?!\s(?:week|month|year|session|quarter))/giu;

/** "It ranks last of the 12": its rank must be as many as there are. */
function lastClaims({ sentence, evidence, ownersAt }: StatementReading): readonly StatementClaim[] {
  return Array.from(sentence.matchAll(LAST), ({ index, 0: raw }) => {
    const place = { start: index, end: index + raw.length };
    const owners = ownersAt(place);
    const rank = evidence.numbers.find((fact) => fact.unit === 'rank' && isOf(fact, owners));
    const isLast = evidence.numbers.some(
      ({ tool, source, label, row, value }) =>
        / that match$/.test(label) &&
        row === null &&
        tool === rank?.tool &&
        source.ref === rank.source.ref &&
        value === rank.value,
    );
    return {
      ...place,
      sources: rank !== undefined && isLast ? [rank.source] : null,
    };
  });
}

const FIRST = /\b(?:ranks?|ranked|ranking|comes?|came|places?|placed)\s(?:in\s)?first\b(?!\s(?:of\sall\stime|half))/giu;

/** "It ranks first of the 12": its rank must be 1, where it has one. */
function firstClaims({ sentence, evidence, ownersAt }: StatementReading): readonly StatementClaim[] {
  return Array.from(sentence.matchAll(FIRST)).flatMap(({ index, 0: raw }): readonly StatementClaim[] => {
    const place = { start: index, end: index + raw.length };
    const owners = ownersAt(place);
    const rank = evidence.numbers.find((fact) => fact.unit === 'rank' && isOf(fact, owners));
    return rank === undefined ? [] : [{ ...place, sources: rank.value === 1 ? [rank.source] : null }];
  });
}

const EXTREME_MONTH =
  /\b(January|February|March|April|May|June|July|August|September|October|November|December)\s(?:is|was)\s(?:[\p{L}\p{N}_]+['’]s?\s|its\s|the\s)*(strongest|weakest)\smonth\b/giu;

/** "April is its strongest month": the month that is called so. */
function monthClaims({ sentence, evidence, ownersAt }: StatementReading): readonly StatementClaim[] {
  return Array.from(sentence.matchAll(EXTREME_MONTH), ({ index, 0: raw, 1: month = '', 2: side = '' }) => {
    const place = { start: index, end: index + raw.length };
    const owners = ownersAt(place);
    const told = evidence.labels.find(
      (fact) => fact.label === `${side.toLowerCase()} month` && isOf(fact, owners) && fact.value === month,
    );
    return { ...place, sources: told === undefined ? null : [told.source] };
  });
}

/** A day that is estimated was not announced. */
function announcedClaims({ sentence, evidence, dates, ownersAt }: StatementReading): readonly StatementClaim[] {
  return Array.from(sentence.matchAll(/\bannounce(?:d|s|ment)?\b/giu)).flatMap(({ index, 0: raw }) => {
    const place = { start: index, end: index + raw.length };
    const isEstimate = dates.some((mention) =>
      evidence.dates.some(
        (fact) =>
          fact.kind === 'date' &&
          fact.label === 'next report' &&
          isOf(fact, ownersAt(mention)) &&
          agreesWith(mention, fact.value),
      ),
    );
    return isEstimate ? [{ ...place, sources: null }] : [];
  });
}

/** What a sentence says that something is: at its high, last of a ranking, announced. */
export const stateClaims = (reading: StatementReading): readonly StatementClaim[] => [
  ...extremeClaims(reading),
  ...lastClaims(reading),
  ...firstClaims(reading),
  ...monthClaims(reading),
  ...announcedClaims(reading),
];
