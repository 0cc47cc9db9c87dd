import { quotable } from '../facts/fact-list.js';
import type { Found } from './found.js';
import type { Composed } from './composed.js';
import { ofQuestion, say, type Line } from './line.js';
import type { Question } from './question.js';
import { SLASHED } from './time-words.js';
import { wordList } from './words.js';

/** What each tool is about, as a sentence about a refusal calls it. */
const SUBJECTS: Readonly<Record<string, string>> = {
  microstructure: 'microstructure',
  day_signal: 'the day signal',
  swing_signal: 'the swing signal',
  simulation: 'the simulation of a portfolio (value at risk, chance of a gain)',
  private_mark: 'the modelled valuation of a private company today',
  private_marks: 'the board of modelled valuations',
  secondary_tape: 'the tape of secondary trades',
};
/** Names in one note. */
const MOST = 4;

export const quoted = (names: readonly string[]): string =>
  wordList(
    names.slice(0, MOST).map((name) => `“${quotable(name)}”`),
    'or',
  );

/** Which tier has what the caller's has not. */
function tierNotes(found: Found, isSaid: boolean): readonly Line[] {
  if (isSaid) return [];
  const byTier = new Map<string, Set<string>>();
  for (const { tool, code, requiredTier } of found.refusals)
    if (code === 'tier_required' && requiredTier !== null)
      byTier.set(requiredTier, (byTier.get(requiredTier) ?? new Set()).add(SUBJECTS[tool] ?? `the tool ${tool}`));
  return Array.from(byTier, ([tier, subjects]) => {
    const [first = '', ...rest] = subjects;
    const text = wordList([first.charAt(0).toUpperCase() + first.slice(1), ...rest]);
    return say`${text} ${subjects.size === 1 ? 'needs' : 'need'} the ${tier} tier, which this account does not have.`;
  });
}

function quotaNotes(found: Found): readonly Line[] {
  return found.refusals.some(({ code }) => code === 'transcript_quota_reached')
    ? [say`The monthly transcript quota is used up, so that no transcripts were read.`]
    : [];
}

/** Securities that a question names. */
const named = ({ mentions }: Question['names']): number =>
  new Set(mentions.flatMap(({ entity }) => (entity.kind === 'security' ? [entity.id] : []))).size;

/** Which number of a date such as 3/4/2025 was taken for the month, where it may be either. */
const slashedNotes = (plain: string): readonly Line[] =>
  Array.from(plain.matchAll(new RegExp(SLASHED, 'g')), ([date, first = '', second = '']) =>
    first !== second && Number(first) <= 12 && Number(second) <= 12
      ? [ofQuestion(`“${date}” is read with the month first; write a day of another order as YYYY-MM-DD.`)]
      : [],
  ).flat();

/** That a fund stands for what it holds. */
const goldNotes = ({ text, securities }: Question): readonly Line[] =>
  securities.some(({ key }) => key === 'GLD') &&
  /\bgold\b/i.test(text) &&
  !/\bGLD\b|\bgold (?:shares|trust|etf|fund)\b/i.test(text)
    ? [say`Gold was read as the fund GLD; a share of it has another price than an ounce of gold, which is not stored.`]
    : [];

/** What an answer says about names that it does not know, and about what the caller's tier does not have. */
export function noteLines(question: Question, found: Found, told: readonly Line[]): readonly Line[] {
  const { names, securities, plain } = question;
  const { unknownTickers, unknownNames, unknownSides, readAs } = names;
  // Sides of a comparison are told first.
  const unknown = [...unknownTickers, ...unknownNames].filter((name) => !unknownSides.includes(name));
  return [
    ...tierNotes(
      found,
      told.some(({ text }) => / tier\b/.test(text)),
    ),
    ...quotaNotes(found),
    ...slashedNotes(plain),
    ...goldNotes(question),
    ...readAs.slice(0, MOST).map(({ written, name }) => say`“${quotable(written)}” was read as ${name}.`),
    ...(named(names) > securities.length
      ? [say`More tickers are named than one answer takes; the others are left out.`]
      : []),
    ...(unknown.length === 0
      ? []
      : [say`No security, private company, investor or manager is stored under ${quoted(unknown)}.`]),
  ];
}

const KNOWN =
  'The tools of this service know listed US stocks and ETFs (signals, prices, news, reports, statements, analysts, insiders, ' +
  'seasonality, gaps, backtests, 13F holders and holdings), portfolios, coming events, private companies and ' +
  'their investors.';

