import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, ofQuestion, say, type Line } from '../line.js';
import type { Question } from '../question.js';
import { fullName } from '../words.js';
import { growthLine } from './earnings-results.js';
import { kept, reportLine } from './signal.js';

const BEATS = new RegExp(
  String.raw`\b(?:beats?|beaten|beating|miss(?:es|ed)?|topped|exceeded|surpris\w*|(?:above|below|` +
    String.raw`in line with) (?:the )?(?:estimates?|expectations?|consensus|forecasts?|street))\b`,
);
const OF_REVENUE = /\b(?:revenues?|sales|top line)\b/;
const OF_A_TIME = /\bq[1-4]\b|\b(?:19|20)\d{2}\b|\bsince\b/;
const COUNTS = /\bhow (?:many|often)\b|\btimes\b|\b(?:usually|always|ever|track record|history|streak)\b/;

const number = (found: Found, name: string, id: string, row?: number) => found.number(`earnings.${name}`, id, row);
const date = (found: Found, name: string, id: string, row?: number) => found.date(`earnings.${name}`, id, row);

/** What is expected of the next report. */
function expectedLine(found: Found, security: Entity): Line {
  const { key: id } = security;
  const [eps, revenue, next] = [
    number(found, 'expected_eps', id),
    number(found, 'expected_revenue', id),
    date(found, 'street_on', id),
  ];
  const until = date(found, 'street_until', id);
  const parts = kept([
    eps === undefined ? NO_LINE : say`earnings of ${eps} a share`,
    revenue === undefined ? NO_LINE : say`revenue of ${revenue}`,
  ]);
  if (parts.length === 0) return NO_LINE;
  const on = found.text('earnings.street_day', id) === undefined ? 'on' : 'probably on';
  const end = until === undefined ? NO_LINE : say` to ${until}`;
  const when = next === undefined ? NO_LINE : say`, by the same source ${on} ${next}${end}`;
  return say`For the quarter that ${fullName(security)} reports next${when}, analysts expect ${listed(parts)} on average.`;
}

function rangeLine(found: Found, id: string): Line {
  const [low, high] = [number(found, 'expected_eps_low', id), number(found, 'expected_eps_high', id)];
  return low === undefined || high === undefined
    ? NO_LINE
    : say`The estimates of earnings per share of ${id} for that quarter are from ${low} to ${high}.`;
}

/** "$2.42 a share against an estimate of $2.38 for the quarter to 30 September 2026". */
function comparedPart(found: Found, id: string, row: number): Line {
  const [end, eps, estimate] = [
    date(found, 'street_end', id, row),
    number(found, 'street_eps', id, row),
    number(found, 'street_estimate', id, row),
  ];
  if (end === undefined || eps === undefined || estimate === undefined) return NO_LINE;
  return say`${eps} a share against an estimate of ${estimate} for the quarter to ${end}`;
}

const partsOf = (found: Found, id: string): readonly Line[] =>
  kept(found.rows('earnings.street_surprise', id).map((row) => comparedPart(found, id, row)));

/** Of the newest report that is stored beside an estimate. */
function lastLine(found: Found, security: Entity, begins: boolean): Line {
  const { key: id } = security;
  const [first] = found.rows('earnings.street_surprise', id);
  const [surprise, part] = [number(found, 'street_surprise', id, first), partsOf(found, id)[0] ?? NO_LINE];
  if (surprise === undefined || part.text === '') return NO_LINE;
  const verb = surprise.value > 0 ? 'beat' : surprise.value < 0 ? 'missed' : 'met';
  return say`${begins ? (surprise.value > 0 ? 'Yes: ' : 'No: ') : ''}${fullName(security)} ${verb} the estimate: it reported ${part}.`;
}

/** "Beat the average estimate in 3 of 4 reports". */
function countLine(found: Found, security: Entity): Line {
  const { key: id } = security;
  const [beats, misses, all] = ['beats', 'misses', 'compared'].map((key) => number(found, key, id));
  if (beats === undefined || misses === undefined || all === undefined) return NO_LINE;
  const result = say`${beats} beat the average estimate of earnings per share and ${misses} missed it`;
  return say`Of the last ${all} reports of ${fullName(security)} that are stored with an estimate, ${result}.`;
}

const isTold = (found: Found, id: string, asksBeats: boolean): boolean =>
  asksBeats
    ? number(found, 'compared', id) !== undefined
    : number(found, 'expected_eps', id) !== undefined || number(found, 'expected_revenue', id) !== undefined;

function headlineOf(question: Question, found: Found, security: Entity): Line {
  const { plain } = question;
  if (!BEATS.test(plain)) return expectedLine(found, security);
  if (COUNTS.test(plain)) return countLine(found, security);
  return lastLine(
    found,
    security,
    question.securities.length === 1 && /^(?:did|has|have)\b.*\b(?:beat|beaten|topped|exceeded)\b/.test(plain),
  );
}

