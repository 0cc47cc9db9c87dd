import { ASKING } from './asking-words.js';
import { readings, unmarked } from './fold.js';
import { SECRETS } from './secret-names.js';
import { tellsSecret } from './told.js';

/** A secret that stands beside its value. */
const VALUE =
  /^[\s"'(]{0,3}(?:(?:(?:is|was|are|ist|lautet|est|es|e|sind|war|sera)(?![\p{L}\p{N}])|:|=|-|->|=>|→|–|—|是|：)[\s"']{0,3}){1,3}(\S{2,64})/u;
const FILLER =
  /^(?:the|a|an|not|no|now|required|needed|being|very|safe|secure|important|never|always|only|also|still|due|expired|changed|reset|stored|sent|handled|managed|optional|kept|in|on|for|to|at|under|covered|part|described|that|this|our|hier|nicht|pas|no)\b/;

const NOT_ASKING =
  /(?:never|do not|don t|dont|will not|won t|wont|cannot|can t|must not|should not|shouldn t|not to|without|niemals|nicht|nie|jamais|nunca|no)(?: \p{L}+){0,3}? (?:asks?|asking|share|sharing|send|sending|give|giving|need|needing|require|requiring|request|requesting|disclose|enter|entering|provide|reply|tell|reveal|weitergeben|teilen|nach|demandons|partagez|comparta\p{L}*|pedimos)(?: \p{L}+){0,6}|(?<!\p{L})ne (?:\p{L}+ )?\p{L}+(?:ez|ons|era) jamais(?: \p{L}+){0,6}|(?<!\p{L})(?:geben|teilen|nennen|senden|verraten) sie(?: \p{L}+){1,6}? (?:niemals|nie|keinesfalls)(?: \p{L}+)?/gu;

/** What may stand before the name of a secret in a request without a verb: "Hi, your SSN please". */
const ONLY_NAMED =
  /^[^\p{L}\p{N}]*(?:(?:and|also|hi|hello|hey|ok|okay|now|so|then|just|next|first|your|ur|the|a|an|full|current|new|old|exact|complete|valid|ihre?n?|eure?|dein\p{L}*|und|votre|vos|ton|et|su|sus|tu|y|seu|sua|e|il|la|suo|tuo|uw|je|ваш\p{L}*|твой)[^\p{L}\p{N}]+)*$/u;
const PLEASE =
  /^[^\n]{0,40}?(?<!\p{L})(?:please|pls|plz|bitte|por favor|s il (?:vous|te) plait|svp|per (?:favore|cortesia|piacere)|alstublieft|alsjeblieft|tack|prosze|пожалуйста|lutfen)(?!\p{L})[^\p{L}\p{N}]*$/u;
const QUESTION = /^s? ?[?]/u;

/** Requests that name no secret. */
const PLAIN_REQUEST =
  /(?<!\p{L})what (?:do|did|would) (?:you|u) (?:type|enter|use|key|put)(?: in)? (?:to|when) (?:you )?(?:sign|log) ?(?:in|on)(?!\p{L})|(?<!\p{L})(?:what|which) (?:digits|numbers?|codes?) (?:does|do|did|is|are|has)[^.!?\n]{0,30} authenticator(?!\p{L})|(?<!\p{L})(?:what|which) (?:pass ?word|pass ?code|pin)(?= ?[?]| (?:do|did|should) )/u;

const edge = (body: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${body})(?![\\p{L}\\p{N}])`, 'gu');
/** Scripts whose words are not between spaces, or change their ends. */
const CJK = /[\u0600-\u06ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/u;
const alternatives = (phrases: readonly string[]): RegExp =>
  new RegExp(
    [
      edge(
        phrases
          .filter((each) => !CJK.test(each))
          .map(unmarked)
          .join('|'),
      ).source,
      ...phrases.filter((each) => CJK.test(each)).flatMap((each) => [each, unmarked(each)]),
    ].join('|'),
    'gu',
  );

const SECRET = alternatives(SECRETS);
const ASKED = alternatives(ASKING);
/** Names that ordinary mail has in other meanings: only beside a value or a narrow request. */
const WEAK =
  /^(?:login|pin|tan|rib|otp|credentials|nino|iban|ibans|identifiants?|security questions?|access tokens?|e)$/;
/** Names long enough to be found within letters that were put together. */
const HIDDEN =
  /password|passcode|passphrase|onetimecode|verificationcode|cardnumber|creditcard|socialsecurity|bankdetails|bankaccount|logindetails|apikey|privatekey|seedphrase|pincode|sortcode|routingnumber|passwort|motdepasse|contrasena|securitycode/;

const AROUND = 70;
/** How much nearer a word that asks must be to a name with other meanings. */
const NEAR = 20;
/** What makes another thing of the name of a secret: the page of a login, the policy of passwords. */
const ABOUT =
  /^ ?(?:pages?|screens?|courses?|forms?|flows?|buttons?|issues?|bugs?|problems?|errors?|tickets?|rotations?|polic(?:y|ies)|managers?|fields?|resets?|links?|reviews?|audits?|teams?|process\w*|mock\S*|tests?|training|requirements?|rules?|settings?|lookups?|apis?|docs|documentation|format|length|strength|attempts?|prompts?|fail\w*|hash\w*|storage|vaults?|check(?:s|er)?|validation|rate|usage|market|stocks?|compan\w+|fees?|industry|fraud|payments?|volumes?|readers?|terminals?)(?!\p{L})/u;
/** Words that ask when they stand before a name, but behind it only with what they ask for. */
const ONLY_BEFORE =
  /^(?:needs?|require|want|request|requesting|state|quote|show|missing|include|attach|message|type|text|e?mail|write|drop|hand|copy of|picture|photo|screenshot|enter|spell|repeat|submit|share|update us|what (?:is|are|s|was)|whats|confirm\w*|validate|verify|verifying|reply|respond|sent|sending|informe|indique\w*)$/u;
const OBJECT = /^ (?:it|them|that|this|me|us|back|over|to (?:me|us)|here|asap|now|today|please)(?!\p{L})/u;

/** Punctuation inside sentences as spaces, so that phrases are words between spaces. */
function spaced(text: string): string {
  return text.replace(/[’'`´_*~-]+/g, ' ').replace(/[^\S\n]+/g, ' ');
}

