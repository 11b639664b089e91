import { CornerDownLeft } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '../../../web/languages/text.ts';
import type { Action } from '../../../web/frame/actions.ts';
import type { ActionGroup } from './found-actions.ts';
import { KeyCaps } from './key-caps.tsx';
import { optionLook } from '../../../web/ui/combobox-options.ts';

interface PaletteListProps {
  listId: string;
  groups: readonly ActionGroup[];
  active: Action | undefined;
  onPoint: (id: string) => void;
  onChooseAction: (action: Action) => void;
}

export const optionId = (listId: string, { id }: Action) => `${listId} ${id}`.replaceAll(' ', '-');

/** As tall with one choice as with twenty, so that nothing jumps while typing. */
export function PaletteList({ listId, groups, active, onPoint, onChooseAction }: PaletteListProps) {
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
