import { isLuhn } from './numbers.js';

/*
 * Identity numbers: those whose form or check digits tell, as they are; those that only are digits, beside their name.
 */

/** How far from a number its name may be. */
const BEFORE = 60;
const AFTER = 30;

interface IdentityNumber {
  /** In folded text. */
  readonly form: RegExp;
  /** Of the number without signs between its parts, in lower case. */
  readonly isValid?: (number: string) => boolean;
  /** Its name in folded text, where the form alone does not tell. */
  readonly name?: RegExp;
}

const digitsOf = (text: string): number[] => Array.from(text, Number);
const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, place) => sum + weight * (digits[place] ?? 0), 0);
const down = (from: number, count: number): number[] => Array.from({ length: count }, (_, place) => from - place);
const isSame = (number: string): boolean => /^(\d)\1*$/.test(number);

/** Whether six digits are a day: `ymd` or `dmy`. */
function isDate(digits: string, order: 'ymd' | 'dmy'): boolean {
  const [month, day] =
    order === 'ymd' ? [digits.slice(2, 4), digits.slice(4, 6)] : [digits.slice(2, 4), digits.slice(0, 2)];
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}

function isCpf(number: string): boolean {
  if (isSame(number)) return false;
  const digits = digitsOf(number);
  const check = (count: number): number => ((weighted(digits, down(count + 1, count)) * 10) % 11) % 10;
  return check(9) === digits[9] && check(10) === digits[10];
}

const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** The Italian code, whose last letter checks the others. */
function isCodiceFiscale(code: string): boolean {
  const placeOf = (character: string): number =>
    /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 97;
  const sum = Array.from(code.slice(0, 15)).reduce(
    (total, character, index) => total + (index % 2 === 0 ? (ODD[placeOf(character)] ?? 0) : placeOf(character)),
    0,
  );
  return sum % 26 === code.charCodeAt(15) - 97;
}

const DNI_LETTERS = 'trwagmyfpdxbnjzsqvhlcke';

function isDni(number: string): boolean {
  const digits = number.replace(/^[xyz]/, (letter) => String('xyz'.indexOf(letter))).slice(0, 8);
  return DNI_LETTERS[Number(digits) % 23] === number.at(-1);
}

