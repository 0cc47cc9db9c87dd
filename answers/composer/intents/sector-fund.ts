import type { Intent } from '../intent.js';
import { ofQuestion } from '../line.js';
import { periodIn } from '../periods.js';
import type { Question } from '../question.js';
import { sectorsIn } from '../slots.js';
import { INTENT as PAST_PRICE } from './past-price.js';
import { INTENT as PRICE } from './price.js';
import { SECTOR_FUNDS } from './price-move.js';

/** "How did tech do last week?": of a sector as a whole. */
const OF_SECTOR =
  /\bhow (?:did|has|have|is|are|was|were) (?:the )?([a-z ]+?)(?: sector| stocks| shares)? (?:do|done|doing|perform(?:ed|ing)?|fared?)\b/;

/** A question with the fund of the sector that it is about; null if it is about none. */
function ofFund(question: Question): Question | null {
  const { plain, securities, companies, investors, names, directory } = question;
  const named = OF_SECTOR.exec(plain)?.[1];
  if (named === undefined || securities.length + companies.length + investors.length > 0) return null;
  if (names.unknownNames.length > 0) return null;
  const [sector, ...more] = sectorsIn({ ...question, plain: named });
  const fund = sector === undefined ? undefined : directory.byTicker.get(SECTOR_FUNDS[sector] ?? '');
  return fund === undefined || more.length > 0
    ? null
    : {
        ...question,
        securities: [fund],
        plain: plain.replace(named, '@s').replace(/@s (?:sector|stocks|shares)/, '@s'),
      };
}

/** The kind that answers for the fund: over a stretch of the calendar, or a window of returns. */
const kindOf = (question: Question): Intent =>
  PAST_PRICE.fits(question) && periodIn(question) !== null ? PAST_PRICE : PRICE;

/** How a sector has done, by its fund. */
export const INTENT: Intent = {
  name: 'sector-fund',
  signs: [[/^.*$/, 8]],
  fits: (question) => ofFund(question) !== null,
  plan(question) {
    const asked = ofFund(question);
    return asked === null ? [] : kindOf(asked).plan(asked);
  },
  write(question, found) {
    const asked = ofFund(question);
    const section = asked === null ? null : kindOf(asked).write(asked, found);
    return section === null
      ? null
      : {
          ...section,
          lines: [
            ofQuestion('The question asks for a sector, for which the fund stands that is told.'),
            ...section.lines,
          ],
        };
  },
};