/** Words of grammar of other languages that English does not have. */
const LANGUAGES: Readonly<Record<string, RegExp>> = {
  Spanish:
    /(?<!\p{L})(?:qué|que|cuál|cuáles|cual|cuánto|cuanto|cuándo|cómo|como|por|para|los|las|el|una|del|está|esta|este|fue|acciones|acción|precio|más|subido|bajado|semana|mes|año|hoy|ayer|mejores|peores|con|sobre|debo|comprar|vender|vale|acciones|acción|de|la|cotiza|invertir|debería)(?!\p{L})/giu,
  Portuguese:
    /(?<!\p{L})(?:qual|quais|quanto|quando|como|por|para|os|das|dos|uma|foi|está|ações|ação|preço|mais|semana|mês|ano|hoje|ontem|melhores|piores|com|sobre|devo|comprar|vender|não|o)(?!\p{L})/giu,
  French:
    /(?<!\p{L})(?:quel|quelle|quels|quelles|combien|quand|comment|pourquoi|est|les|le|la|des|du|une|sont|été|cours|prix|plus|semaine|mois|année|hier|meilleures|meilleurs|avec|dois|je|acheter|vendre|c'est|qu'est|va|aujourd'hui|l'action|bourse|de|au|aux|cette|ce)(?!\p{L})/giu,
  German:
    /(?<!\p{L})(?:welche|welcher|welches|wie|wann|warum|ist|sind|der|das|dem|den|ein|eine|kurs|preis|aktie|aktien|woche|monat|jahr|heute|gestern|beste|besten|mit|soll|ich|kaufen|verkaufen|und|oder|nicht|von|hat|was|wert|wird|wieviel|gestiegen|gefallen)(?!\p{L})/giu,
  Italian:
    /(?<!\p{L})(?:quale|quali|quanto|quando|come|perché|per|gli|il|della|del|una|azioni|azione|prezzo|più|settimana|mese|anno|oggi|ieri|migliori|peggiori|con|devo|comprare|vendere|è|e|vale|di|questa|questo|dovrei)(?!\p{L})/giu,
};
const ENGLISH =
  /(?<!\p{L})(?:the|is|are|was|were|has|have|what|how|when|which|who|why|do|does|did|of|for|in|on|to|with|an|my|tell|show|give|should|and|or|vs|versus|than|price|stocks?|most|best|worst|buy|sell|this|last|week|month|year|i|it)(?!\p{L})/giu;
const LEAST_WORDS = 2;

/** The language of a question that is not English; null if it is, or may be. Named securities are left out. */
export function otherLanguage({ plain }: Question): string | null {
  const text = plain.replace(/@[scim]/g, ' ').normalize('NFC');
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.length > 0 && letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length > letters.length / 2)
    return 'a language of another script';
  const english = (text.match(ENGLISH) ?? []).length;
  const [best] = Object.entries(LANGUAGES)
    .map(([name, words]) => ({ name, count: new Set(text.match(words) ?? []).size }))
    .sort((one, other) => other.count - one.count);
  return best !== undefined && best.count >= LEAST_WORDS && best.count > english ? best.name : null;
}

/** The answer to a question in another language, of which nothing is read. */
export const notEnglish = (language: string): Composed => ({
  headline: say`Questions are read in English; this one looks like ${language}, so nothing of it was answered.`,
  paragraphs: [[say`Ask it in English, and name tickers or companies. ${KNOWN}`]],
  confidence: 0,
  intents: [],
});

/** Words beside names and numbers from which on a question without words of English grammar is another language. */
const FRAGMENT = 2;
const isFragment = (plain: string): boolean => (plain.match(/(?<!@)\b\p{L}{2,}/gu) ?? []).length < FRAGMENT;

/** Whether a question has words of English grammar, or too few to tell. */
export const isEnglish = ({ text, plain }: Question): boolean =>
  isFragment(plain) ||
  /\b(?:the|is|are|was|were|has|have|had|will|would|what|how|when|which|who|why|do|does|did|of|for|in|on|to|with|an?|my|me|tell|show|give|should|and|or|vs|versus|than|print|your|yet|price|stocks?|[a-z]+n't)\b/i.test(
    text,
  );
export const IN_ENGLISH = say`Questions are read in English.`;

/** The answer to a question of no known kind. */
export function outside(question: Question): Composed {
  const { names } = question;
  const unknown = [...names.unknownTickers, ...names.unknownNames];
  const lead =
    unknown.length > 0
      ? `No security, private company, investor or manager is stored under ${quoted(unknown)}.`
      : 'This is outside what the tools of this service know.';
  const language = isEnglish(question) || unknown.length > 0 ? [] : [IN_ENGLISH];
  return { headline: say`${lead}`, paragraphs: [[...language, say`${KNOWN}`]], confidence: 0, intents: [] };
}
