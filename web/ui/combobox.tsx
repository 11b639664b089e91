import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, type Ref, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { t } from '../languages/text.ts';
import { useTypedBeforeHydration } from '../client/hydrated.ts';
import { useComboboxBehaviour } from './combobox-behaviour.ts';
import { type ComboboxOption, optionLook } from './combobox-options.ts';
import { useFieldControl } from './field.tsx';
import { holdPopover } from './popover-position.ts';

export type ComboboxProps = {
  options: readonly ComboboxOption[];
  /** The value of the chosen option, or an empty string. */
  value: string;
  onChange: (value: string) => void;
  /** Values shown first, such as recently used ones. */
  pinned?: readonly string[];
  pinnedLabel?: string;
  placeholder?: string;
  /** Shown when nothing matches the typed text. */
  emptyText?: string;
  /** Adds a hidden input with this name for native form submission. */
  name?: string;
  disabled?: boolean;
  id?: string;
  /** Accessible name, for use without a Field. */
  label?: string;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
};

export function Combobox(props: ComboboxProps) {
  const { options, value, onChange, pinned = [], placeholder, name, disabled, id, label, onBlur, ref } = props;
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const wired = useFieldControl({ id });
  const behaviour = useComboboxBehaviour({ options, pinned, value, onChange });
  const { open, text, active, selected } = behaviour;
  const icon = text === selected?.label ? selected.icon : undefined;

  const findBox = () => box.current?.querySelector<HTMLInputElement>('[role=combobox]');
  useTypedBeforeHydration(text, findBox, (typed) => behaviour.takeOver(typed, findBox() === document.activeElement));
  useAnchoredPopup(box, popup, open);
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [listId, active]);

  return (
    <div ref={box} className="relative">
      {name && <input type="hidden" name={name} value={value} />}
      <input
        {...wired}
        ref={ref}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={wired.id ? undefined : label}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
        disabled={disabled}
        placeholder={placeholder}
        value={text}
        onChange={(event) => behaviour.type(event.target.value)}
        onKeyDown={behaviour.onKeyDown}
        onClick={() => !open && behaviour.openAt('selected')}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          behaviour.leave();
          onBlur?.();
        }}
        className={clsx('control pr-10', icon && 'pl-13')}
      />
      {icon && <IconInBox icon={icon} isFaint={disabled === true} />}
      <ChevronDown size={18} className="pointer-events-none absolute inset-y-0 right-3 my-auto text-text3" />
      <List {...props} listId={listId} popup={popup} behaviour={behaviour} />
    </div>
  );
}

const IconInBox = ({ icon, isFaint }: { icon: ReactNode; isFaint: boolean }) => (
  <span
    aria-hidden="true"
    className={clsx(
      'pointer-events-none absolute inset-y-0 left-2 grid w-9 place-items-center',
      isFaint && 'opacity-55',
    )}
  >
    {icon}
  </span>
);

type ListProps = ComboboxProps & {
  listId: string;
  popup: RefObject<HTMLDivElement | null>;
  behaviour: ReturnType<typeof useComboboxBehaviour>;
};

function List({ listId, popup, behaviour, value, label, pinnedLabel, emptyText }: ListProps) {
  const { open, first, rest, hidden, active, choose } = behaviour;
  const none = first.length + rest.length === 0;
  const row = (option: ComboboxOption, position: number) => (
    <Option
      key={option.value}
      id={`${listId}-${position}`}
      option={option}
      active={position === active}
      selected={option.value === value}
      onChoose={() => choose(option)}
      onPoint={() => behaviour.setActive(position)}
    />
  );
  return (
    <div
      ref={popup}
      popover="manual"
      hidden={!open}
      // Pressing in the list must not move the focus out of the text box.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className="fixed inset-auto m-0 rounded-control border bg-surface p-0 text-text shadow-overlay"
    >
      <div
        id={listId}
        role="listbox"
        aria-label={label ?? t('common.combobox.options')}
        className={clsx('max-h-56 overflow-y-auto', !none && 'p-1')}
      >
        {open && first.length > 0 && (
          <div role="group" aria-label={pinnedLabel ?? t('common.combobox.lastUsed')} className="mb-1 border-b pb-1">
            <div aria-hidden="true" className="px-3 pt-1 text-small text-text3">
              {pinnedLabel ?? t('common.combobox.lastUsed')}
            </div>
            {first.map(row)}
          </div>
        )}
        {open && rest.map((option, position) => row(option, first.length + position))}
      </div>
      <p
        role="status"
        className={clsx('px-3 text-small text-text3', open && (none ? 'py-3' : hidden > 0 && 'border-t py-2'))}
      >
        {open && none && (emptyText ?? t('common.combobox.empty'))}
        {open && hidden > 0 && t('common.combobox.more', { count: hidden })}
      </p>
    </div>
  );
}

type OptionProps = {
  id: string;
  option: ComboboxOption;
  active: boolean;
  selected: boolean;
  onChoose: () => void;
  onPoint: () => void;
};

function Option({ id, option, active, selected, onChoose, onPoint }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={selected}
      data-active={active || undefined}
      onClick={onChoose}
      onPointerMove={active ? undefined : onPoint}
      className={optionLook(active)}
    >
      {option.icon && <span className="grid w-9 shrink-0 place-items-center">{option.icon}</span>}
      <span className="min-w-0 flex-1">
        <span className="block">{option.label}</span>
        {option.hint && <span className="block text-small text-text3">{option.hint}</span>}
      </span>
      {selected && <Check size={16} className="shrink-0 text-accent" />}
    </div>
  );
}

const gap = 4;
const preferredHeight = 240;

/**
 * Shows a `popover="manual"` element above everything else and keeps it at its anchor, so that no dialog or card can
 * clip it. It is placed above the anchor if there is no room below.
 */
function useAnchoredPopup(anchor: RefObject<HTMLElement | null>, popup: RefObject<HTMLElement | null>, open: boolean) {
  useLayoutEffect(() => {
    const element = popup.current;
    if (!open || !element) return undefined;
    return holdPopover(element, () => anchor.current && placeAt(anchor.current.getBoundingClientRect(), element.style));
  }, [anchor, popup, open]);
}

function placeAt({ left, top, bottom, width }: DOMRect, style: CSSStyleDeclaration) {
  // On phones, the keyboard covers part of the page.
  const below = (window.visualViewport?.height ?? window.innerHeight) - bottom;
  const above = below < preferredHeight && top > below;
  style.left = `${left}px`;
  style.width = `${width}px`;
  style.top = above ? 'auto' : `${bottom + gap}px`;
  style.bottom = above ? `${window.innerHeight - top + gap}px` : 'auto';
}
