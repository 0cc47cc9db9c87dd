import type { Found } from '../found.js';
import type { Entity } from '../../names/entity.js';
import { share, type Intent, type Section } from '../intent.js';
import { listed, NO_LINE, ofQuestion, say, signed, type Line } from '../line.js';
import { kept } from './signal.js';
import { statusLine } from './valuation.js';

function marksLine(found: Found, { id, name }: Entity): Line {
  const [row] = found.rows('private_liquidity.mark_on', id);
  const [on, kind, price, valuation, premium] = [
    found.date('private_liquidity.mark_on', id, row),
    found.text('private_liquidity.mark_kind', id, row),
    found.number('private_liquidity.mark_price', id, row),
    found.number('private_liquidity.mark_valuation', id, row),
    found.number('private_liquidity.mark_premium', id, row),
  ];
  const sure = found.text('private_liquidity.mark_class', id, row);
  if (on === undefined || kind === undefined) return NO_LINE;
  const parts = [
    price === undefined ? NO_LINE : say`at ${price} a share`,
    valuation === undefined ? NO_LINE : say`at an implied valuation of ${valuation}`,
    premium === undefined ? NO_LINE : say`${signed(premium)} against the last round`,
  ];
  return say`The newest secondary event of ${name} is of ${on} (${kind.value}${sure === undefined ? say`` : say`, ${sure}`})${kept(parts).length === 0 ? say`` : say`, ${listed(kept(parts))}`}.`;
}

function tapeLine(found: Found, { id, name }: Entity): Line {
  const [prints] = [found.number('secondary_tape.prints', id)];
  return prints === undefined
    ? NO_LINE
    : say`The tape has ${prints} secondary ${prints.value === 1 ? 'event' : 'events'} of ${name}.`;
}

/** The newest print of the tape. */
function printLine(found: Found, { id, name }: Entity): Line {
  const [row] = found.rows('secondary_tape.on', id);
  const [on, kind, sure, price, valuation] = [
    found.date('secondary_tape.on', id, row),
    found.text('secondary_tape.kind', id, row),
    found.text('secondary_tape.confidence', id, row),
    found.number('secondary_tape.price', id, row),
    found.number('secondary_tape.valuation', id, row),
  ];
  if (on === undefined || kind === undefined) return NO_LINE;
  const parts = kept([
    price === undefined ? NO_LINE : say`at ${price} a share`,
    valuation === undefined ? NO_LINE : say`at an implied valuation of ${valuation}`,
  ]);
  return say`The newest event on the secondary tape of ${name} is of ${on} (${kind.value}${sure === undefined ? say`` : say`, ${sure}`})${parts.length === 0 ? say`` : say`, ${listed(parts)}`}.`;
}

/** That a company is no longer private. */
function goneLine(found: Found, company: Entity): Line {
  const [status, successor] = [
    found.text('private_company.ipo_status', company.id),
    found.text('private_company.succeeded_by', company.id),
  ];
  return statusLine(found, company).text === '' || status === undefined
    ? NO_LINE
    : say`${company.name} has been ${status}${successor === undefined ? say`` : say` (${successor})`}, so that its shares no longer change hands privately.`;
}

/** What the tape tells of companies whose liquidity is not modelled. */
function tradesOnly(companies: readonly Entity[], found: Found): Section | null {
  const prints = kept(companies.map((company) => printLine(found, company)));
  const [headline, ...lines] = prints.length > 0 ? prints : kept(companies.map((company) => goneLine(found, company)));
  if (headline === undefined) return null;
  const more = companies.flatMap((company) => [statusLine(found, company), tapeLine(found, company)]);
  return { headline, lines: kept([...lines, ...more]), coverage: 1 };
}

