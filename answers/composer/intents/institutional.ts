import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import type { InstitutionalHolders } from '../../tools/institutional-changes.js';
import { listed, NO_LINE, ofQuestion, say, signed, type Line } from '../line.js';
import type { Question } from '../question.js';
import { fullName } from '../words.js';
import { placed } from './comparison.js';
import { kept } from './signal.js';

function managerLine(found: Found, id: string, row: number): Line {
  const [name, shares, value, change, fraction] = [
    found.text('institutional.manager', id, row),
    found.number('institutional.manager_shares', id, row),
    found.number('institutional.manager_value', id, row),
    found.text('institutional.manager_change', id, row),
    found.number('institutional.manager_change_share', id, row),
  ];
  if (name === undefined || value === undefined) return NO_LINE;
  const changed =
    change === undefined
      ? say``
      : fraction === undefined || fraction.value === 0
        ? say` (${change})`
        : say` (${change}, ${signed(fraction)})`;
  return say`${name} with ${shares === undefined ? say`` : say`${shares} shares worth `}${value}${changed}`;
}

const number = (found: Found, name: string, id: string, row?: number) => found.number(`institutional.${name}`, id, row);

const KINDS: readonly (readonly [InstitutionalHolders, RegExp])[] = [
  ['NEW', /\b(?:new|opened|initiated|started)\b.*\b(?:positions?|stakes?|holders?)\b|\bnewly\b/],
  [
    'SOLD',
    new RegExp(
      String.raw`\b(?:s(?:old(?! out)|elling|ells|ell|ellers?)|trim(?:s|m?ed|m?ing)?|reduc(?:e|es|ed|ing)` +
        String.raw`|decreas(?:e|es|ed|ing)|cut|cuts|cutting|dump(?:s|ed|ing)?)\b`,
    ),
  ],
  ['CLOSED', /\b(?:exit(?:s|ed|ing)?|clos(?:e|es|ed|ing)(?! price)|sold out|got out|get out|liquidat(?:e|ed|ing))\b/],
  [
    'BOUGHT',
    /\b(?:b(?:ought|uying|uys|uy|uyers?)|add(?:s|ed|ing)?|increas(?:e|es|ed|ing)|accumulat(?:e|ed|ing)|piling)\b/,
  ],
];
const VERBS: Readonly<Record<Exclude<InstitutionalHolders, 'LARGEST'>, string>> = {
  NEW: 'opened a position in',
  CLOSED: 'closed a position in',
  SOLD: 'sold shares of',
  BOUGHT: 'bought shares of',
};

const kindsIn = ({ plain }: Pick<Question, 'plain'>): readonly InstitutionalHolders[] =>
  KINDS.filter(([, pattern]) => pattern.test(plain)).map(([kind]) => kind);

/** Whether buyers and sellers are asked for, of which one answer reads one side. */
const asksBothSides = (kinds: readonly InstitutionalHolders[]): boolean =>
  kinds.includes('BOUGHT') && (kinds.includes('SOLD') || kinds.includes('CLOSED'));

export function holdersIn(question: Question): InstitutionalHolders {
  const kinds = kindsIn(question);
  return asksBothSides(kinds) ? 'LARGEST' : (kinds[0] ?? 'LARGEST');
}

/** "Aldermoor with 1.67 million shares (closed)". */
function changePart(found: Found, id: string, row: number, verb: 'sold' | 'bought'): Line {
  const [name, shares, kind, fraction] = [
    found.text('institutional.manager', id, row),
    number(found, 'manager_moved', id, row),
    found.text('institutional.manager_change', id, row),
    number(found, 'manager_change_share', id, row),
  ];
  if (name === undefined || shares === undefined) return NO_LINE;
  const isPart = fraction !== undefined && kind !== undefined && !/\b(?:new|closed)\b/.test(kind.value);
  return say`${name} ${verb} ${shares} shares${kind === undefined ? say`` : isPart ? say` (${signed(fraction)})` : say` (${kind})`}`;
}

const ALONE = 'no report of the quarter before is stored';

/** Those that changed a holding the most in the quarter, as the question asks. */
function changedLine(question: Question, found: Found, security: Entity): Line {
  const holders = holdersIn(question);
  if (holders === 'LARGEST') return NO_LINE;
  const id = security.key;
  const [period, count] = [found.date('institutional.period', id), number(found, 'changed', id)];
  const verb = holders === 'SOLD' || holders === 'CLOSED' ? 'sold' : 'bought';
  const parts = kept(
    [...new Set(found.rows('institutional.manager', id))].map((row) => changePart(found, id, row, verb)),
  );
  if (period === undefined || count === undefined) return NO_LINE;
  if (parts.length === 0 && found.text('institutional.unknown_changes', id) !== undefined)
    return say`Who bought or sold ${fullName(security)} in the quarter to ${period} is not known: ${ALONE}.`;
  if (parts.length === 0)
    return say`No manager ${VERBS[holders]} ${fullName(security)} in the quarter to ${period}, as far as forms 13F are stored.`;
  const who = say`${count} ${count.value === 1 ? 'manager' : 'managers'} ${VERBS[holders]} ${fullName(security)}`;
  const most = parts.length < count.value ? ', the most' : '';
  return say`In the quarter to ${period}, ${who}${most}: ${listed(parts)}.`;
}

