const HEAD_BYTES = 200;
const HEADER_CHARSET = /charset\s*=\s*"?([\w-]+)/i;
const DECLARED = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/i;

/** Byte order marks, which outweigh what a header or a declaration says (WHATWG Encoding, decode). */
const MARKS: readonly (readonly [label: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Names of windows-1252; the web takes Latin-1 and ASCII for it (WHATWG Encoding, 4.2). */
const WINDOWS_1252 = /^(?:windows-1252|cp1252|x-cp1252|latin1|l1|iso-8859-1|iso8859-1|iso_8859-1|us-ascii|ascii)$/i;
/** What windows-1252 has for the bytes 0x80 to 0x9F; Node.js decodes them as control characters. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const FIRST_HIGH = 0x80;

/** The text of an XML document: by its byte order mark, its header or its declaration, else UTF-8. */
export function feedText(body: Uint8Array, contentType: string): string {
  const marked = MARKS.find(([, bytes]) => bytes.every((byte, index) => body[index] === byte))?.[0];
  const head = new TextDecoder('latin1').decode(body.subarray(0, HEAD_BYTES));
  const label = marked ?? HEADER_CHARSET.exec(contentType)?.[1] ?? DECLARED.exec(head)?.[1] ?? 'utf-8';
  if (!WINDOWS_1252.test(label)) return decoderOf(label).decode(body);
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  return text.replace(/[\u0080-\u009f]/g, (control) => HIGH[control.charCodeAt(0) - FIRST_HIGH] ?? control);
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
