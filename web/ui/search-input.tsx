import { Search, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { t } from '../languages/text.ts';
import { useFieldControl } from './field.tsx';
import { isSingleKey } from './single-keys.ts';

export type SearchInputProps = {
  value: string;
  onChange: (value: string) => void;
  /** Also the accessible name, for use without a Field. */
  placeholder?: string;
  /** "/" focuses this field from anywhere on the screen. Use it only once per screen. */
  slash?: boolean;
  id?: string;
  field?: RefObject<HTMLInputElement | null>;
};

export function SearchInput({ value, onChange, placeholder, slash = true, id, field }: SearchInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = field ?? own;
  const wired = useFieldControl({ id });
  useSlash(slash, () => input.current?.focus());
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className="relative min-w-0 flex-1 sm:max-w-sm">
      <Search size={18} className="pointer-events-none absolute inset-y-0 left-3 my-auto text-text3" />
      <input
        {...wired}
        ref={input}
        type="text"
        role="searchbox"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={wired.id ? undefined : (placeholder ?? t('common.search'))}
        aria-keyshortcuts={slash ? '/' : undefined}
        placeholder={placeholder ?? t('common.search')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !value) return;
          event.stopPropagation();
          clear();
        }}
        className="control px-10"
      />
      {value ? <ClearButton onClear={clear} /> : slash && <SlashKey />}
    </div>
  );
}

const ClearButton = ({ onClear }: { onClear: () => void }) => (
  <button
    type="button"
    aria-label={t('common.clearSearch')}
    onClick={onClear}
    className="absolute inset-y-0 right-0 grid w-control place-items-center rounded-control text-text3 hover:text-text"
  >
    <X size={18} />
  </button>
);

const SlashKey = () => (
  <kbd
    aria-hidden="true"
    className="pointer-events-none absolute inset-y-0 right-3 my-auto h-6 rounded-control border px-1.5 font-sans text-small text-text3 coarse:hidden"
  >
    /
  </kbd>
);

function useSlash(active: boolean, focus: () => void) {
  const latest = useRef(focus);
  useEffect(() => {
    latest.current = focus;
  });
  // Registered before the first paint, so that a key pressed at once is not lost.
  useLayoutEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isSingleKey(event)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [active]);
}