const OPTIONS = /\b(?:puts?|calls?)\b/;

/** Puts and calls, which are told apart from shares. */
function optionsLine({ plain }: Question, found: Found, security: Entity): Line {
  if (!OPTIONS.test(plain)) return NO_LINE;
  const noun = /\bputs?\b/.test(plain) ? 'puts' : /\bcalls?\b/.test(plain) ? 'calls' : undefined;
  if (noun === undefined) return NO_LINE;
  const { key: id } = security;
  const [managers, shares, period] = [
    number(found, `${noun}_managers`, id),
    number(found, `${noun}_shares`, id),
    found.date('institutional.period', id),
  ];
  if (managers === undefined || period === undefined) return NO_LINE;
  const on = say`${noun} on ${fullName(security)} at the end of the quarter on ${period}`;
  return managers.value === 0 || shares === undefined
    ? say`No manager reported ${on}.`
    : say`${managers} ${managers.value === 1 ? 'manager' : 'managers'} reported ${on}, on ${shares} shares together.`;
}

const SHORT_AND_LATE = 'forms 13F tell no short positions and come weeks after the quarter';

/** Who holds a security by forms 13F. */
export const INTENT: Intent = {
  name: 'institutional',
  signs: [
    [/\b(?:13f|institution(?:s|al(?:ly)?)?|hedge funds?|asset managers?|big (?:holders?|money))\b/, 4.5],
    [
      /\bwho (?:owns|holds|is holding|are the (?:largest|biggest|top) (?:holders|shareholders|owners))\b|\b(?:largest|biggest|top|major) (?:holders?|shareholders?|owners?)\b|\bfunds? (?:own|hold|buying|selling)\b/,
      4.5,
    ],
    [
      /\b(?:managers?|funds?|institutions?|holders?|who)\b.*\b(?:sold|bought|buying|selling|added|trimmed|reduced|increased|exited)\b/,
      3.4,
    ],
    [
      new RegExp(
        String.raw`\b(?:who|which (?:funds?|managers?|institutions?|holders?))\b.*\b(?:sold|bought|opened|closed|exited|` +
          String.raw`added|trimmed)\b.*\b(?:quarter|positions?)\b|\b(?:puts?|calls?)\b.*\b13f\b`,
      ),
      3,
    ],
    [/\b(?:biggest|largest|top) (?:buyers?|sellers?)\b|\bnew positions? in\b/, 4.5],
    [/\bmanagers?\b/, 1.5],
  ],
  fits: ({ securities }) => securities.length > 0,
  plan: (question) => [
    {
      tool: 'institutional',
      input: { tickers: question.securities.map(({ key }) => key), holders: holdersIn(question) },
    },
  ],
  write(question, found) {
    const { plain, securities } = question;
    const told = placed(securities, found, 'institutional.value');
    const [first] = told;
    const [asked] = securities;
    if (first === undefined)
      return asked === undefined
        ? null
        : { headline: say`No form 13F with ${fullName(asked)} is stored.`, lines: [], coverage: 0.2 };
    const { key: id } = first.security;
    const rows = [...new Set(found.rows('institutional.manager', id))];
    const [largest] = rows;
    const [managers, shares, period] = [
      found.number('institutional.managers', id),
      found.number('institutional.shares', id),
      found.date('institutional.period', id),
    ];
    const lines = (holdersIn(question) === 'LARGEST' && !OPTIONS.test(plain) ? told : []).flatMap(
      ({ security: { key } }) => {
        const own = [...new Set(found.rows('institutional.manager', key))]
          .map((row) => managerLine(found, key, row))
          .filter(({ text }) => text !== '');
        return own.length === 0
          ? []
          : [
              say`The largest holders of ${key}: ${listed(own.slice(0, 3))}.`,
              ...(own.length > 3 ? [say`Then ${listed(own.slice(3, 5))} (${key}).`] : []),
            ];
      },
    );
    const who = say`${managers ?? ''} ${managers?.value === 1 ? 'manager' : 'managers'}`;
    const reported = say`${who} reported ${fullName(first.security)}`;
    const name = largest === undefined ? undefined : found.text('institutional.manager', id, largest);
    const largestIs = name === undefined ? say`` : say`; the largest is ${name}`;
    const options = optionsLine(question, found, first.security);
    const changed = options.text !== '' ? options : changedLine(question, found, first.security);
    const others = told.slice(1).map(({ security }) => changedLine(question, found, security));
    return {
      headline:
        changed.text !== ''
          ? changed
          : say`${reported} at the end of the quarter on ${period ?? ''}, together ${first.fact}${largestIs}.`,
      lines: kept([
        options.text === ''
          ? NO_LINE
          : ofQuestion('Answers tell how many managers report puts and calls, and not their names.'),
        ...others,
        ...lines,
        shares === undefined
          ? NO_LINE
          : say`All managers that reported ${id} hold ${shares} shares of it together; ${SHORT_AND_LATE}.`,
      ]),
      coverage: share(securities, ({ key }) => found.number('institutional.value', key) !== undefined),
      unread: asksBothSides(kindsIn(question))
        ? [ofQuestion('Buyers and sellers are told by two questions; what follows are the largest holders.')]
        : [],
    };
  },
};
