import { ArrowLeft, Keyboard, KeyboardOff, Link2, LogOut, RotateCw, Settings } from 'lucide-react';
import { type ComponentType, Suspense, lazy, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLogout } from '../../../features/accounts/web/accounts.api.ts';
import { useRefreshPrice } from '../../../web/client/refresh-guard.ts';
import { t, textKey } from '../../../web/languages/text.ts';
import { areSingleKeysOn, chooseSingleKeys } from '../../../web/ui/single-keys.ts';
import { toast } from '../../../web/ui/toast.tsx';
import { showShortcuts, useActions, type Action } from '../../../web/frame/actions.ts';
import { refreshedAddress } from './refresh-button.tsx';
import type { SidebarEntry } from './sidebar.tsx';

const Palette = lazy(() => import('./palette.tsx'));

const OPEN = 'tunedesk:palette';

/** Opens the palette from anywhere, such as a button. */
export const showPalette = () => window.dispatchEvent(new Event(OPEN));

type CommandsProps = {
  entries: readonly SidebarEntry[];
  settingsPath: string;
  /** Offers further actions of the area once the palette is open. */
  Actions?: ComponentType | undefined;
};

/** Offers the actions common to all screens of an area, and opens the palette with Ctrl+K or Cmd+K. */
export function Commands(props: CommandsProps) {
  const [isOpen, setOpen] = useState(false);
  useActions(usePlaces(props));
  useActions(useEverywhere());
  useEffect(() => {
    const show = () => setOpen(true);
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // Only one dialog at a time: an open one has to be closed first.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) show();
    };
    window.addEventListener(OPEN, show);
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener(OPEN, show);
      window.removeEventListener('keydown', press);
    };
  }, []);
  const { Actions } = props;
  return (
    <>
      <Suspense>{isOpen && <Palette onClose={() => setOpen(false)} />}</Suspense>
      <Suspense>{isOpen && Actions && <Actions />}</Suspense>
    </>
  );
}

const usePlaces = ({ entries, settingsPath }: CommandsProps) =>
  useMemo<Action[]>(
    () =>
      [
        ...entries,
        { text: textKey('common.shell.accountSettings'), to: settingsPath, Icon: Settings, shortcut: undefined },
      ].map(({ text, to, Icon, shortcut }) => ({
        id: `place ${to}`,
        group: t('common.shell.goTo'),
        text: t(text),
        Icon,
        to,
        ...(shortcut !== undefined && { keys: `g ${shortcut}` }),
      })),
    [entries, settingsPath],
  );

function useEverywhere(): Action[] {
  const navigate = useNavigate();
  const logout = useLogout();
  const price = useRefreshPrice();
  return useMemo(() => {
    const action = (id: string, text: string, Icon: Action['Icon'], run: () => void, keys?: string): Action => ({
      id,
      group: t('common.anywhere'),
      text,
      Icon,
      run,
      ...(keys !== undefined && { keys }),
    });
    const refresh = () => location.replace(refreshedAddress(location.href, Date.now()));
    return [
      action('shortcuts', t('common.keyboardShortcuts'), Keyboard, showShortcuts, '?'),
      action('single keys', t('common.singleKeys.toggle'), KeyboardOff, switchSingleKeys),
      action('copy address', t('common.shell.copyAddress'), Link2, () => void copyAddress()),
      // When a reload costs something, only the refresh button may do it, because it asks first.
      ...(price === null ? [action('refresh', t('common.shell.refresh.command'), RotateCw, refresh)] : []),
      action('back', t('common.shell.goBack'), ArrowLeft, () => void navigate(-1)),
      action('log out', t('common.logout'), LogOut, logout),
    ];
    // `logout` is a new function on every render, but always does the same.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [navigate, price]);
}

function switchSingleKeys() {
  const isOn = !areSingleKeysOn();
  chooseSingleKeys(isOn);
  toast.show(isOn ? t('common.singleKeys.turnedOn') : t('common.singleKeys.turnedOff'), 'info');
}

async function copyAddress() {
  try {
    await navigator.clipboard.writeText(location.href);
    toast.show(t('common.shell.addressCopied'));
  } catch {
    toast.show(t('common.shell.addressCopyFailed'), 'error');
  }
}
