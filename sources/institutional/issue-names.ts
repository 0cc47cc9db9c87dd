import { DEPOSITARY_WORDS, FULL_WORDS, LEGAL_FORMS, QUALIFIERS, SHARE_WORDS } from './name-words.js';

/** A company's name as lists of securities may spell it. */
export interface CompanyName {
  /** Its words in full, without legal forms. */
  readonly core: string;
  /** The first legal form at its end; null without one. */
  readonly legalForm: string | null;
}

/** The class of ordinary shares: a letter, `ADR`, or empty where there is one class only. */
export type ShareClass = string;

const DEPOSITARY = 'ADR';
/** Fields of the SEC's list end here, in the middle of a word. */
const LIST_CHARACTERS = 28;

function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/&(?:AMP;)?/g, ' AND ')
    .replace(/\.COM\b/g, ' COM')
    .replace(/['’.]/g, '')
    .replace(/[^A-Z0-9]+/g, ' ')
    // `A G`, `N V`, `S A` and `L P` at the end of a name.
    .replace(/ ([ANSL]) ([GVAP])(?= |$)/g, ' $1$2');
  return plain
    .trim()
    .split(' ')
    .map((word) => FULL_WORDS.get(word) ?? word);
}

/** The parts of a name that identify the company. */
export function companyName(name: string): CompanyName {
  const words = wordsOf(name);
  if (words[0] === 'THE') words.shift();
  let legalForm: string | null = null;
  while (words.length > 1) {
    const last = words.at(-1) ?? '';
    const form = LEGAL_FORMS.get(last);
    const isQualifier =
      QUALIFIERS.has(last) && (LEGAL_FORMS.has(words.at(-2) ?? '') || QUALIFIERS.has(words.at(-2) ?? ''));
    if (form === undefined && !isQualifier && last !== 'AND' && last !== 'THE') break;
    legalForm = form ?? legalForm;
    words.pop();
  }
  return { core: words.join(' '), legalForm };
}

/** Whether an issuer's name is cut off in its last word, as in the SEC's list, and begins this one. */
export function isCutOff(issuer: string, { core }: CompanyName): boolean {
  if (issuer.length < LIST_CHARACTERS) return false;
  const cut = wordsOf(issuer);
  const last = cut.pop() ?? '';
  const words = core.split(' ');
  const isLegalForm = words.length === cut.length && [...LEGAL_FORMS.keys()].some((form) => form.startsWith(last));
  const isWord = words.length === cut.length + 1 && (words.at(-1) ?? '').startsWith(last);
  return (isLegalForm || isWord) && cut.every((word, index) => word === words[index]);
}

/** The class in the title of an issue; null if it is none of ordinary shares. */
export function classOfTitle(title: string): ShareClass | null {
  const words = title
    .toUpperCase()
    .replace(/[^A-Z0-9*%]+/g, ' ')
    .trim()
    .split(' ');
  if (words.some((word) => /^AD[RS]S?$/.test(word) || word === 'DEPOSITARY'))
    return words.every((word) => DEPOSITARY_WORDS.has(word)) ? DEPOSITARY : null;
  const letterAt = words.findIndex((word, index) => /^[A-Z]$/.test(word) && /^CL(ASS)?$/.test(words[index - 1] ?? ''));
  const isClass = words.includes('CL') || words.includes('CLASS');
  if (isClass !== letterAt >= 0) return null;
  return words.every((word, index) => index === letterAt || SHARE_WORDS.has(word)) ? (words[letterAt] ?? '') : null;
}

const NOT_SHARES = /\b(?:warrants?|preferred|preference|units?|rights?|notes?|debentures?|bonds?|when[ -]issued)\b|%/i;
const DESCRIPTION =
  /\s*(?:\(|\s-\s|\b(?:American Depositary|Sponsored AD[RS]|Class [A-Z]\b|Series [A-Z]\b|Common S|Ordinary S|Capital Stock|Voting S|New Common|Depositary)).*$/i;

/** The company and class that a stored security's name and ticker tell; null if it is none of ordinary shares. */
export function namedShares(
  name: string,
  ticker: string,
): { readonly company: CompanyName; readonly shareClass: ShareClass } | null {
  if (name === '' || name === ticker) return null;
  const [described = name] = name.split(/,? each representing/i);
  if (NOT_SHARES.test(described)) return null;
  const company = companyName(described.replace(DESCRIPTION, ''));
  if (company.core === '') return null;
  const isDepositary = /\bAmerican Depositary|\bAD[RS]s?\b/i.test(described);
  const letter = /\bClass ([A-Z])\b/i.exec(described)?.[1]?.toUpperCase() ?? /\.([A-Z])$/.exec(ticker)?.[1] ?? '';
  return { company, shareClass: isDepositary ? DEPOSITARY : letter };
}