/** What analysts expect of the next report, and whether earlier ones beat what was expected. */
export const INTENT: Intent = {
  name: 'earnings-estimates',
  signs: [
    [
      new RegExp(
        String.raw`${BEATS.source}` +
          String.raw`.*\b(?:estimates?|expectations?|consensus|forecasts?|earnings|eps|results|revenues?|quarters?|quarterly|` +
          String.raw`street|reports?)\b|` +
          String.raw`\b(?:earnings|eps|revenue) (?:surprises?|beats?|miss(?:es)?)\b|\bhow (?:many times|often) (?:has|have|` +
          String.raw`does|do|did) @s (?:beat|beaten|miss|missed)\b`,
      ),
      8,
    ],
    [
      new RegExp(
        String.raw`\bdid (?:@s(?:,? (?:and )?)?)+ (?:beat|miss)\b(?! (?:the )?(?:market|s&p|spy|qqq|index|@s))|` +
          String.raw`\bbeat or miss\b|\bwho (?:beat|missed)\b.*\b(?:often|more|estimates?|earnings)\b`,
      ),
      8,
    ],
    [
      new RegExp(
        String.raw`\b(?:eps|earnings|revenues?|sales) (?:estimates?|expectations?|forecasts?|consensus)\b|\b(?:expected|` +
          String.raw`estimated|forecast|consensus) (?:eps|earnings per share|earnings|revenues?|sales)\b(?! (?:date|day))|` +
          String.raw`\b(?:estimates?|expectations?|forecasts?|consensus) (?:for|of|on) (?:@s(?:'s)? )?(?:eps|earnings|` +
          String.raw`revenues?|sales|next quarter)\b|\b(?:eps|earnings|revenues?|sales)\b.*\b(?:street|analysts?|` +
          String.raw`wall street)\b.*\bexpect\w*|\b(?:street|analysts?)\b.*\bexpect\w*.*\b(?:eps|earnings|revenues?|sales|` +
          String.raw`to (?:earn|report))\b|\banalysts?'? (?:earnings )?estimates?\b`,
      ),
      8,
    ],
  ],
  fits: ({ securities, plain }) =>
    securities.length > 0 &&
    !/\b(?:price )?targets?\b|\brevis\w*|\bmarket\b.*\bbeat\b|\bbeat\w* (?:the )?(?:market|s&p|spy|index)\b/.test(
      plain,
    ),
  plan: ({ securities }) => [{ tool: 'earnings', input: { tickers: securities.map(({ key }) => key) } }],
  research: ({ securities }) => [{ tool: 'earnings_setup', input: { tickers: securities.map(({ key }) => key) } }],
  write(question, found) {
    const { securities, plain } = question;
    const [first] = securities;
    if (first === undefined) return null;
    const asksBeats = BEATS.test(plain);
    const told = securities.filter(({ key }) => isTold(found, key, asksBeats));
    const [headline, ...others] = kept(told.map((security) => headlineOf(question, found, security)));
    if (headline === undefined)
      return {
        headline: say`No analysts’ estimates for ${fullName(first)} are stored${first.isFund ? ', as it is a fund' : ''}.`,
        lines: kept([reportLine(found, first.key)]),
        coverage: 0.2,
      };
    const notes = [
      ...(asksBeats && OF_REVENUE.test(plain)
        ? [ofQuestion('Estimates of past revenue are not stored: what follows is of earnings per share.')]
        : []),
      ...(OF_A_TIME.test(plain)
        ? [
            ofQuestion(
              'Reports are told with the estimates before them from the newest back, and not by the time that a question names.',
            ),
          ]
        : []),
    ];
    const lines = told.flatMap((security) => {
      const { key: id } = security;
      const parts = partsOf(found, id);
      const earlier = COUNTS.test(plain) || !asksBeats ? parts : parts.slice(1);
      return [
        asksBeats && !COUNTS.test(plain) ? countLine(found, security) : NO_LINE,
        earlier.length === 0 ? NO_LINE : say`${id} reported ${listed(earlier)}.`,
        asksBeats ? expectedLine(found, security) : rangeLine(found, id),
        growthLine(found, id),
      ];
    });
    return {
      headline,
      lines: kept([
        ...others,
        ...lines,
        say`Such figures of analysts usually leave out one-off items, so that they may differ from those of filings.`,
      ]),
      coverage: share(securities, ({ key }) => isTold(found, key, asksBeats)) * (notes.length > 0 ? 0.5 : 1),
      unread: notes,
      timeRead: OF_A_TIME,
    };
  },
};
