/** Letters of other scripts, digits and signs that stand for a Latin letter in disguised words. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Array.from('аaеeоoрpсcхxуyкkмmтtнhвbіiјjѕsԁdɡgαaοoρpνvτtκkιi').reduce<[string, string][]>(
    (pairs, letter, index, all) => {
      const plain = all[index + 1];
      return index % 2 === 0 && plain !== undefined ? [...pairs, [letter, plain]] : pairs;
    },
    [],
  ),
);

const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;
const CONTROL = /[^\P{Cc}\n\t]/gu;
const MARKS = /\p{M}/gu;

/** The text that is stored and served: compatibility forms made plain, nothing invisible, no control characters. */
export const cleanPostText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').normalize('NFKC').replace(INVISIBLE, '').replace(CONTROL, '').trim();

/** The text that rules look at: cleaned, lower case, without accents, lookalikes as Latin letters, single spaces. */
export const foldPostText = (text: string): string =>
  Array.from(cleanPostText(text).toLowerCase().normalize('NFKD').replace(MARKS, ''))
    .map((letter) => LOOKALIKES.get(letter) ?? letter)
    .join('')
    .replace(/\s+/g, ' ');

/** Endings of domains that are no English words, which a missing space after a full stop would make domains of. */
const TOP_LEVEL = [
  'com|net|org|io|co|biz|info|xyz|top|shop|online|site|club|app|dev|me|ly|gg|ru|cn|de|uk|us|eu|tv|link|example',
  'ai|fr|es|nl|ch|se|dk|fi|ie|pt|cz|pl|jp|kr|br|mx|ca|au|nz|cc|ws|sh|gl|fm|vc|page|blog|news|finance|money|trade|trading',
  'capital|store|tech|cloud|digital|agency|group|vip|icu|website|network|email|media|chat|bet|casino|exchange|pro|mobi',
].join('|');
const ADDRESS = /[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}\.[a-z0-9.-]{2,190}/g;
/** Links end at a space and at what joins them to the next one. */
const REST = '(?:(?!https?://)[^\\s,;|()<>"\\[\\]])';
/** Targets in Markdown, addresses with a scheme or without one, and bare domains: with a path, of any ending. */
const LINK = new RegExp(
  `\\]\\([^)\\s]+|https?://${REST}*|//[a-z0-9-]+\\.${REST}+|www\\.${REST}+|\\b[a-z0-9][a-z0-9.-]{0,250}\\.[a-z]{2,24}/${REST}+|\\b[a-z0-9][a-z0-9.-]{0,250}\\.(?:${TOP_LEVEL})\\b(?:/${REST}*)?`,
  'g',
);

const plainDots = (folded: string): string =>
  folded
    .replace(/\bh(?:xx|\*\*|tt)ps? ?: ?\/ ?\//g, 'https://')
    .replace(/ ?[[({] ?(?:dot|\.) ?[\])}] ?/g, '.')
    .replace(new RegExp(` dot (?=(?:${TOP_LEVEL})\\b)`, 'g'), '.');

/** How many links a folded text holds: targets in Markdown, addresses, bare domains, and domains written with "dot". */
export const countLinks = (folded: string): number =>
  Array.from(plainDots(folded).replace(ADDRESS, ' ').matchAll(LINK)).length;

/** Whether a folded text holds an e-mail address, also one written with "at" and "dot". */
export const hasMailAddress = (folded: string): boolean =>
  plainDots(folded.replace(/ ?[[({] ?(?:at|@) ?[\])}] ?/g, '@').replace(/\b dot (?=[a-z]{2,4}\b)/g, '.'))
    .replace(/ at (?=[a-z0-9-]{1,63}\.(?:com|net|org|io)\b)/g, '@')
    .search(ADDRESS) >= 0;
