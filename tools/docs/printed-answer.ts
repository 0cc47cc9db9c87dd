/** Marks omissions in a printed response: further keys or entries, or a value that varies. */
const ELLIPSIS = '…';
const WIDTH = 110;
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]|…/g;

/** Parses JSON in which a bare `…` shortens an object or a list. Throws SyntaxError. */
export function parsePrinted(text: string): unknown {
  const open: string[] = [];
  const json = text.replace(TOKEN, (token) => {
    if (token === '{' || token === '[') open.push(token);
    else if (token === '}' || token === ']') open.pop();
    if (token !== ELLIPSIS) return token;
    return open.at(-1) === '{' ? `"${ELLIPSIS}": null` : `"${ELLIPSIS}"`;
  });
  return JSON.parse(json);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fillList(shape: readonly unknown[], answer: readonly unknown[], place: string): readonly unknown[] {
  const gap = shape.indexOf(ELLIPSIS);
  const head = gap === -1 ? shape : shape.slice(0, gap);
  const tail = gap === -1 ? [] : shape.slice(gap + 1);
  const isLongEnough = gap === -1 ? answer.length === head.length : answer.length >= head.length + tail.length;
  if (!isLongEnough)
    throw new Error(`${place} has ${answer.length} entries, but ${head.length + tail.length} are printed.`);
  const first = answer.length - tail.length;
  const filled = head.map((entry, index) => fillShape(entry, answer[index], `${place}[${index}]`));
  const last = tail.map((entry, index) => fillShape(entry, answer[first + index], `${place}[${first + index}]`));
  return gap === -1 ? filled : [...filled, ELLIPSIS, ...last];
}

function fillObject(
  shape: Readonly<Record<string, unknown>>,
  answer: Readonly<Record<string, unknown>>,
  place: string,
): object {
  const unprinted = Object.keys(answer).find((key) => !Object.hasOwn(shape, key));
  if (unprinted !== undefined && !Object.hasOwn(shape, ELLIPSIS))
    throw new Error(`${place}.${unprinted} is in the response but not printed; print it or add a ….`);
  const entries = Object.entries(shape).map(([key, inner]) => {
    if (key === ELLIPSIS) return [key, null] as const;
    if (!Object.hasOwn(answer, key)) throw new Error(`${place}.${key} is printed but not in the response.`);
    return [key, fillShape(inner, answer[key], `${place}.${key}`)] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * A real response, shortened like the printed one. Throws if they differ in more than values: a missing or unprinted
 * key, a list of another length, an object instead of a value.
 */
export function fillShape(shape: unknown, answer: unknown, place = 'answer'): unknown {
  if (shape === ELLIPSIS) return ELLIPSIS;
  if (Array.isArray(shape) && Array.isArray(answer)) return fillList(shape, answer, place);
  if (isObject(shape) && isObject(answer)) return fillObject(shape, answer, place);
  const isSameKind = (typeof shape === 'object' && shape !== null) === (typeof answer === 'object' && answer !== null);
  if (!isSameKind) throw new Error(`${place} is ${JSON.stringify(answer)}, printed as ${JSON.stringify(shape)}.`);
  return answer;
}

/** Prints a filled shape, on one line where it fits. */
export function printAnswer(value: unknown, indent = ''): string {
  const line = inline(value);
  if (indent.length + line.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((entry: unknown) => (entry === ELLIPSIS ? ELLIPSIS : printAnswer(entry, inner)))
    : Object.entries(value).map(([key, entry]) =>
        key === ELLIPSIS ? ELLIPSIS : `${JSON.stringify(key)}: ${printAnswer(entry, inner)}`,
      );
  const [first, last] = Array.isArray(value) ? '[]' : '{}';
  return `${first}\n${items.map((item) => inner + item).join(',\n')}\n${indent}${last}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.map((entry: unknown) => (entry === ELLIPSIS ? ELLIPSIS : inline(entry))).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  return `{ ${entries.map(([key, entry]) => (key === ELLIPSIS ? ELLIPSIS : `${JSON.stringify(key)}: ${inline(entry)}`)).join(', ')} }`;
}
