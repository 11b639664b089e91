import {
  Cpu,
  Files,
  History,
  LayoutDashboard,
  MessagesSquare,
  MonitorSmartphone,
  Moon,
  ShoppingBag,
  Tags,
  Upload,
  Wallet,
} from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ComponentType, lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { CompleteProfileStrip, ConfirmEmailStrip } from '../../../features/accounts/web/confirm-email-strip.tsx';
import { continueElsewhere } from '../../../features/accounts/web/continuation/continue-elsewhere.ts';
import { t, textKey } from '../../../web/languages/text.ts';
import { chooseDark, isDarkChosen, useDarkMode, useTheme } from '../../../web/ui/dark-mode.ts';
import { useActions } from '../../../web/frame/actions.ts';
import { ShellFrame } from './shell-frame.tsx';
import type { SidebarEntry } from './sidebar.tsx';
import { useMyUser } from '../../../features/accounts/web/accounts.api.ts';
import { useSession } from '../../../web/client/session.ts';
import { toast } from '../../../web/ui/toast.tsx';
import { useConnection } from '../../../web/client/connection.ts';
import { formatAmount } from '../../../web/languages/numbers.ts';

/** Contains only screens that exist. */
const entries: readonly SidebarEntry[] = [
  { text: textKey('common.dashboard'), to: '/dashboard', shortcut: 'd', Icon: LayoutDashboard },
  { text: textKey('common.uploadFile'), to: '/upload', shortcut: 'u', Icon: Upload },
  {
    text: textKey('common.shell.dtcOff'),
    to: '/upload-ai',
    shortcut: 'o',
    Icon: Cpu,
    badge: textKey('common.shell.newBadge'),
  },
  {
    text: textKey('common.myFiles'),
    to: '/my-files',
    shortcut: 'f',
    Icon: Files,
    also: ['/view-file'],
    waiting: 'files',
  },
  {
    text: textKey('common.myTickets'),
    to: '/my-ticket',
    shortcut: 't',
    Icon: MessagesSquare,
    also: ['/create-ticket'],
    waiting: 'tickets',
  },
  { text: textKey('common.myCreditsHistory'), to: '/my-credits-history', shortcut: 'h', Icon: History },
  { text: textKey('common.shell.priceList'), to: '/price-list', shortcut: 'p', Icon: Tags },
  { text: textKey('common.buyCredits'), to: '/buy-credits', shortcut: 'b', Icon: Wallet },
  { text: textKey('common.gain'), to: '/gain', service: 'gain', Icon: ShoppingBag },
];

/** Where it does not load, a file is chosen on the page of the upload, as ever. */
const FirstLook = lazy<ComponentType>(() =>
  import('../../../features/files/first-look/web/first-look.tsx').then(
    (loaded) => ({ default: loaded.FirstLook }),
    () => ({ default: () => null }),
  ),
);

/** For staff who see the portal as a customer. */
const ViewBar = lazy(() => import('../../../features/accounts/web/view-bar.tsx'));

export { prepareMyUser as prepare } from '../../../features/accounts/web/accounts.api.ts';

export default function CustomerShell() {
  useTheme('chosen');
  useCustomerActions();
  useBalanceNotice();
  // The dashboard has its own, with a place to choose a file.
  const takesFiles = useLocation().pathname === '/my-files';
  const user = useSession()?.user;
  return (
    <>
      {user?.view_only && (
        <Suspense>
          <ViewBar user={user} />
        </Suspense>
      )}
      <ShellFrame
        entries={entries}
        foot={<DarkModeToggle />}
        indicator={<BalanceBadge />}
        status={<SupportIndicator />}
        settingsPath="/account-settings"
        onContinueElsewhere={continueElsewhere}
        strip={
          <>
            <ConfirmEmailStrip />
            <CompleteProfileStrip />
            {takesFiles && (
              <Suspense>
                <FirstLook />
              </Suspense>
            )}
          </>
        }
      />
    </>
  );
}