/** The same for what is told, with the signs of passwords. */
function told(text: string): string {
  return text
    .replace(/(?<=\p{L})[’'`´](?=\p{L})/gu, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(NOT_ASKING, ' ');
}

/** Whether a text asks for a secret, confirms one or contains one. `text` is folded. */
export function asksForSecret(text: string): boolean {
  const [plain = '', ...others] = readings(text);
  if (namesSecret(plain)) return true;
  // Nobody hides such a word who does not ask for it.
  const isShown = (reading: string): boolean => HIDDEN.test(reading.replace(/(?<=\p{L}{2})[ \n](?=\p{L}{2})/gu, ''));
  if (plain !== text && isShown(plain) && !isShown(text)) return true;
  return others.some((reading) => namesSecret(reading) || (hasHiddenWord(reading) && !isShown(plain)));
}

function hasHiddenWord(reading: string): boolean {
  return reading.split(/\s+/).some((word) => HIDDEN.test(word));
}

function namesSecret(reading: string): boolean {
  const text = spaced(reading).replace(NOT_ASKING, ' ');
  if (tellsSecret(told(reading)) || PLAIN_REQUEST.test(text)) return true;
  for (const match of text.matchAll(SECRET)) {
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + AROUND * 2);
    if (ABOUT.test(after)) continue;
    const value = VALUE.exec(after.trimStart())?.[1];
    if (value !== undefined && !FILLER.test(value) && looksSecret(value, match[0])) return true;
    const reach = WEAK.test(match[0]) ? NEAR : AROUND;
    const before = lastSentence(text.slice(Math.max(0, match.index - reach), match.index));
    const behind = firstSentence(after.slice(0, reach));
    if (asks(before) || asksBehind(behind)) return true;
    if (!ONLY_NAMED.test(before.split('\n').at(-1) ?? '')) continue;
    if (PLEASE.test(behind.split('\n')[0] ?? '') || (QUESTION.test(after) && !WEAK.test(match[0]))) return true;
  }
  return false;
}

/** Ends of words that say how a password is, and other words that do. */
const QUALITY =
  /(?:ed|ing|able|ible|ent|ly|al|ic|ous|ful|less|ten|elt|aufen|perrt|setzt|lich|tig|e|ee|da|do|ta|to|te|ti|ato|ata|tory)$|^(?:wrong|ok|okay|fine|correct|right|weak|strong|short|long|old|new|safe|unique|on|up|out|off|yours?|mine|back|set)$/;

function looksSecret(value: string, name: string): boolean {
  const plain = value.replace(/[.,;:!?)"']+$/, '');
  if (/\d|[^\p{L}\p{N}\s.,;:]/u.test(plain)) return true;
  return /pass|kenn|senha|contrasena|парол|密码/.test(name) && !QUALITY.test(plain);
}

const asks = (text: string): boolean => {
  ASKED.lastIndex = 0;
  return ASKED.test(text);
};
const asksBehind = (text: string): boolean =>
  Array.from(text.matchAll(ASKED)).some(
    ({ 0: word, index }) => !ONLY_BEFORE.test(word) || OBJECT.test(text.slice(index + word.length)),
  );
const lastSentence = (text: string): string => text.split(/[.!?\n](?=\s)/).at(-1) ?? '';
const firstSentence = (text: string): string => text.split(/[.!?\n](?=\s|$)/)[0] ?? '';
