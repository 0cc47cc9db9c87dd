import type { AskedManagers } from './asked-managers.js';
import { ofQuestion, type Line } from './line.js';
import { quoted } from './notes.js';
import type { Question } from './question.js';

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december';
/** Words of a question for another time than the newest quarter. */
export const OTHER_TIME = new RegExp(
  '\\b(?:(?:quarters?|months?|years?|weeks?) ago|(?:the )?quarter before|' +
    `(?:(?:at )?(?:the )?end of|in|since|of) (?:${MONTHS})(?: (?:19|20)\\d{2})?|` +
    '(?:in|since) (?:19|20)\\d{2}|q[1-4](?: (?:of )?(?:19|20)\\d{2})?|' +
    '(?:this|last|past) (?:week|month|year)|today|yesterday)\\b',
);

/** What is asked and not told, each with its sentence. */
const UNTOLD: readonly (readonly [RegExp, string])[] = [
  [OTHER_TIME, 'Of a manager’s reports, answers read the newest one alone.'],
  [/\bwhy\b|\breasons?\b/, 'Forms 13F tell no reasons.'],
  [/\bshort(?:s|ing|ed)?\b|\bbets? against\b/, 'Forms 13F tell no short positions.'],
  [/^when\b|\bwhen (?:did|does|will|is)\b|\bdue\b|\bdate of\b/, 'Days of trades and of filings are not told.'],
  [/\b(?:prices?|pay|paid|cost)\b/, 'Forms 13F tell no prices of purchases.'],
  [/\b(?:smallest|least)\b/, 'Positions are told from the largest on.'],
  [/\b(?:tech|technology|energy|financial|bank|health\w*|sectors?|industr\w+)\b/, 'Positions are not told by sector.'],
  [
    /\b(?:both|in common|overlap\w*|shared?)\b(?!.*\bof @s\b)/,
    'Positions that several managers have in common are not told.',
  ],
  [
    /\b(?:percent|percentage|%|share|part|fraction) of @s\b(?!'s)|\bhow much of @s\b(?!'s)/,
    'Forms 13F do not tell a company’s shares outstanding, so that the part of it that a manager holds is not told.',
  ],
  [/\b(?:bitcoin|crypto\w*|bonds?|real estate|cash)\b/, 'Forms 13F tell no cash, bonds or other assets.'],
];

/** Parts of a question that its answer does not tell. */
export function untoldLines(
  { plain, names, directory, companies }: Question,
  { owners, targets, isCut }: AskedManagers,
): readonly Line[] {
  const unknown = [...names.unknownTickers, ...names.unknownNames];
  const isShared = owners.some(({ id }) => directory.managers.shared.has(id));
  return [
    ...UNTOLD.filter(([pattern]) => pattern.test(plain)).map(([, sentence]) => sentence),
    ...(companies.length > 0 && targets.length === 0 ? ['Forms 13F tell no stakes in private companies.'] : []),
    ...(unknown.length > 0 && targets.length === 0
      ? [`No security is stored under ${quoted(unknown)}, so that no position in it was looked for.`]
      : []),
    ...(isCut ? ['More managers are named than one answer takes; the others are left out.'] : []),
    ...(isShared ? ['Several managers have this name; the one with the largest report is told.'] : []),
  ].map(ofQuestion);
}
