import { useEffect, useRef, useState } from 'preact/hooks';
import { whole } from '../app/format.js';
import { textsOf } from '../app/use-action.js';

/** How long a reader has to stop typing before the server is asked. */
const SETTLED_MS = 150;
/**
 * Shorter texts are asked by the button or Enter alone, because most of what they find is not wanted and is a unit all
 * the same.
 */
const SHORTEST = 2;

interface SearchFieldProps {
  readonly label: string;
  /** Whether the label is for screen readers alone. */
  readonly isLabelHidden?: boolean;
  readonly name?: string;
  readonly maxLength?: number;
  /** What is searched now; empty for everything. */
  readonly search: string;
  readonly ask: (search: string) => void;
  /** How many the search has found; null until that is known. */
  readonly total: number | null;
}

/** A text that is searched as one types. The number of results is told once for each new search. */
export function SearchField({
  label,
  isLabelHidden = false,
  name = 'search',
  maxLength = 80,
  search,
  ask,
  total,
}: SearchFieldProps) {
  const [text, setText] = useState(search);
  const [told, setTold] = useState<string | null>(null);
  const asked = useRef(search);
  useEffect(() => {
    // Asked by the button, or by an address that the reader has gone back to.
    if (search === asked.current) return;
    asked.current = search;
    setText(search);
    setTold(search);
  }, [search]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === asked.current) return undefined;
    const next = wanted.length < SHORTEST ? '' : wanted;
    if (next === asked.current) return undefined;
    const timer = setTimeout(() => {
      asked.current = next;
      setTold(next);
      ask(next);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text, search]);
  return (
    <>
      <label>
        <span class={isLabelHidden ? 'sr-only' : undefined}>{label}</span>
        <input
          type="search"
          name={name}
          maxLength={maxLength}
          placeholder={isLabelHidden ? label : undefined}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <span class="sr-only" role="status">
        {told === search && total !== null ? resultWords(search, total) : ''}
      </span>
    </>
  );
}

function resultWords(search: string, total: number): string {
  const count = total === 1 ? '1 result' : `${whole(total)} results`;
  return search === '' ? count : `${count} for “${search}”`;
}

/** The field with its button, which also asks for a single letter. */
export function SearchForm(field: SearchFieldProps) {
  const { ask, name = 'search' } = field;
  return (
    <form class="inline" role="search" aria-label={field.label} onSubmit={(event) => ask(textsOf(event)[name] ?? '')}>
      <SearchField {...field} />
      <button type="submit" class="button">
        Search
      </button>
    </form>
  );
}
