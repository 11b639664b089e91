import { useEffect, useMemo, useRef } from 'react';
import { useActions } from '../../../../web/frame/actions.ts';
import { t } from '../../../../web/languages/text.ts';
import type { Action } from '../../web/file-action.tsx';
import type { AdminFileActions } from './admin-file-actions.tsx';

/** Also offers the file's actions in the palette, for as long as the page offers them. */
export function useOfferedActions(acting: Pick<AdminFileActions, 'actions' | 'askCancel'>): void {
  const latest = useRef(acting);
  useEffect(() => {
    latest.current = acting;
  });
  const offered = JSON.stringify(acting.actions.map(({ text, keys, shortcut }) => ({ text, keys, shortcut })));
  const canCancel = acting.askCancel !== null;
  const actions = useMemo(
    () => [
      ...(JSON.parse(offered) as Pick<Action, 'text' | 'keys' | 'shortcut'>[]).map(({ text, ...keys }) => ({
        id: `file ${text}`,
        text,
        ...keys,
        run: () => latest.current.actions.find((action) => action.text === text)?.onSelect(),
      })),
      ...(canCancel
        ? [{ id: 'file cancel', text: t('common.cancelFile'), run: () => latest.current.askCancel?.() }]
        : []),
    ],
    [offered, canCancel],
  );
  useActions(actions);
}
