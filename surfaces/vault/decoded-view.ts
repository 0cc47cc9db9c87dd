/** A text in another spelling, and where in the original each of its UTF-16 units stands. */
export interface View {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** One round of the escapes of URLs, JSON, JavaScript and HTML. */
const ESCAPE =
  /(?<percent>(?:%[0-9a-f]{2})+)|\\u(?<unit>[0-9a-f]{4})|\\x(?<byte>[0-9a-f]{2})|\\(?<short>[nrtbf"'`\\/])|&#x(?<hex>[0-9a-f]{1,12});?|&#(?<decimal>\d{1,12});?|&(?<named>amp|lt|gt|quot|apos|nbsp);/giu;
const SHORT: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const HIGHEST_POINT = 0x10ffff;
/** Characters of `%41`. */
const PERCENT_LENGTH = 3;

export function viewOf(text: string): View {
  const starts = Array.from({ length: text.length }, (_, i) => i);
  return { text, starts, ends: starts.map((start) => start + 1) };
}

class ViewBuilder {
  readonly #from: View;
  readonly #parts: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(from: View) {
    this.#from = from;
  }

  /** Takes over the units from `start` to `end`. */
  copy(start: number, end: number): void {
    this.#parts.push(this.#from.text.slice(start, end));
    for (let i = start; i < end; i += 1) this.#add(i, i + 1);
  }

  /** A text that stands for the units from `start` to `end`. */
  put(text: string, start: number, end: number): void {
    this.#parts.push(text);
    for (let i = 0; i < text.length; i += 1) this.#add(start, end);
  }

  #add(start: number, end: number): void {
    this.#starts.push(this.#from.starts[start] ?? 0);
    this.#ends.push(this.#from.ends[end - 1] ?? 0);
  }

  get view(): View {
    return { text: this.#parts.join(''), starts: this.#starts, ends: this.#ends };
  }
}

const pointOf = (value: number): string => (value <= HIGHEST_POINT ? String.fromCodePoint(value) : '');

/** The text with its escapes undone once, or the same view if it has none. */
export function unescaped(view: View): View {
  const builder = new ViewBuilder(view);
  let last = 0;
  for (const match of view.text.matchAll(ESCAPE)) {
    const { percent, unit, byte, short, hex, decimal, named } = match.groups ?? {};
    const [start, end] = [match.index, match.index + match[0].length];
    builder.copy(last, start);
    last = end;
    if (percent !== undefined) putBytes(builder, Buffer.from(percent.replaceAll('%', ''), 'hex'), start);
    else if (unit !== undefined) builder.put(String.fromCharCode(Number.parseInt(unit, 16)), start, end);
    else if (byte !== undefined) builder.put(pointOf(Number.parseInt(byte, 16)), start, end);
    else if (short !== undefined) builder.put(SHORT[short.toLowerCase()] ?? short, start, end);
    else if (hex !== undefined) builder.put(pointOf(Number.parseInt(hex, 16)), start, end);
    else if (decimal !== undefined) builder.put(pointOf(Number(decimal)), start, end);
    else builder.put(NAMED[named?.toLowerCase() ?? ''] ?? '', start, end);
  }
  if (last === 0) return view;
  builder.copy(last, view.text.length);
  return builder.view;
}

/** UTF-8 bytes that begin at `start`, each spelled by three characters. */
function putBytes(builder: ViewBuilder, bytes: Buffer, start: number): void {
  let at = start;
  for (const character of bytes.toString('utf8')) {
    // Bytes that are no UTF-8 become replacement characters, one each.
    const length = (character === '\ufffd' ? 1 : Buffer.byteLength(character)) * PERCENT_LENGTH;
    builder.put(character, at, Math.min(at + length, start + bytes.length * PERCENT_LENGTH));
    at += length;
  }
}

/** The text with spaces where forms write `+`. */
export function withFormSpaces(view: View): View {
  return { ...view, text: view.text.replaceAll('+', ' ') };
}

/** The text without white space, and in the alphabet of base64 that has `+` and `/`. */
export function asBase64(view: View): View {
  const builder = new ViewBuilder(view);
  let last = 0;
  for (const { index, 0: space } of view.text.matchAll(/\s+/gu)) {
    builder.copy(last, index);
    last = index + space.length;
  }
  builder.copy(last, view.text.length);
  const { text, starts, ends } = builder.view;
  return { text: text.replaceAll('-', '+').replaceAll('_', '/'), starts, ends };
}
