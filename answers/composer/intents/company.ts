import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { possessive } from '../words.js';
import { raisedLine } from './backers.js';
import { kept } from './signal.js';
import { classOf, roundLine } from './valuation.js';

interface Topic {
  readonly pattern: RegExp;
  /** The answer; empty if it is not known. */
  readonly line: (found: Found, company: Entity) => Line;
  /** What is said if it is not. */
  readonly missing: (name: string) => string;
}

const text = (found: Found, key: string, { id }: Entity) => found.text(`private_company.${key}`, id);
const names = (found: Found, key: string, { id }: Entity): readonly Line[] =>
  found.texts(`private_company.${key}`, id).map((fact) => say`${fact}`);

function chiefLine(found: Found, company: Entity): Line {
  const chief = text(found, 'ceo', company);
  return chief === undefined ? NO_LINE : say`The chief executive of ${company.name} is ${chief}.`;
}

function foundersLine(found: Found, company: Entity): Line {
  const founders = names(found, 'founder', company);
  return founders.length === 0 ? NO_LINE : say`${company.name} was founded by ${listed(founders)}.`;
}

function peopleLine(found: Found, company: Entity): Line {
  const [chief, founders] = [text(found, 'ceo', company), names(found, 'founder', company)];
  if (chief === undefined || founders.length === 0)
    return chief === undefined ? foundersLine(found, company) : chiefLine(found, company);
  return say`The chief executive of ${company.name} is ${chief}, and its ${founders.length === 1 ? 'founder is' : 'founders are'} ${listed(founders)}.`;
}

function originLine(found: Found, company: Entity): Line {
  const [founded, place, employees] = [
    found.number('private_company.founded', company.id),
    text(found, 'hq', company),
    found.number('private_company.employees', company.id),
  ];
  const parts = [
    founded === undefined ? NO_LINE : say`was founded in ${founded}`,
    place === undefined ? NO_LINE : say`is based in ${place}`,
    employees === undefined ? NO_LINE : say`has ${employees} employees`,
  ];
  return kept(parts).length === 0 ? NO_LINE : say`${company.name} ${listed(kept(parts))}.`;
}

function whatLine(found: Found, company: Entity): Line {
  const [tagline, sector] = [text(found, 'tagline', company), text(found, 'sector', company)];
  if (tagline === undefined)
    return sector === undefined ? NO_LINE : say`${company.name} is a company of the sector ${sector}.`;
  return say`${company.name}${sector === undefined ? say`` : say` (${sector})`}: ${tagline.value.replace(/\.$/, '')}.`;
}

function revenueLine(found: Found, company: Entity): Line {
  const [revenue, growth] = [found.number('private_company.revenue', company.id), text(found, 'growth', company)];
  if (revenue === undefined) return NO_LINE;
  return say`The estimated revenue of ${company.name} is ${revenue}${growth === undefined || /\d/.test(growth.value) ? '' : ` (${growth.value})`}.`;
}

const TOPICS: readonly Topic[] = [
  {
    pattern: /\b(?:founders?|founded by|who (?:founded|started|created))\b/,
    line: foundersLine,
    missing: (name) => `The founders of ${name} are not known to this service.`,
  },
  {
    pattern: /\b(?:ceo|chief|who (?:runs|leads)|leadership|head of)\b/,
    line: chiefLine,
    missing: (name) => `The chief executive of ${name} is not known to this service.`,
  },
  {
    pattern: /\b(?:headquarter\w*|hq|based|located|where is|how old|founded)\b/,
    line: originLine,
    missing: (name) => `When and where ${name} was founded is not known to this service.`,
  },
  {
    pattern: /\b(?:employees?|headcount|staff|people work)\b/,
    line: (found, company) =>
      found.number('private_company.employees', company.id) === undefined ? NO_LINE : originLine(found, company),
    missing: (name) => `The number of employees of ${name} is not known to this service.`,
  },
  {
    pattern: /\b(?:revenues?|sales|arr|turnover|make a year|earn|profitable)\b/,
    line: revenueLine,
    missing: (name) => `The revenue of ${name} is not known to this service.`,
  },
  {
    pattern: /\b(?:rivals?|competitors?|competes?|competition|alternatives?)\b/,
    line: (found, company) => {
      const all = names(found, 'rival', company);
      return all.length === 0
        ? NO_LINE
        : say`${all.length === 1 ? 'A known rival' : 'Rivals'} of ${company.name} ${all.length === 1 ? 'is' : 'are'} ${listed(all.slice(0, 8))}.`;
    },
    missing: (name) => `No rivals of ${name} are known to this service.`,
  },
  {
    pattern: /\b(?:products?|sells?|offers?|make[s]?)\b/,
    line: (found, company) => {
      const all = names(found, 'product', company);
      return all.length === 0 ? NO_LINE : say`Products of ${company.name} are ${listed(all.slice(0, 8))}.`;
    },
    missing: (name) => `No products of ${name} are known to this service.`,
  },
  {
    pattern:
      /\b(?:total(?:ly)? raised|raised (?:in (?:all|total)|so far|overall)|how much (?:money |funding )?has .* raised)\b/,
    line: raisedLine,
    missing: (name) => `What ${name} has raised in all is not known to this service.`,
  },
  {
    pattern: /\b(?:rounds?|raised?|raising|funding|series)\b/,
    line: roundLine,
    missing: (name) => `No round of ${name} is known to this service.`,
  },
];

