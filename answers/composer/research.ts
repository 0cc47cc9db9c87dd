import type { Entity } from '../names/entity.js';
import type { Found } from './found.js';
import type { Reading, Section } from './intent.js';
import { afterLine, recentLine } from './intents/street.js';
import { growthLine } from './intents/earnings-results.js';
import { quarterLine } from './intents/earnings-date.js';
import { dividendLine, insiderLine } from './intents/events.js';
import { chanceLine, rangeLine as monthsLine } from './intents/seasonality.js';
import { kept, newsLine, reportLine, targetLine } from './intents/signal.js';
import { changesLine } from './intents/signal-history.js';
import { returnsLine, riskLine } from './intents/price.js';
import { stakesLine } from './intents/backers.js';
import { markLine, readinessLine, roundLine, tapeLine } from './intents/valuation.js';
import { say, type Line } from './line.js';
import type { Question } from './question.js';
import { wordList } from './words.js';

const SENTENCES = 8;
/** Readings of holdings make an answer more certain; they are no contradiction. */
const PORTFOLIO = 'portfolio';
/** Subjects of one answer that get a paragraph of each kind. */
const MOST = 3;

/** Paragraphs about listed securities, each from the tools that answered. */
const OF_SECURITIES: readonly (readonly [title: string, lines: (found: Found, id: string) => readonly Line[]])[] = [
  ['Prices and risk', (found, id) => [returnsLine(found, id), riskLine(found, id)]],
  ['Reports', (found, id) => [quarterLine(found, id), growthLine(found, id), reportLine(found, id)]],
  ['Analysts', (found, id) => [targetLine(found, id), afterLine(found, id), recentLine(found, id)]],
  ['Signal record', (found, id) => [changesLine(found, id)]],
  ['News', (found, id) => [newsLine(found, id)]],
  ['Events', (found, id) => [insiderLine(found, id), dividendLine(found, id)]],
  ['Seasons', (found, id) => [monthsLine(found, id), chanceLine(found, id)]],
];

const OF_COMPANIES: readonly (readonly [title: string, lines: (found: Found, company: Entity) => readonly Line[]])[] = [
  ['Rounds', (found, company) => [roundLine(found, company)]],
  ['Value', (found, company) => [markLine(found, company), tapeLine(found, company)]],
  ['Holders', (found, company) => [stakesLine(found, company)]],
  ['Listing', (found, company) => [readinessLine(found, company)]],
];

/** What agrees and what contradicts, of each subject with readings. */
function agreementLines(readings: readonly Reading[]): readonly Line[] {
  const subjects = [...new Set(readings.map(({ subject }) => subject))];
  return subjects.flatMap((subject) => {
    const own = readings.filter((reading) => reading.subject === subject);
    const names = (sign: number): string =>
      wordList(own.filter((reading) => reading.sign === sign).map(({ name }) => name));
    const [up, down, neither] = [names(1), names(-1), names(0)];
    if (own.length < 2 || subject === PORTFOLIO) return [];
    const parts = [
      up === '' ? '' : `for it: ${up}`,
      down === '' ? '' : `against it: ${down}`,
      neither === '' ? '' : `neither: ${neither}`,
    ].filter((part) => part !== '');
    const verdict =
      up !== '' && down !== '' ? 'The readings contradict each other' : 'The readings do not contradict each other';
    return [say`${verdict} on ${subject} (${parts.join('; ')}).`];
  });
}

/**
 * A longer text in paragraphs: the answer, what each further tool told, what agrees and what contradicts, and what is
 * missing.
 */
export function researchLines(
  { securities, companies, holdings }: Question,
  sections: readonly Section[],
  found: Found,
  notes: readonly Line[],
): readonly (readonly Line[])[] {
  const said = new Set<string>();
  const fresh = (lines: readonly Line[]): readonly Line[] =>
    kept(lines).filter(({ text }) => {
      const isNew = !said.has(text);
      said.add(text);
      return isNew;
    });
  const [first] = sections;
  const answers = sections.map((section) =>
    fresh([...(section === first ? [] : [section.headline]), ...section.lines.slice(0, SENTENCES)]),
  );
  const ids =
    holdings === null
      ? securities.slice(0, MOST).map(({ key }) => key)
      : holdings.slice(0, MOST).map(({ ticker }) => ticker);
  const titled = (title: string, lines: readonly Line[]): readonly Line[] =>
    lines.map((line, index) => (index === 0 ? { ...line, text: `${title}: ${line.text}` } : line));
  const listed = OF_SECURITIES.map(([title, lines]) => titled(title, fresh(ids.flatMap((id) => lines(found, id)))));
  const unlisted = OF_COMPANIES.map(([title, lines]) =>
    titled(title, fresh(companies.slice(0, MOST).flatMap((company) => lines(found, company)))),
  );
  const agreement = titled('Agreement', agreementLines(sections.flatMap(({ readings = [] }) => readings)));
  return [...answers, ...listed, ...unlisted, agreement, titled('Missing', notes)].filter(
    (paragraph) => paragraph.length > 0,
  );
}
