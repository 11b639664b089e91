/** Renders "g f" as two keys to press one after the other. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className="flex shrink-0 gap-1">
      {keys.split(' ').map((key, at) => (
        <kbd
          key={`${at} ${key}`}
          className="min-w-7 rounded-control border px-1.5 text-center font-sans text-small text-text2"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
