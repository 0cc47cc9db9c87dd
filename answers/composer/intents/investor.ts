import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { article } from '../words.js';
import { kept } from './signal.js';

const names = (found: Found, key: string, { id }: Entity): readonly Line[] =>
  found.texts(`investor.${key}`, id).map((fact) => say`${fact}`);

function assetsLine(found: Found, { id, name }: Entity): Line {
  const [aum, on] = [found.number('investor.aum', id), found.date('investor.aum_on', id)];
  return aum === undefined ? NO_LINE : say`${name} manages ${aum}${on === undefined ? say`` : say` as of ${on}`}.`;
}

function kindLine(found: Found, { id, name }: Entity): Line {
  const [type, place, founded] = [
    found.text('investor.type', id),
    found.text('investor.hq', id),
    found.number('investor.founded', id),
  ];
  return type === undefined
    ? NO_LINE
    : say`${name} is ${article(type.value)}${place === undefined ? say`` : say` in ${place.value}`}${founded === undefined ? say`` : say`, founded in ${founded}`}.`;
}

function dealsLine(found: Found, { id, name }: Entity): Line {
  const parts = [...new Set(found.rows('investor.deal', id))].slice(0, 4).flatMap((row) => {
    const [deal, on, stage, amount] = [
      found.text('investor.deal', id, row),
      found.date('investor.deal_on', id, row),
      found.text('investor.deal_stage', id, row),
      found.number('investor.deal_amount', id, row),
    ];
    if (deal === undefined) return [];
    const details = [
      stage === undefined ? NO_LINE : say`${stage.value}`,
      amount === undefined ? NO_LINE : say`a round of ${amount}`,
      on === undefined ? NO_LINE : say`${on}`,
    ];
    return [
      say`${deal}${
        kept(details).length === 0
          ? say``
          : say` (${{
              ...listed(kept(details)),
              text: kept(details)
                .map(({ text }) => text)
                .join(', '),
            }})`
      }`,
    ];
  });
  return parts.length === 0 ? NO_LINE : say`Recent investments of ${name}: ${listed(parts)}.`;
}

function portfolioLine(found: Found, firm: Entity): Line {
  const all = names(found, 'holding', firm);
  return all.length === 0 ? NO_LINE : say`In its portfolio ${firm.name} has ${listed(all)}.`;
}

function focusLine(found: Found, firm: Entity): Line {
  const [sectors, stages] = [names(found, 'sector', firm), names(found, 'stage', firm)];
  if (sectors.length + stages.length === 0) return NO_LINE;
  return say`${firm.name} invests${stages.length === 0 ? say`` : say` at ${listed(stages)}`}${sectors.length === 0 ? say`` : say` in ${listed(sectors)}`}.`;
}

function partnersLine(found: Found, firm: Entity): Line {
  const all = names(found, 'partner', firm);
  return all.length === 0 ? NO_LINE : say`Notable partners of ${firm.name} are ${listed(all)}.`;
}

const TOPICS: readonly (readonly [RegExp, (found: Found, firm: Entity) => Line, (name: string) => string])[] = [
  [
    /\b(?:aum|assets|manages?|how (?:big|large|much)|size)\b/,
    assetsLine,
    (name) => `What ${name} manages is not known to this service.`,
  ],
  [
    /\b(?:recent\w*|latest|lately|new(?:est)? (?:investments?|deals?)|invest(?:ed|ing|ments?)|deals?)\b/,
    dealsLine,
    (name) => `No recent investment of ${name} is known to this service.`,
  ],
  [
    /\b(?:portfolio|backed|backs|companies|holds?|owns?)\b/,
    portfolioLine,
    (name) => `No company in the portfolio of ${name} is known to this service.`,
  ],
  [
    /\b(?:partners?|who (?:runs|leads|works))\b/,
    partnersLine,
    (name) => `No partners of ${name} are known to this service.`,
  ],
  [
    /\b(?:focus|sectors?|stages?|what (?:does|do))\b/,
    focusLine,
    (name) => `What ${name} looks for is not known to this service.`,
  ],
];

/** What is known of an investor. */
export const INTENT: Intent = {
  name: 'investor',
  signs: [
    [
      /\b(?:aum|assets|manages?|portfolio|invest(?:s|ed|ing|ments?)|deals?|backed|backs|partners?|focus|fund|who is|what is|what does|tell me about|how (?:big|large))\b/,
      2.6,
    ],
    [/@i/, 1.1],
  ],
  fits: ({ investors }) => investors.length > 0,
  plan: ({ investors }) => investors.slice(0, 3).map(({ key: slug }) => ({ tool: 'investor', input: { slug } })),
  research: ({ investors }) =>
    investors.slice(0, 1).map(({ name }) => ({
      tool: 'startup_news',
      input: { first: 5, search: name.slice(0, 80), hasFunding: false, topic: null },
    })),
  write({ plain, investors }, found) {
    const asked = investors.slice(0, 3);
    const [firm] = asked;
    if (firm === undefined || found.text('investor.name', firm.id) === undefined) return null;
    const topic = TOPICS.find(([pattern]) => pattern.test(plain));
    const all = (each: Entity): readonly Line[] => [
      kindLine(found, each),
      assetsLine(found, each),
      focusLine(found, each),
      dealsLine(found, each),
      portfolioLine(found, each),
      partnersLine(found, each),
    ];
    const lines = kept(asked.flatMap(all));
    const told = topic === undefined ? kept([kindLine(found, firm)]) : kept(asked.map((each) => topic[1](found, each)));
    const [first] = told;
    if (asked.length > 1 && topic?.[1] === assetsLine) {
      const ranked = asked
        .flatMap((each) => {
          const fact = found.number('investor.aum', each.id);
          return fact === undefined ? [] : [{ each, fact }];
        })
        .sort((one, other) => other.fact.value - one.fact.value);
      const [largest] = ranked;
      if (largest !== undefined && ranked.length > 1)
        return {
          headline: say`${largest.each.name} manages the most: ${listed(ranked.map(({ each, fact }) => say`${fact} for ${each.name}`))}.`,
          lines,
          coverage: share(asked, ({ id }) => found.number('investor.aum', id) !== undefined),
        };
    }
    if (first === undefined)
      return {
        headline: say`${topic?.[2](firm.name) ?? `Nothing more is known of ${firm.name}.`}`,
        lines,
        coverage: 0.3,
      };
    return { headline: first, lines: lines.filter(({ text }) => text !== first.text), coverage: 1 };
  },
};
