import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { filterOptions, findExact, maxShown, splitPinned } from './combobox-options.ts';
import type { ComboboxOption } from './combobox-options.ts';

type Behaviour = {
  options: readonly ComboboxOption[];
  pinned: readonly string[];
  value: string;
  onChange: (value: string) => void;
};

/** Implements the ARIA Authoring Practices' editable combobox with a list popup: the focus stays in the text box. */
export function useComboboxBehaviour({ options, pinned, value, onChange }: Behaviour) {
  const { open, query, active, setActive, openWith, type, close } = usePopup();
  const selected = options.find((option) => option.value === value);
  const { first, rest, hidden, isFiltered } = partsOf({ options, pinned, query });
  const shown = open ? [...first, ...rest] : [];

  const choose = (option: ComboboxOption | undefined) => {
    if (option && option.value !== value) onChange(option.value);
    close();
  };
  const openAt = (edge: 'selected' | 'last') => {
    const list = [...first, ...rest];
    const selectedAt = list.findIndex((option) => option.value === value);
    openWith(edge === 'last' ? list.length - 1 : Math.max(0, selectedAt));
  };
  /** Takes over text that was typed before hydration, as if it were typed now, or as if the box had been left. */
  const adoptTypedText = (text: string, hasFocus: boolean) =>
    hasFocus ? type(text) : choose(findExact(options, text));
  /** On leaving the box: selects the option that the text names, clears the value for no text, discards other text. */
  const leave = () => {
    if (query === null) return close();
    if (query.trim() === '') onChange('');
    else choose(findExact(options, query));
    close();
  };
  const move = (step: 1 | -1) => {
    if (!open) return openAt(step === 1 ? 'selected' : 'last');
    if (shown.length > 0) setActive((active + step + shown.length) % shown.length);
  };
  const page = (step: 1 | -1) => setActive(Math.max(0, Math.min(shown.length - 1, active + step * 8)));

  const chooseActive = () => choose(shown[active]);
  const onKeyDown = createKeyHandler({ open, isFiltered, active, openAt, close, move, page, chooseActive });
  return {
    open,
    text: query ?? selected?.label ?? value,
    // Limited to the options shown: -1 when there are none, whichever was active before.
    active: Math.min(active, shown.length - 1),
    selected,
    first,
    rest,
    hidden,
    openAt,
    type,
    takeOver: adoptTypedText,
    choose,
    leave,
    onKeyDown,
    setActive,
  };
}

function usePopup() {
  const [open, setOpen] = useState(false);
  // The text while the user is typing; null shows the label of the value.
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const openWith = (index: number) => {
    setOpen(true);
    setActive(index);
  };
  const type = (text: string) => {
    setQuery(text);
    openWith(text.trim() === '' ? -1 : 0);
  };
  const close = () => {
    setOpen(false);
    setQuery(null);
    setActive(-1);
  };
  return { open, query, active, setActive, openWith, type, close };
}

/** Returns the options to show: those that match the typed text, or all of them with the pinned ones first. */
function partsOf({ options, pinned, query }: Pick<Behaviour, 'options' | 'pinned'> & { query: string | null }) {
  const isFiltered = query !== null && query.trim() !== '';
  const split = isFiltered ? { first: [], rest: filterOptions(options, query) } : splitPinned(options, pinned);
  const rest = split.rest.slice(0, maxShown);
  return { first: split.first, rest, hidden: split.rest.length - rest.length, isFiltered };
}

type Actions = {
  open: boolean;
  isFiltered: boolean;
  active: number;
  openAt: (edge: 'selected' | 'last') => void;
  close: () => void;
  move: (step: 1 | -1) => void;
  page: (step: 1 | -1) => void;
  chooseActive: () => void;
};

/** Prevents the default action of a key that the combobox has handled. */
const createKeyHandler = ({ open, isFiltered, active, openAt, close, move, page, chooseActive }: Actions) => {
  const keys: Record<string, (event: KeyboardEvent) => boolean> = {
    ArrowDown: (event) => (event.altKey && !open ? openAt('selected') : move(1), true),
    ArrowUp: (event) => (event.altKey ? close() : move(-1), true),
    PageDown: () => open && (page(1), true),
    PageUp: () => open && (page(-1), true),
    Enter: () => open && active >= 0 && (chooseActive(), true),
    Escape: (event) => open && (event.stopPropagation(), close(), true),
    Tab: () => {
      if (open && isFiltered && active >= 0) chooseActive();
      return false;
    },
  };
  return (event: KeyboardEvent) => {
    if (!event.nativeEvent.isComposing && keys[event.key]?.(event)) event.preventDefault();
  };
};
