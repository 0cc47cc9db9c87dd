import { Fragment } from 'preact';

/** Code in backticks, a page of the documentation with its place in it, or its mention in a sentence. */
const MARKS = /`([^`\n]+)`|\bdocs\/([a-z-]+)\.md(#[\w-]+)?|\bthe page on ([a-z]+)\b/g;

/** A text of the server's: its code as code, and its mentions of the documentation as links to the guide. */
export function Prose({ text }: { readonly text: string }) {
  const marks = [...text.matchAll(MARKS)];
  const ends = [0, ...marks.map(({ 0: all, index }) => index + all.length)];
  return (
    <>
      {marks.map(([all, code, file, place = '', topic], mark) => (
        <Fragment key={mark}>
          {text.slice(ends[mark], marks[mark]?.index)}
          {code === undefined ? <a href={`/guide/${file ?? topic ?? ''}${place}`}>{all}</a> : <code>{code}</code>}
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
