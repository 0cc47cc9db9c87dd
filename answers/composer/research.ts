import type { Reading, Section } from './intent.js';
import { say, type Line } from './line.js';
import { wordList } from './words.js';

const SENTENCES = 9;

/** What agrees and what contradicts, of each subject with readings. */
function agreementLines(readings: readonly Reading[]): readonly Line[] {
  const subjects = [...new Set(readings.map(({ subject }) => subject))];
  return subjects.flatMap((subject) => {
    const own = readings.filter((reading) => reading.subject === subject);
    const names = (sign: number): string => wordList(own.filter((reading) => reading.sign === sign).map(({ name }) => name));
    const [up, down, neither] = [names(1), names(-1), names(0)];
    if (own.length < 2) return [];
    const parts = [up === '' ? '' : `pointing up: ${up}`, down === '' ? '' : `pointing down: ${down}`, neither === '' ? '' : `saying neither: ${neither}`].filter((part) => part !== '');
    const verdict = up !== '' && down !== '' ? 'The readings contradict each other' : 'The readings agree';
    return [say`${verdict} on ${subject} (${parts.join('; ')}).`];
  });
}

/** A longer text in paragraphs: what each tool told, what agrees and what contradicts, and what is missing. */
export function researchLines(sections: readonly Section[], notes: readonly Line[]): readonly (readonly Line[])[] {
  const [first] = sections;
  const paragraphs = sections.map((section) => {
    const own = section === first ? [] : [section.headline];
    return [...own, ...section.lines].slice(0, SENTENCES);
  });
  const agreement = agreementLines(sections.flatMap(({ readings = [] }) => readings));
  return [...paragraphs, agreement, notes].filter((paragraph) => paragraph.length > 0);
}