/** What a question asks for, in its own order; nothing twice. */
function topicsOf(plain: string): readonly Topic[] {
  const named = TOPICS.flatMap((topic) => {
    const at = plain.search(topic.pattern);
    return at < 0 ? [] : [{ topic, at }];
  });
  const lines = new Map(named.map(({ topic, at }) => [topic.line, { topic, at }] as const).reverse());
  return [...lines.values()].sort((one, other) => one.at - other.at).map(({ topic }) => topic);
}

function valuationLine(found: Found, { id, name }: Entity): Line {
  const [value, on] = [found.number('private_company.valuation', id), found.date('private_company.valuation_on', id)];
  return value === undefined || on === undefined
    ? NO_LINE
    : say`${possessive(name)} current valuation is ${value}${classOf(found.text('private_company.valuation_class', id))}, of ${on}.`;
}

/** What is known of a private company. */
export const INTENT: Intent = {
  name: 'company',
  signs: [
    [
      /\b(?:ceo|chief executive|founders?|founded|who (?:runs|leads|started|created)|leadership|headquarter\w*|hq|based|employees?|headcount|how old|where is|rivals?|competitors?|competes?|products?|revenues?|arr)\b/,
      3.4,
    ],
    [/\b(?:rounds?|raised?|raising|funding)\b/, 2.4],
    [/\b(?:what (?:does|is|do)|who is|tell me about|about|overview|profile|describe|summary)\b/, 1.4],
    [/@c/, 0.8],
    [/^(?:@c[?.! ]*)+$/, 1],
  ],
  fits: ({ companies }) => companies.length > 0,
  plan: ({ companies }) => companies.slice(0, 3).map(({ key: slug }) => ({ tool: 'private_company', input: { slug } })),
  research: ({ companies }) =>
    companies.slice(0, 2).flatMap(({ key: slug, name }) => [
      { tool: 'private_stakes', input: { slug } },
      { tool: 'ipo_readiness', input: { slug } },
      { tool: 'private_mark', input: { slug } },
      { tool: 'startup_news', input: { first: 5, search: name, hasFunding: false, topic: null } },
    ]),
  write({ plain, companies }, found) {
    const asked = companies.slice(0, 3);
    const topics = topicsOf(plain);
    const [topic, ...others] = topics;
    const [company] = asked;
    if (company === undefined || found.text('private_company.name', company.id) === undefined) return null;
    const rest = (each: Entity): readonly Line[] => [
      whatLine(found, each),
      valuationLine(found, each),
      roundLine(found, each),
      peopleLine(found, each),
      originLine(found, each),
      revenueLine(found, each),
    ];
    if (topic === undefined) {
      const lines = kept(asked.flatMap(rest));
      const [first = say`Nothing more is known of ${company.name}.`] = lines;
      return { headline: first, lines: lines.slice(1), coverage: Math.min(1, lines.length / 4) };
    }
    const told = asked.map((each) => topic.line(found, each));
    const more = others.map(({ line, missing }) => {
      const own = line(found, company);
      return own.text === '' ? say`${missing(company.name)}` : own;
    });
    const lines = kept(
      [...told.slice(1), ...more, ...asked.flatMap(rest)].filter((line) => line.text !== told[0]?.text),
    );
    const [first] = told;
    if (first === undefined || first.text === '')
      return {
        headline: say`${topic.missing(company.name)}`,
        lines: kept([...(topic.line === raisedLine ? [roundLine(found, company)] : []), ...lines]),
        coverage: 0.3,
      };
    return { headline: first, lines, coverage: share(told, ({ text: line }) => line !== '') };
  },
};
