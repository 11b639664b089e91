import { Fragment } from 'react';

/** A file name, or a sentence with one: if it does not fit on one line, it wraps after a "_", "-" or "." of the name. */
export function FileName({ text }: { text: string }) {
  return text.split(/(?<=[_.-])(?=[^_.\s-])/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
