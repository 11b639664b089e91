import { FileName } from './file-name.tsx';

type CutProps = {
  text: string;
  length: number;
  /** The text is a file name: if it does not fit on one line, it wraps after one of its "_", "-" and ".". */
  isFileName?: boolean;
};

/** Cuts a text visually; the whole text stays in the tooltip and in the accessible name. */
export function Cut({ text, length, isFileName = false }: CutProps) {
  const short = cutText(text, length);
  const shown = isFileName ? <FileName text={short} /> : short;
  if (short === text) return <span>{shown}</span>;
  return (
    <>
      <span aria-hidden="true" title={text}>
        {shown}
      </span>
      <span className="sr-only">{text}</span>
    </>
  );
}

/** Returns the first `length` characters, followed by "..." only if something was cut. */
export function cutText(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length).join('')}...` : text;
}
