/**
 * A file name, or a sentence with one: if it does not fit on one line, it wraps after a "_", "-" or "." of the name. A
 * browser that translates the page leaves it as it is.
 */
export const FileName = ({ text }: { text: string }) => (
  <span translate="no">
    {text.split(/(?<=[_.-])(?=[^_.\s-])/).flatMap((part, at) => (at === 0 ? part : [<wbr key={at} />, part]))}
  </span>
);
