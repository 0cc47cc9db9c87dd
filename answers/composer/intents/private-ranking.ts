import type { DateFact } from '../../facts/fact.js';
import type { Intent } from '../intent.js';
import { dated, listed, say, type Line } from '../line.js';
import type { Question } from '../question.js';
import { listSizeIn, privateSectorIn } from '../slots.js';
import { classOf } from './valuation.js';

const SHOWN = 5;
/** No longer private. */
const GONE = /^(?:listed|acquired)$/;

const RAISED = /\brais(?:ed?|es|ing)\b|\bmost[- ]funded\b|\bfunding\b/;
const EXCLUDED = /\b(?:excluding|except(?: for)?|without|other than|outside(?: of)?|not in|no)\b/;

const EXCLUSION = new RegExp(`${EXCLUDED.source} [\\w ]+`);

/** The sector of a question, or the one that it leaves out. */
function sectorsOf(question: Question): { readonly sector: string | null; readonly excluded: string | null } {
  const named = privateSectorIn(question);
  return EXCLUDED.test(question.plain) ? { sector: null, excluded: named } : { sector: named, excluded: null };
}

const whenOf = (on: DateFact | undefined): Line => (on === undefined ? say`` : say` ${dated(on)}`);

/** The private companies with the largest known valuations. */
export const INTENT: Intent = {
  name: 'private-ranking',
  signs: [
    [
      /\b(?:most valuable|largest|biggest|highest[- ]valued|top|most highly valued|valued the most|worth the most)\b.*\b(?:private|startups?|unicorns?)\b|\b(?:private|startups?|unicorns?)\b.*\b(?:most valuable|largest|biggest|highest|worth the most|valued the most)\b/,
      4.6,
    ],
    [/\b(?:private (?:\w+ )?companies|unicorns?|startups?)\b/, 2.4],
    [/\b(?:private compan(?:y|ies)|startups?|unicorns?)\b.*\brais(?:ed|ing) (?:the )?most\b|\bmost[- ]funded\b/, 9],
    [/\b(?:which|what) (?!listed|public)\w+ companies (?:do|does|are) (?:you|this service|covered)\b/, 2.4],
  ],
  fits: ({ companies, securities, investors }) => companies.length + securities.length + investors.length === 0,
  plan: (question) => [
    { tool: 'private_companies', input: { sector: sectorsOf(question).sector, search: null } },
    { tool: 'private_marks', input: { first: SHOWN } },
  ],
  write(question, found) {
    const { sector, excluded } = sectorsOf(question);
    const total = found.number('private_companies.total');
    const byRaised = RAISED.test(question.plain);
    const key = byRaised ? 'raised' : 'valuation';
    const amountOf = (row: number): number => found.number(`private_companies.${key}`, undefined, row)?.value ?? 0;
    const all = found
      .rows(`private_companies.${key}`)
      .filter((row) => excluded === null || found.text('private_companies.sector', undefined, row)?.value !== excluded)
      .sort((one, other) => amountOf(other) - amountOf(one));
    const statusOf = (row: number) => found.text('private_companies.ipo_status', undefined, row);
    const isLeft = (row: number): boolean => GONE.test(statusOf(row)?.value ?? '');
    const rows = all.filter((row) => !isLeft(row)).slice(0, listSizeIn(question) ?? SHOWN);
    const left = all.filter(isLeft);
    if (total === undefined || rows.length === 0)
      return { headline: say`No private company of that sector is stored with a valuation.`, lines: [], coverage: 0.4 };
    const at = (row: number) => ({
      name: found.text('private_companies.name', undefined, row),
      value: found.number('private_companies.valuation', undefined, row),
      raised: found.number('private_companies.raised', undefined, row),
      on: found.date('private_companies.valuation_on', undefined, row),
      sector: found.text('private_companies.sector', undefined, row),
    });
    const marks = found
      .rows('private_marks.value')
      .slice(0, 3)
      .map(
        (row) =>
          say`${found.text('private_marks.name', undefined, row) ?? ''} (${found.number('private_marks.value', undefined, row) ?? ''})`,
      );
    const by = byRaised ? 'money raised in all, as far as it is known' : 'last known valuation';
    const group = (sector === null ? '' : ` in ${sector}`) + (excluded === null ? '' : ` outside ${excluded}`);
    const are = rows.length === 1 ? `company${group} is` : `companies${group} are`;
    const parts = rows.map((row) => {
      const { name, raised, value } = at(row);
      return say`${name ?? ''} (${(byRaised ? raised : value) ?? ''})`;
    });
    const leftOut = left.map((row) => say`${at(row).name ?? ''} (${statusOf(row) ?? ''})`);
    const wereRead = `${total.value === 1 ? 'company was' : 'companies were'} read${sector === null ? '' : ' in that sector'}`;
    return {
      headline: say`By ${by}, the largest private ${are} ${listed(parts)}.`,
      lines: [
        say`Of the directory, ${total} ${wereRead}.`,
        ...rows
          .slice(0, 4)
          .filter((row) => at(row).value !== undefined)
          .map(
            (row) =>
              say`${at(row).name ?? ''} (${at(row).sector?.value ?? 'no sector'}) was valued at ${at(row).value ?? ''}${whenOf(at(row).on)}${classOf(found.text('private_companies.valuation_class', undefined, row))}.`,
          ),
        ...(marks.length === 0 || sector !== null || excluded !== null || byRaised
          ? []
          : [say`By the model’s marks of today the largest are ${listed(marks)}.`]),
        ...(left.length === 0 ? [] : [say`Left out, as no longer private: ${listed(leftOut)}.`]),
      ],
      coverage: 1,
      used: EXCLUSION.exec(question.plain)?.slice(0, 1) ?? [],
    };
  },
};
