import { sectorOf } from '../../../engines/investor-fit/sectors.js';
import type { Intent } from '../intent.js';
import { listed, NO_LINE, say } from '../line.js';
import type { Question } from '../question.js';
import { placeIn, privateSectorIn, raisingIn, stageIn } from '../slots.js';
import { capitalised } from '../words.js';
import { kept } from './signal.js';

/** The sector of a question, also by the usual words for one: "healthcare", "life sciences". */
function sectorIn(question: Question): string | null {
  const words = question.plain.match(/[a-z0-9&]+/g) ?? [];
  const phrases = words.flatMap((word, at) => [`${word} ${words[at + 1] ?? ''}`, word]);
  return privateSectorIn(question) ?? phrases.flatMap((phrase) => sectorOf(phrase) ?? [])[0] ?? null;
}

const inputOf = (question: Question) => ({
  sector: sectorIn(question),
  stage: stageIn(question),
  geography: placeIn(question),
  raisingUsd: raisingIn(question),
});

const isAsked = (question: Question): boolean => Object.values(inputOf(question)).some((value) => value !== null);

/** Who might invest. */
export const INTENT: Intent = {
  name: 'investor-fit',
  signs: [
    [
      /\b(?:(?:which|what|find|best|right|suitable) (?:\w+ )?(?:investors?|vcs?|firms?|funds?)\b.*\b(?:for|fit|invest|rais\w*|back|fund)|investors? (?:for|that fit|who)|who (?:should|would|could|might|can) (?:i |we )?(?:fund|invest|back|pitch|approach)|raise (?:from|money)|(?:we|i)(?:'re| are|'m| am) raising|pitch)\b/,
      4.4,
    ],
    [/\braising\b/, 2],
  ],
  fits: (question) => question.companies.length + question.securities.length === 0 && isAsked(question),
  plan: (question) => [{ tool: 'investor_fit', input: inputOf(question) }],
  write(question, found) {
    const rows = found.rows('investor_fit.name').slice(0, 5);
    const total = found.number('investor_fit.total');
    if (rows.length === 0 || total === undefined) return null;
    const { sector, stage, geography } = inputOf(question);
    const raising = found.number('investor_fit.raising');
    const wanted = [
      stage === null ? NO_LINE : say`${stage}`,
      sector === null ? NO_LINE : say`${sector}`,
      geography === null ? NO_LINE : say`${geography.length <= 3 ? geography.toUpperCase() : capitalised(geography)}`,
      raising === undefined ? NO_LINE : say`${raising}`,
    ];
    const parts = rows.map(
      (row) =>
        say`${found.text('investor_fit.name', undefined, row) ?? ''} (${found.number('investor_fit.score', undefined, row) ?? ''})`,
    );
    const reasons = rows.slice(0, 3).flatMap((row) => {
      const [name, reason] = [
        found.text('investor_fit.name', undefined, row),
        found.text('investor_fit.reason', undefined, row),
      ];
      return name === undefined || reason === undefined || /\d/.test(reason.value)
        ? []
        : [say`${name}: ${reason.value.replace(/\.$/, '')}.`];
    });
    return {
      headline: say`For ${{
        ...listed(kept(wanted)),
        text: kept(wanted)
          .map(({ text }) => text)
          .join(', '),
      }}, the best fits are ${listed(parts)}.`,
      lines: kept([
        say`Of ${total} firms, fit is scored from 0 to 100 by pace, dry powder, check size, sector, stage and geography.`,
        ...reasons,
      ]),
      coverage: 1,
    };
  },
};
