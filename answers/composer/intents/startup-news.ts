import { isoDate } from '../../../calendar/days.js';
import type { TOPICS } from '../../tools/startup-news.js';
import type { Found } from '../found.js';
import type { Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import type { Question } from '../question.js';
import { periodIn } from '../periods.js';
import { stageIn, topicIn } from '../slots.js';
import { kept } from './signal.js';

const COUNT = 6;
/** Stories of which the largest round is looked for. */
const MOST = 50;
const LARGEST = /\b(?:biggest|largest|most money|highest|top)\b/;
/** Topics as sentences write them. */
const TOPIC_NAMES: Readonly<Record<(typeof TOPICS)[number], string>> = {
  AI: 'AI',
  FINTECH: 'fintech',
  CLIMATE: 'climate',
  HEALTH: 'health',
  SPACE: 'space',
  DEFENSE: 'defense',
  ROBOTICS: 'robotics',
  SAAS: 'SaaS',
};
const FUNDING = /\b(?:rounds?|funding|raised?|raises|raising|series|seed|deals?|invest\w*)\b/;

/** Raised money, and no guidance or dividend. */
const RAISED = String.raw`rais(?:ed?|es|ing)\b(?! (?:(?:its|their|his|the|a|an) )?(?:\w+ )?(?:dividends?|payouts?|guidance|outlooks?|forecasts?|targets?|(?:interest )?rates?|prices?|estimates?|grades?|ratings?)\b)`;
const STARTUPS = new RegExp(
  `\\b(?:startups?|start-ups?|scale-?ups?|unicorns?|venture|vcs?|funding|seed|series [a-j]|rounds?|private (?:compan(?:y|ies)|markets?)|${RAISED})`,
);
const ROUND_TIME = /\b(?:this|last|past|previous|in|since|during|over)\b.*$/;
const LED_BY = /\bled by ([a-z][\w .&'’-]*?)(?: (?:this|last|past|in|since)\b.*)?[?.!]*$/;
const STORIES = /\b(?:news|headlines?|stor(?:y|ies)|articles?)\b/;
/** What is new of a topic, unless it is asked of listed securities. */
const NEWEST = /^(?!.*\b(?:stocks?|shares?|etfs?|earnings|reports?)\b).*\b(?:latest|newest|what's new)\b/;

/** Whether a question is about private companies: by its words, a topic with news, or a named company. */
const isOfStartups = (question: Question): boolean =>
  question.companies.length > 0 ||
  STARTUPS.test(question.plain) ||
  (topicIn(question) !== null && (STORIES.test(question.plain) || NEWEST.test(question.plain)));

/** The stage of a round; "growth" is also a word of names. */
function roundStageIn(question: Question): string | null {
  const stage = stageIn(question);
  return stage !== null && /^(?:Series|Seed|Pre)/.test(stage) ? stage : null;
}

const inputOf = (question: Question) => {
  const [company] = question.companies;
  const isLargest = LARGEST.test(question.plain) && FUNDING.test(question.plain);
  return {
    first: isLargest || (FUNDING.test(question.plain) && roundStageIn(question) !== null) ? MOST : COUNT,
    search: company?.name ?? null,
    hasFunding: FUNDING.test(question.plain) && company === undefined,
    topic: company === undefined ? topicIn(question) : null,
  };
};

function storyLine(found: Found, row: number): Line {
  const [title, on, outlet] = [
    found.text('startup_news.title', undefined, row),
    found.date('startup_news.published', undefined, row),
    found.text('startup_news.outlet', undefined, row),
  ];
  return title === undefined || on === undefined ? NO_LINE : say`${title} (${outlet?.value ?? ''}, ${on}).`;
}

function roundPart(found: Found, row: number): Line {
  const [company, stage, amount, lead, on] = [
    found.text('startup_news.company', undefined, row),
    found.text('startup_news.stage', undefined, row),
    found.number('startup_news.amount', undefined, row),
    found.text('startup_news.lead', undefined, row),
    found.date('startup_news.published', undefined, row),
  ];
  if (company === undefined || on === undefined) return NO_LINE;
  const of = stage === undefined ? '' : ` (${stage.value})`;
  const by = lead === undefined ? NO_LINE : say`, led by ${lead}`;
  return say`${company} raised ${amount ?? 'an amount that is not stored in dollars'}${of} on ${on}${by}`;
}

/** The rounds among the stories of the stage and the time that the question names, the largest first if it asks so. */
function roundsOf(question: Question, found: Found, rows: readonly number[]): readonly number[] {
  const [stage, period] = [roundStageIn(question), periodIn(question)];
  const leader = LED_BY.exec(question.plain)?.[1];
  const amountOf = (row: number): number => found.number('startup_news.amount', undefined, row)?.value ?? 0;
  const chosen = rows.filter((row) => {
    const on = found.date('startup_news.published', undefined, row)?.value ?? '';
    const isThen = period === null || (on >= isoDate(period.from) && on <= isoDate(period.to));
    const own = found.text('startup_news.stage', undefined, row)?.value.toLowerCase();
    const isRound = LARGEST.test(question.plain) ? amountOf(row) > 0 : amountOf(row) > 0 || own !== undefined;
    const lead = found.text('startup_news.lead', undefined, row)?.value.toLowerCase() ?? '';
    return (
      isRound &&
      isThen &&
      (leader === undefined || lead.includes(leader)) &&
      (stage === null || own === stage.toLowerCase())
    );
  });
  return LARGEST.test(question.plain) ? [...chosen].sort((one, other) => amountOf(other) - amountOf(one)) : chosen;
}

/** What is written about private companies and their rounds. */
export const INTENT: Intent = {
  name: 'startup-news',
  signs: [
    [/\b(?:startups?|venture|funding rounds?|rounds?|seed|series [a-j])\b/, 2.6],
    [/\b(?:biggest|largest)\b.*\brounds?\b/, 6],
    [
      /\b(?:news|headlines?|stor(?:y|ies)|recent(?:ly)?|latest|newest|new|this week|articles?|who raised|raised)\b/,
      1.6,
    ],
    [/@c.*\b(?:news|headlines?|stories|latest)\b|\b(?:news|headlines?|stories)\b.*@c/, 2.6],
  ],
  fits: (question) => question.securities.length === 0 && question.investors.length === 0 && isOfStartups(question),
  plan: (question) => [{ tool: 'startup_news', input: inputOf(question) }],
  write(question, found) {
    const { hasFunding, topic } = inputOf(question);
    const [company] = question.companies;
    const total = found.number('startup_news.total');
    const rows = [...new Set(found.rows('startup_news.title'))];
    const about =
      company !== undefined ? ` about ${company.name}` : topic === null ? '' : ` about ${TOPIC_NAMES[topic]}`;
    if (total === undefined || rows.length === 0)
      return { headline: say`No startup stories${about} are stored.`, lines: [], coverage: 0.4 };
    const chosen = hasFunding ? roundsOf(question, found, rows) : rows;
    const rounds = chosen.map((row) => roundPart(found, row)).filter(({ text }) => text !== '');
    const stories = (rounds.length > 0 ? chosen : rows).slice(0, 4).map((row) => storyLine(found, row));
    const isNarrowed = roundStageIn(question) !== null || periodIn(question) !== null || LED_BY.test(question.plain);
    if (hasFunding && rounds.length === 0 && isNarrowed)
      return {
        headline: say`No round${about} that the question asks for is among the newest stories.`,
        lines: kept([say`${total} stories of rounds${about} are stored.`, ...stories]),
        coverage: 0.5,
        timeRead: ROUND_TIME,
      };
    if (hasFunding && rounds.length > 0)
      return {
        ...(isNarrowed ? { timeRead: ROUND_TIME } : {}),
        headline: LARGEST.test(question.plain)
          ? say`The largest rounds${about} among the stories that are read: ${listed(rounds.slice(0, 3))}.`
          : say`The newest rounds${about}: ${listed(rounds.slice(0, 3))}.`,
        lines: kept([say`${total} stories of rounds${about} are stored.`, ...stories]),
        coverage: 1,
      };
    const [first] = rows;
    const title = found.text('startup_news.title', undefined, first);
    return {
      headline: say`The newest of ${total} startup stories${about} is ${title ?? ''}.`,
      lines: kept(stories),
      coverage: 1,
    };
  },
};