/** The price of one share. */
const PRICE =
  /\b(?:stock|shares?|secondary) prices?\b|\bprices? (?:of|for) (?:an? |the )?(?:@c\b(?! (?:round|deal))|shares?)|\b(?:price|cost) (?:a|per) share\b|\ba share of @c\b|\b@c(?:'s)? (?:stock|shares?)\W*$|\b(?:trad(?:e|es|ing) (?:at|for)|quoted)\b/;

const isPriced = ({ text }: Line): boolean => /\ba share\b/.test(text);

/** That an event without a price a share is told instead of one. */
const unpriced = (found: Found, { name }: Entity, headline: Line): readonly Line[] =>
  isPriced(headline)
    ? []
    : [
        ofQuestion(
          `No price of a share of ${name} is known${found.tierNeeded('secondary_tape') === null ? '' : ' to this account'}; what follows is told without it.`,
        ),
      ];

/** What a share was last priced at, or the company by the newest event. */
function priceOf(found: Found, company: Entity): Line {
  const lines = kept([printLine(found, company), marksLine(found, company)]);
  return lines.find(isPriced) ?? lines[0] ?? NO_LINE;
}

/** How shares of a private company change hands. */
export const INTENT: Intent = {
  name: 'liquidity',
  signs: [
    [
      /\b(?:(?:buy|sell|get|purchase|own)\b.*\b(?:shares?|stock)|secondar(?:y|ies)|tender(?: offers?)?|illiquid|liquidity|lock-?ups?|tape|employees (?:sell|cash)|can (?:i|one|you) (?:buy|sell|invest)|how (?:can|do|could) (?:i|one|you) (?:buy|sell|invest))\b/,
      4.4,
    ],
    [/\b(?:liquid|how (?:easy|hard|fast|quick(?:ly)?) .*\bsell)\b/, 4.4],
    [PRICE, 4.4],
  ],
  fits: ({ companies }) => companies.length > 0,
  plan: ({ companies, plain }) =>
    companies
      .slice(0, 2)
      .flatMap(({ key: slug }) => [
        { tool: 'private_liquidity', input: { slug } },
        { tool: 'private_company', input: { slug } },
        { tool: 'private_stakes', input: { slug } },
        ...(/\b(?:tape|secondar|tender|last trade)/.test(plain) || PRICE.test(plain)
          ? [{ tool: 'secondary_tape', input: { slug } }]
          : []),
      ]),
  write({ companies, plain }, found) {
    const asked = companies.slice(0, 2);
    const told = asked.filter(({ id }) => found.number('private_liquidity.days', id) !== undefined);
    const [first] = told;
    if (first === undefined) return tradesOnly(asked, found);
    const parts = told.map(({ id, name }) => {
      const instruments = found.texts('private_liquidity.instrument', id).map((fact) => say`${fact.value}`);
      return say`shares of ${name} change hands privately only (${listed(instruments, 'or')}), with ${found.number('private_liquidity.days', id) ?? ''} days expected for a sale`;
    });
    const lines = told.flatMap((company) => {
      const [refusal, basis] = [
        found.text('private_liquidity.refusal', company.id),
        found.text('private_liquidity.basis', company.id),
      ];
      const count = found.number('private_stakes.count', company.id);
      return [
        statusLine(found, company),
        marksLine(found, company),
        tapeLine(found, company),
        refusal === undefined || /\d/.test(refusal.value)
          ? NO_LINE
          : say`${refusal.value.replace(/\.$/, '')} (right of first refusal).`,
        basis === undefined
          ? NO_LINE
          : say`The terms of ${company.name} are those of ${basis.value}, not of its contracts.`,
        count === undefined
          ? NO_LINE
          : say`Listed companies with a known stake in ${company.name}: ${count}; their shares can be bought on the exchange.`,
      ];
    });
    const [gone] = told.filter((company) => statusLine(found, company).text !== '');
    const tier = found.tierNeeded('secondary_tape');
    const print = /\b(?:last|latest|newest)\b.*\btrade[ds]?\b|\btrade[ds]?\b.*\b(?:last|latest)\b/.test(plain)
      ? printLine(found, first)
      : NO_LINE;
    const price = PRICE.test(plain) ? priceOf(found, first) : NO_LINE;
    const headline =
      price.text !== '' && (gone === undefined || isPriced(price))
        ? price
        : print.text !== ''
          ? print
          : tier !== null && /\btape\b/.test(plain)
            ? say`The tape of secondary trades needs the ${tier} tier; this account has the model of ${first.name}’s liquidity.`
            : gone === undefined
              ? say`${listed(parts)}.`
              : goneLine(found, gone);
    return {
      headline: { ...headline, text: headline.text.charAt(0).toUpperCase() + headline.text.slice(1) },
      lines: kept(lines),
      unread: PRICE.test(plain) ? unpriced(found, first, headline) : [],
      coverage: share(asked, ({ id }) => found.number('private_liquidity.days', id) !== undefined),
    };
  },
};
