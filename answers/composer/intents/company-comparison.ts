import type { NumberFact } from '../../facts/fact.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import type { Question } from '../question.js';
import { kept } from './signal.js';
import { classOf, roundLine, statusLine } from './valuation.js';

const COMPARED = 4;

interface Valued {
  readonly company: Entity;
  readonly fact: NumberFact;
}

/** Companies by a figure of theirs, the larger first; those without it are left out. */
function ranked(companies: readonly Entity[], found: Found, key: string): readonly Valued[] {
  return companies
    .flatMap((company): readonly Valued[] => {
      const fact = found.number(`private_company.${key}`, company.id);
      return fact === undefined ? [] : [{ company, fact }];
    })
    .sort((one, other) => other.fact.value - one.fact.value);
}

function valuationPart(found: Found, { company, fact }: Valued): Line {
  const on = found.date('private_company.valuation_on', company.id);
  const sure = classOf(found.text('private_company.valuation_class', company.id));
  return say`${company.name} ${fact}${sure}${on === undefined ? say`` : say`, of ${on}`}`;
}

/** Figures that a question compares by instead of valuations. */
const BY: readonly (readonly [RegExp, key: string, name: string])[] = [
  [/\brais(?:ed?|es|ing)\b|\bfunding\b/, 'raised', 'money raised in all'],
  [/\brevenues?\b|\bsales\b/, 'revenue', 'estimated revenue'],
  [/\bemployees?\b|\bheadcount\b|\bpeople\b/, 'employees', 'employees'],
];

function headlineOf({ plain }: Question, companies: readonly Entity[], found: Found): Line {
  const by = BY.find(([pattern]) => pattern.test(plain));
  const line = by === undefined ? NO_LINE : besideLine(companies, found, by[1], by[2]);
  if (line.text !== '') return line;
  const all = ranked(companies, found, 'valuation');
  const [first, second] = all;
  if (first === undefined || second === undefined) return NO_LINE;
  const parts = {
    text: all.map((each) => valuationPart(found, each).text).join('; '),
    sources: all.flatMap((each) => valuationPart(found, each).sources),
  };
  return first.fact.value > second.fact.value
    ? say`${first.company.name} is valued ${all.length > 2 ? 'highest' : 'higher'}: ${parts}.`
    : say`${first.company.name} and ${second.company.name} are valued alike: ${parts}.`;
}

/** "By estimated revenue: Databricks $4 billion and Stripe $5 billion." */
function besideLine(companies: readonly Entity[], found: Found, key: string, name: string): Line {
  const all = ranked(companies, found, key);
  return all.length === 0
    ? NO_LINE
    : say`By ${name}: ${listed(all.map(({ company, fact }) => say`${company.name} ${fact}`))}${all.length < companies.length ? '; of the others none is known' : ''}.`;
}

/** Private companies side by side: valuations, last rounds, revenues. */
export const INTENT: Intent = {
  name: 'company-comparison',
  signs: [
    [/\b(?:compar(?:e|ed|ing|ison)|versus|vs\.?|side by side|differences? between)(?= |$|\b)/, 4.2],
    [/@c (?:or|against) @c/, 2],
    [/\brais(?:ed|ing) (?:the )?(?:more|most)\b/, 5],
    [/\b(?:bigger|larger|biggest|largest)\b/, 3],
  ],
  fits: ({ companies, securities }) => companies.length > 1 && securities.length === 0,
  plan: ({ companies }) =>
    companies.slice(0, COMPARED).map(({ key: slug }) => ({ tool: 'private_company', input: { slug } })),
  write(question, found) {
    const { companies } = question;
    const asked = companies.slice(0, COMPARED);
    const told = asked.filter(({ id }) => found.text('private_company.name', id) !== undefined);
    if (told.length < 2) return null;
    const headline = headlineOf(question, told, found);
    return {
      headline:
        headline.text === ''
          ? say`A valuation is not known of ${listed(told.filter(({ id }) => found.number('private_company.valuation', id) === undefined).map(({ name }) => say`${name}`))}, so that they are compared by what else is known.`
          : headline,
      lines: kept([
        ...told.map((company) => roundLine(found, company)),
        besideLine(told, found, 'revenue', 'estimated revenue'),
        besideLine(told, found, 'raised', 'money raised in all'),
        besideLine(told, found, 'employees', 'employees'),
        ...told.map((company) => statusLine(found, company)),
      ]),
      coverage: share(asked, ({ id }) => found.number('private_company.valuation', id) !== undefined),
    };
  },
};
