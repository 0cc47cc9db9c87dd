import type { Readable } from 'node:stream';

/** Encodings that exports of private markets come in: UTF-8, and those of spreadsheets on Windows and old Macs. */
export type TextEncoding = 'utf-8' | 'windows-1252' | 'macintosh';

const LEGACY = ['windows-1252', 'macintosh'] as const;

/** How many letters of the words are small ones beyond ASCII: most in the encoding that the text was written in. */
function smallLetters(decoded: string): number {
  return decoded.match(/(?<=[a-z])(?![a-z])\p{Ll}/gu)?.length ?? 0;
}

/** The encoding of a text: UTF-8 if it is valid, else the one in which accents are on small letters. */
export async function encodingOf(bytes: Readable): Promise<TextEncoding> {
  const unicode = new TextDecoder('utf-8', { fatal: true });
  const others = LEGACY.map((encoding) => ({ encoding, decoder: new TextDecoder(encoding), letters: 0 }));
  let isUnicode = true;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    if (isUnicode) {
      try {
        unicode.decode(chunk, { stream: true });
      } catch {
        isUnicode = false;
      }
    }
    for (const other of others) other.letters += smallLetters(other.decoder.decode(chunk, { stream: true }));
  }
  if (isUnicode) return 'utf-8';
  const [windows, mac] = others.map(({ letters }) => letters);
  return (mac ?? 0) > (windows ?? 0) ? 'macintosh' : 'windows-1252';
}

const LATIN_1 = /^[\0-\u00FF]*$/;

/** The text, or what it was before UTF-8 was once read as Latin-1: `NestlÃ©` is `Nestlé`. */
export function undoubled(text: string): string {
  if (!LATIN_1.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