const useCustomerActions = () =>
  useActions(
    useMemo(
      () => [
        {
          id: 'dark mode',
          group: t('common.anywhere'),
          text: t('common.shell.darkModeToggle'),
          Icon: Moon,
          run: () => chooseDark(!isDarkChosen()),
        },
        {
          id: 'continue elsewhere',
          group: t('common.anywhere'),
          text: t('accounts.continuation.title'),
          Icon: MonitorSmartphone,
          run: continueElsewhere,
        },
      ],
      [],
    ),
  );

/** Announces when the balance differs from the last one seen; the first one is not announced (X-POLL-01). */
function useBalanceNotice(): void {
  const user = useMyUser().data;
  const client = useQueryClient();
  const seen = useRef<{ id: number; balance: number } | null>(null);
  const id = user?.id;
  const balance = user?.credit_balance;
  useEffect(() => {
    if (id === undefined || balance === undefined) return;
    const last = seen.current;
    seen.current = { id, balance };
    if (last === null || last.id !== id || last.balance === balance) return;
    toast.show(t('common.shell.balanceUpdated'), 'info');
    // Refreshes an open credits history, so that it shows the entry behind the change.
    void client.invalidateQueries({ queryKey: ['ledger'] });
  }, [id, balance, client]);
}

/** Shows whether support has the portal open (X-SHL-14); nothing while that is unknown. */
function SupportIndicator() {
  const isReached = useConnection() === 'online';
  const isOnline = useMyUser().data?.admin_online && isReached;
  if (isOnline === undefined) return null;
  const words = !isReached
    ? t('common.shell.supportUnknown')
    : isOnline
      ? t('common.shell.supportOnline')
      : t('common.shell.supportOffline');
  return (
    <p title={words} className={clsx('inline-flex shrink-0 items-center gap-1.5 text-small', 'text-text2')}>
      <span
        aria-hidden="true"
        className={clsx(
          'size-2 rounded-full border',
          isOnline ? 'forced-dot border-green-solid bg-green-solid' : 'border-text3',
        )}
      />
      <span className="max-md:sr-only">{words}</span>
    </p>
  );
}

/** Turns red at exactly 0, but not before the balance is known (C-SHL-11, X-CRS-03). */
function BalanceBadge() {
  const balance = useMyUser().data?.credit_balance;
  const isOut = balance === 0;
  return (
    <Link
      to="/buy-credits"
      title={t('common.buyCreditsHint')}
      data-tone={isOut ? 'red' : undefined}
      className={clsx(
        // The touch area is taller than the badge looks.
        'relative inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-control border px-2.5 text-body after:absolute after:inset-x-0 after:-inset-y-1.5',
        isOut ? 'border-red-solid bg-red-bg text-red-fg' : 'border-transparent text-text hover:bg-surface2',
      )}
    >
      <Wallet size={17} className={clsx('shrink-0', !isOut && 'text-text3')} />
      <span className="sr-only">{t('common.creditBalanceLabel')}</span>
      <span className="font-strong">{balance === undefined ? '–' : formatAmount(balance)}</span>
      <span className={clsx('text-small', !isOut && 'text-text3')}>CRS</span>
    </Link>
  );
}

/** Only customers have it; the choice is remembered on this device (C-SHL-13, X-STO-03). */
function DarkModeToggle() {
  const { dark, toggle } = useDarkMode();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={dark}
      onClick={toggle}
      className="flex min-h-control w-full items-center gap-3 rounded-control px-3 text-body text-text2 hover:bg-surface hover:text-text"
    >
      <Moon size={19} className="shrink-0" />
      {t('common.shell.darkMode')}
      <span
        aria-hidden="true"
        className={clsx(
          'ml-auto flex h-5 w-9 items-center rounded-full border px-0.5 transition-colors duration-150',
          dark ? 'forced-current border-accent bg-accent' : 'border-border-strong bg-surface',
        )}
      >
        <span
          className={clsx(
            'forced-dot size-3.5 rounded-full transition-transform duration-150',
            dark ? 'translate-x-4 bg-on-accent' : 'bg-border-strong',
          )}
        />
      </span>
    </button>
  );
}