const isInsee = (number: string): boolean => 97n - (BigInt(number.slice(0, 13)) % 97n) === BigInt(number.slice(13));
const isChinese = (number: string): boolean => {
  const sum = weighted(digitsOf(number.slice(0, 17)), [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return '10x98765432'[sum % 11] === number[17];
};
const isKorean = (number: string): boolean =>
  isDate(number, 'ymd') &&
  (11 - (weighted(digitsOf(number), [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10 === Number(number[12]);
const isPesel = (number: string): boolean =>
  (10 - (weighted(digitsOf(number), [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === Number(number[10]);
const isBsn = (number: string): boolean => weighted(digitsOf(number), [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;
const isTurkish = (number: string): boolean => {
  const digits = digitsOf(number);
  return digits[0] !== 0 && digits.slice(0, 10).reduce((sum, digit) => sum + digit, 0) % 10 === digits[10];
};
const isSwedish = (number: string): boolean => isDate(number.slice(-10), 'ymd') && isLuhn(number.slice(-10));

const alone = (body: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${body})(?![\\p{L}\\p{N}])`, 'gu');
const SPACE = '[ .\\-/]?';
/** So many digits, with signs between them. */
const some = (least: number, most = least): string => `\\d(?:${SPACE}\\d){${least - 1},${most - 1}}`;

const PASSPORT =
  /passports?|passeport|pasaporte|passaport[eo]|reisepass\w*|passnummer|pass ?nr|paspoort\w*|паспорт\p{L}*|パスポート|ハスホート|护照|여권|paszport\w*|pasaport\w*|pasnummer|جواز/u;
const LICENCE =
  /driv(?:er'?s?|ing) licen[cs]e|fuhrerschein\w*|permis de conduire|licencia de conducir|carnet de conducir|carteira de motorista|cnh|patente di guida|rijbewijs\w*|prawo jazdy|prawa jazdy|водительск\p{L}+|ehliyet\w*|korkort\w*|korekort\w*/u;
const CARD =
  /(?:national |government )?id(?:entity)? (?:card|number|no)|identity number|ausweis\w*|carte d'identite|documento d'identita|cedula|carteira de identidade|identiteitskaart|dowod\w* osobist\w*|kimlik\w*|身份证\p{L}*|주민등록\p{L}*|الهوية/u;
const TAX =
  /tax(?:payer)?(?: id(?:entification)?)? ?(?:numbers?|no|id)?|tin|itin|ssn|social(?: security)?(?: numbers?| no)?|steuer ?-?(?:id|nummer|identifikationsnummer)\w*|idnr|numero fiscal|nif|инн/u;

const NUMBERS: readonly IdentityNumber[] = [
  { form: /(?<![\d-])(?!000|666|9)\d{3}[- ](?!00)\d{2}[- ](?!0000)\d{4}(?![\d-])/gu },
  { form: alone(some(9)), name: /ssn|social(?: security| insurance)?|itin|tax ?id|taxpayer|\bsin\b/u },
  {
    form: alone(`(?!bg|gb|nk|kn|tn|nt|zz)[a-ceghj-prtw-z][a-ceghj-nprtw-z]${SPACE}${some(6)}${SPACE}[a-d]`),
    isValid: (number) => /^[a-z]{2}\d{6}[a-d]$/.test(number),
  },
  { form: alone('\\d{3}\\.\\d{3}\\.\\d{3}-?\\d{2}'), isValid: isCpf },
  { form: alone(some(11)), isValid: isCpf, name: /cpf/u },
  { form: alone(`[a-z]{6} ?\\d{2} ?[abcdehlmprst]\\d{2} ?[a-z]\\d{3}[a-z]`), isValid: isCodiceFiscale },
  { form: alone('\\d{8}[ -]?[a-hj-np-tv-z]|[xyz][ -]?\\d{7}[ -]?[a-hj-np-tv-z]'), isValid: isDni },
  { form: alone(`[12]${SPACE}${some(14)}`), isValid: isInsee, name: /secu\b|securite sociale|nir\b|insee/u },
  {
    form: alone(`[1-9]\\d{5}(?:19|20)\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])\\d{3}[\\dx]`),
    isValid: isChinese,
  },
  { form: alone('\\d{6} ?- ?[1-8]\\d{6}'), isValid: isKorean },
  { form: alone('\\d{6} ?-? ?[1-8]\\d{6}'), name: /주민등록\p{L}*/u },
  { form: alone(some(11)), isValid: isPesel, name: /pesel\w*/u },
  { form: alone(some(9)), isValid: isBsn, name: /bsn|burgerservicenummer|sofinummer/u },
  { form: alone(some(11)), isValid: isTurkish, name: /kimlik\w*|t\.?c\.?\b/u },
  { form: alone('(?:19|20)?\\d{6}[-+]\\d{4}'), isValid: (number) => isSwedish(number.slice(-10)) },
  {
    form: alone('\\d{6} ?-? ?\\d{4}'),
    isValid: (number) => isDate(number, 'dmy'),
    name: /cpr\b|personnummer\w*|fodselsnummer\w*/u,
  },
  { form: alone('(?:19|20)?\\d{6} ?-? ?\\d{4}'), name: /person ?nummer\w*/u },
  { form: alone(some(11)), name: /steuer ?-?(?:id|identifikationsnummer)\w*|idnr|fodselsnummer\w*|снилс\p{L}*/u },
  { form: alone('\\d{2} ?\\d{6} ?[a-z] ?\\d{3}'), name: /(?:sozial|renten)versicherungs\w*|sv ?-?(?:nummer|nr)/u },
  { form: alone(some(12)), name: /aadhaa?r|my ?number|マイナンハー|マイナンバー|個人番号|инн/u },
  { form: alone('[a-z]{5}\\d{4}[a-z]'), name: /\bpan\b/u },
  { form: alone(`(?=[a-z\\d -]{0,16}\\d)[a-z]{0,3} ?\\d[a-z\\d]{1,3} ?\\d{3,7}|${some(7, 12)}`), name: PASSPORT },
  { form: alone('(?=[a-z\\d-]{0,20}\\d{3})[a-z\\d][a-z\\d-]{5,19}'), name: LICENCE },
  { form: alone(`(?=[a-z\\d-]{0,20}\\d{3})[a-z]{0,4}\\d[a-z\\d-]{5,17}|${some(7, 14)}`), name: CARD },
  { form: alone(`\\d{2}-\\d{7}|${some(9, 13)}`), name: TAX },
];

const compiled = NUMBERS.map(({ name, ...each }) => ({
  ...each,
  name: name === undefined ? undefined : new RegExp(`(?<!\\p{L})(?:${name.source})(?!\\p{L})`, 'u'),
}));
const CJK_NAME = /护照|身份证|여권|주민등록|パスポート|マイナンバー|個人番号/u;

/** Whether folded text has the number of a person's identity document, or of a person at an authority. */
export function hasIdentityNumber(text: string): boolean {
  return compiled.some(({ form, isValid, name }) => {
    for (const { 0: found, index } of text.matchAll(form)) {
      if (isValid !== undefined && !isValid(found.replace(/[^\p{L}\p{N}]/gu, ''))) continue;
      if (name === undefined) return true;
      const around = `${text.slice(Math.max(0, index - BEFORE), index)}\n${text.slice(index + found.length, index + found.length + AFTER)}`;
      if (
        name.test(around) ||
        (name.source.includes('护照') || name.source.includes('身份证') || name.source.includes('マイナンバー')
          ? CJK_NAME.test(around)
          : false)
      )
        return true;
    }
    return false;
  });
}
