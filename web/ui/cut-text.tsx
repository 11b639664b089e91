import { cut } from './cut.ts';

/** Cuts for the eye only: the whole text stays in the tooltip and in the accessible name. */
export function Cut({ text, length }: { text: string; length: number }) {
  const short = cut(text, length);
  if (short === text) return <span>{text}</span>;
  return (
    <>
      <span aria-hidden="true" title={text}>
        {short}
      </span>
      <span className="sr-only">{text}</span>
    </>
  );
}
