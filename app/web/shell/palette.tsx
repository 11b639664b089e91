import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Car, CircleUserRound, CornerDownLeft } from 'lucide-react';
import { useSearch } from '../../../features/staff/search/web/search.api.ts';
import { useCan } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { useCloseOnBack } from '../../../web/ui/close-on-back.ts';
import { Modal } from '../../../web/ui/modal.tsx';
import { type Action, useOfferedActions } from '../../../web/frame/actions.ts';
import { type ActionGroup, findActions, groupActions } from './found-actions.ts';
import type { SearchResults } from '../../../features/staff/search/search.calls.ts';
import { statusText } from '../../../web/ui/badge.tsx';
import { KeyCaps } from './key-caps.tsx';
import { optionLook } from '../../../web/ui/combobox-options.ts';

/** Finds everything that can be done or opened from here by a few letters; files and users come from the server. */
export default function Palette({ onClose }: { onClose: () => void }) {
  useCloseOnBack(onClose);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Modal open onClose={onClose} title={t('common.shell.palette.title')} size="medium" initialFocus={input}>
      <Chooser input={input} onClose={onClose} />
    </Modal>
  );
}

function Chooser({ input, onClose }: { input: RefObject<HTMLInputElement | null>; onClose: () => void }) {
  const [text, setText] = useState('');
  const [activeId, setActiveId] = useState<string | null>(null);
  const isAdministrator = useCan('admin-area.open');
  const { groups, isIncomplete } = useChoices(text, isAdministrator);
  const listId = useId();
  const chooseAction = useChooseAction(onClose);
  const flat = groups.flatMap(({ actions }) => actions);
  const active = flat.find(({ id }) => id === activeId) ?? flat[0];
  const onKeyDown = createKeyHandlers({ flat, active, onMove: setActiveId, onChooseAction: chooseAction, onClose });
  return (
    <>
      <input
        ref={input}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        aria-label={t('common.shell.palette.label')}
        aria-expanded={flat.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(listId, active)}
        placeholder={
          isAdministrator ? t('common.shell.palette.staffPlaceholder') : t('common.shell.palette.customerPlaceholder')
        }
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActiveId(null);
        }}
        onKeyDown={onKeyDown}
        className="control"
      />
      <PaletteList
        listId={listId}
        groups={groups}
        active={active}
        onPoint={setActiveId}
        onChooseAction={chooseAction}
      />
      <p role="status" className="mt-2 min-h-5 text-small text-text3">
        {describeStatus({ count: flat.length, text, isIncomplete, isAdministrator })}
      </p>
    </>
  );
}

type PaletteStatus = { count: number; text: string; isIncomplete: boolean; isAdministrator: boolean };

function describeStatus({ count, text, isIncomplete, isAdministrator }: PaletteStatus): string {
  if (isIncomplete)
    return isAdministrator
      ? t('common.shell.palette.staffLookUpFailed')
      : t('common.shell.palette.customerLookUpFailed');
  if (count === 0) return t('common.shell.palette.empty', { text: text.trim() });
  return t('common.shell.palette.choiceCount', { count });
}

function useChoices(text: string, isAdministrator: boolean) {
  const offered = useOfferedActions();
  const { data, isError } = useSearch(text);
  const actions = [...findActions(offered, text), ...toSearchActions(data, isAdministrator)];
  return {
    groups: groupActions(actions, { first: t('common.shell.onThisPage'), last: t('common.anywhere') }),
    isIncomplete: isError,
  };
}

/** Closes the palette before the action runs, because the action may open its own dialog. */
function useChooseAction(onClose: () => void) {
  const navigate = useNavigate();
  return ({ to, run }: Action) => {
    onClose();
    if (to === undefined) setTimeout(() => run?.());
    else void navigate(to);
  };
}

interface Keys {
  flat: readonly Action[];
  active: Action | undefined;
  onMove: (id: string) => void;
  onChooseAction: (action: Action) => void;
  onClose: () => void;
}

function createKeyHandlers({ flat, active, onMove, onChooseAction, onClose }: Keys) {
  const at = active ? flat.indexOf(active) : -1;
  const move = (to: number) => {
    const next = flat[(to + flat.length) % flat.length];
    if (next) onMove(next.id);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(at - 1),
    PageDown: () => move(Math.min(at + 6, flat.length - 1)),
    PageUp: () => move(Math.max(at - 6, 0)),
    Enter: () => active && onChooseAction(active),
    // The list is always open, so the first Escape already closes the dialog.
    Escape: onClose,
  };
  return (event: KeyboardEvent) => {
    const press = event.nativeEvent.isComposing ? undefined : keys[event.key];
    if (!press) return;
    event.preventDefault();
    event.stopPropagation();
    press();
  };
}

/** Converts the server's search results into actions that open them. */
function toSearchActions(found: SearchResults | undefined, isAdministrator: boolean): Action[] {
  if (found === undefined) return [];
  const files = found.files.map(({ id, file_id, file_name, username, status }) => ({
    id: `file ${id}`,
    group: t('common.files'),
    text: `${file_id} ${file_name}`,
    hint: isAdministrator ? `${username} · ${statusText(status)}` : statusText(status),
    Icon: Car,
    to: `${isAdministrator ? '/admin' : ''}/view-file/${id}`,
  }));
  const users = found.users.map(({ id, username, email }) => ({
    id: `user ${id}`,
    group: t('common.users'),
    text: username,
    hint: email,
    Icon: CircleUserRound,
    to: `/admin/edit-user/${id}`,
  }));
  return [...files, ...users];
}

interface PaletteListProps {
  listId: string;
  groups: readonly ActionGroup[];
  active: Action | undefined;
  onPoint: (id: string) => void;
  onChooseAction: (action: Action) => void;
}

const optionId = (listId: string, { id }: Action) => `${listId} ${id}`.replaceAll(' ', '-');

/** As tall with one choice as with twenty, so that nothing jumps while typing. */
function PaletteList({ listId, groups, active, onPoint, onChooseAction }: PaletteListProps) {
  const activeId = active && optionId(listId, active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeId]);
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={t('common.shell.palette.choices')}
      // Pressing in the list must not move the focus out of the text box.
      onMouseDown={(event) => event.preventDefault()}
      className="mt-3 h-[min(24rem,calc(100dvh-16rem))] overflow-y-auto"
    >
      {groups.map(({ name, actions }) => (
        <div key={name} role="group" aria-label={name} className="mb-2">
          <div aria-hidden="true" className="px-3 py-1 text-small text-text3">
            {name}
          </div>
          {actions.map((action) => (
            <Choice
              key={action.id}
              id={optionId(listId, action)}
              action={action}
              isActive={action === active}
              onPoint={() => onPoint(action.id)}
              onChooseAction={() => onChooseAction(action)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type ChoiceProps = { id: string; action: Action; isActive: boolean; onPoint: () => void; onChooseAction: () => void };

function Choice({ id, action, isActive, onPoint, onChooseAction }: ChoiceProps) {
  const { text, hint, shortcut, keys = shortcut, Icon = CornerDownLeft } = action;
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onChooseAction}
      onPointerMove={isActive ? undefined : onPoint}
      className={optionLook(isActive)}
    >
      <Icon size={18} className="shrink-0 text-text3" />
      <span className="min-w-0 flex-1 py-1">
        <span className="block wrap-anywhere">{text}</span>
        {hint && <span className="block text-small wrap-anywhere text-text3">{hint}</span>}
      </span>
      {keys && <KeyCaps keys={keys} />}
    </div>
  );
}
