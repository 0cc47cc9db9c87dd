import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import type { Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { marketFunds } from '../market-funds.js';
import type { Question } from '../question.js';
import { fullName } from '../words.js';
import { kept } from './signal.js';

/** The source of the market that is invented for demonstrations. */
const INVENTED = 'simulated';
const DATA = String.raw`(?:data|prices?|numbers?|quotes?|figures?|market|stocks?|companies|news|signals?|charts?|information|answers?)`;
const KIND = String.raw`(?:real(?![- ]estate)|fake|simulat\w+|invented|made[- ]up|fictional|genuine|synthetic|actual|authentic|demo)`;
const ASKS = new RegExp(
  [
    String.raw`\b(?:is|are) (?:this|these|that|those|the|your|all|it|they)?(?: of)? ?(?:(?:the|this|@s(?:'s)?|stock|market|price) )*(?:${DATA} )?(?:all )?(?:a |an )?${KIND}\b(?! (?:buys?|sells?|deals?|bargains?|risks?|opportunit\w+|values?|winners?|losers?|returns?|moves?|tests?))`,
    String.raw`\bare you (?:all )?(?:a |an )?(?:real|fake|simulat\w+|demo)\b`,
    String.raw`\b${KIND} (?:or|and) ${KIND}\b`,
    String.raw`\b(?:real|fake|simulated|invented|made[- ]up|synthetic) (?:${DATA})\b(?=\W*$)`,
    String.raw`\bwhere (?:does|do|did|is|are|have|has)\b.*\b${DATA}\b.*\b(?:come|comes|coming|from|get|got|sourced|taken)\b`,
    String.raw`\bwhere do you get\b`,
    String.raw`\b(?:data|prices?|quotes?) (?:sources?|providers?|vendors?|feeds?)\b`,
    String.raw`\b(?:sources?|provenance|origin) of (?:.*\b)?(?:data|prices?|quotes?|series)\b`,
    String.raw`\bwho (?:provides|supplies) (?:.*\b)?(?:data|prices?|quotes?)\b`,
  ].join('|'),
);

/** Some securities whose kinds of data are told one by one. */
const tickersOf = ({ securities, directory }: Question): readonly string[] => {
  const [any] = directory.byTicker.keys();
  const all = securities.length > 0 ? securities : marketFunds(directory).slice(0, 1);
  return all.length > 0 ? all.map(({ key }) => key) : any === undefined ? [] : [any];
};

const named = (source: string): string =>
  source === INVENTED ? `“${INVENTED}”, a market that is invented for demonstrations` : `“${source}”`;

/** "64 securities are from “simulated”, a market that is invented for demonstrations". */
function countsLine(found: Found, key: string, noun: string): Line {
  const parts = [...new Set(found.rows(`data_sources.${key}_source`))].flatMap((row) => {
    const [source, count] = [
      found.text(`data_sources.${key}_source`, undefined, row),
      found.number(`data_sources.${key}_count`, undefined, row),
    ];
    return source === undefined || count === undefined ? [] : [say`${count} ${noun} from ${named(source.value)}`];
  });
  return listed(parts);
}

function ownLine(found: Found, security: Entity): Line {
  const [source, first, last] = [
    found.text('data_sources.own', security.key),
    found.date('data_sources.first', security.key),
    found.date('data_sources.last', security.key),
  ];
  if (source === undefined || first === undefined || last === undefined) return NO_LINE;
  return say`The stored prices of ${fullName(security)}, from ${first} to ${last}, are from the source ${named(source.value)}.`;
}

/** "Daily bars and filings of AAPL are from “simulated”." */
function kindsLine(found: Found, id: string): Line {
  const bySource = new Map<string, Line[]>();
  for (const row of new Set(found.rows('data_sources.kind', id))) {
    const [kind, source] = [found.text('data_sources.kind', id, row), found.text('data_sources.kind_source', id, row)];
    if (kind === undefined || source === undefined) continue;
    bySource.set(source.value, [...(bySource.get(source.value) ?? []), say`${kind}`]);
  }
  const parts = Array.from(bySource, ([source, kinds]) => say`${listed(kinds)} from “${source}”`);
  return parts.length === 0 ? NO_LINE : say`Of ${id} there are stored: ${listed(parts)}.`;
}

function wholeLine(found: Found): Line {
  const sources = found.texts('data_sources.price_source').map(({ value }) => value);
  const lead = sources.every((source) => source === INVENTED)
    ? 'The prices are invented: '
    : sources.includes(INVENTED)
      ? 'A part of the prices is invented: '
      : 'No price is from the invented demo market: ';
  return say`${lead}by the sources that the stored series name, there are ${countsLine(found, 'price', 'securities')}.`;
}

/** Where the stored data come from, and whether they are of the invented market. */
export const INTENT: Intent = {
  name: 'data-sources',
  signs: [[ASKS, 9]],
  fits: (question) =>
    question.companies.length + question.investors.length === 0 &&
    question.holdings === null &&
    ASKS.test(question.plain) &&
    tickersOf(question).length > 0,
  plan: (question) => [{ tool: 'data_sources', input: { tickers: tickersOf(question) } }],
  write(question, found) {
    const { securities } = question;
    const [total, read, last] = [
      found.number('data_sources.total'),
      found.number('data_sources.read'),
      found.date('data_sources.last_session'),
    ];
    if (total === undefined || read === undefined || found.texts('data_sources.price_source').length === 0) return null;
    const own = kept(securities.map((security) => ownLine(found, security)));
    const companies = countsLine(found, 'company', 'profiles of private companies');
    const [headline = wholeLine(found), ...others] = own;
    return {
      headline,
      lines: kept([
        ...others,
        ...(own.length === 0 ? [] : [wholeLine(found)]),
        ...tickersOf(question).map((ticker) => kindsLine(found, ticker)),
        companies.text === '' ? NO_LINE : say`Beside them there are ${companies}.`,
        total.value > read.value ? say`Of ${total} stored securities, ${read} were read for this.` : NO_LINE,
        last === undefined ? NO_LINE : say`The newest stored session is ${last}.`,
        say`Each answer names the sources of what it tells, with their time.`,
      ]),
      coverage: 1,
    };
  },
};
