import { useContext, useEffect, useMemo, type ContextType, type ReactNode } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, useLocation, type To } from 'react-router';
import { t } from '../text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { isAnyUnsaved, leaveOrAsk, stay, useAskedToLeave } from '../unsaved-guard.ts';

type Navigation = ContextType<typeof NavigationContext>;

/**
 * Links, redirects, and the browser's own buttons ask before they leave a screen with changes that are not saved. The
 * router has this only in its larger form, which weighs as much as a screen.
 */
export function GuardedNavigation({ children }: { children: ReactNode }) {
  const navigation = useContext(NavigationContext);
  const guarded = useMemo(() => ({ ...navigation, navigator: guard(navigation.navigator) }), [navigation]);
  const { pathname } = useLocation();
  useEffect(() => {
    held = { pathname, index: indexOf(window.history.state) };
  });
  return (
    <NavigationContext value={guarded}>
      {children}
      <LeaveDialog />
    </NavigationContext>
  );
}

function LeaveDialog() {
  const leave = useAskedToLeave();
  return (
    <ConfirmDialog
      open={leave !== null}
      title={t('shell.leaveWithoutSaving')}
      description={t('shell.changesWillBeLost')}
      confirmText={t('shell.leave')}
      cancelText={t('shell.stayHere')}
      danger
      onCancel={stay}
      onConfirm={() => {
        stay();
        leave?.();
      }}
    />
  );
}

function guard(navigator: Navigation['navigator']): Navigation['navigator'] {
  const guardTo = (to: To, go: () => void) => {
    // Search and filters in the address are the same screen.
    if (pathOf(to) === held.pathname) go();
    else leaveOrAsk(go);
  };
  return {
    createHref: (to) => navigator.createHref(to),
    encodeLocation: navigator.encodeLocation && ((to) => navigator.encodeLocation?.(to) ?? new URL(location.href)),
    push: (to, ...rest) => guardTo(to, () => navigator.push(to, ...rest)),
    replace: (to, ...rest) => guardTo(to, () => navigator.replace(to, ...rest)),
    go: (delta) => leaveOrAsk(() => navigator.go(delta)),
  };
}

const pathOf = (to: To): string | undefined =>
  typeof to === 'string' ? new URL(to, window.location.href).pathname : to.pathname;

/** The screen that is shown, and its place in the browser's history. */
let held = { pathname: '', index: 0 };
let isReturning = false;

/** The router numbers the entries it makes. */
const indexOf = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;

/** Back and forward cannot be stopped: they are undone before the router notices, and done again once agreed to. */
function onHistory(event: PopStateEvent) {
  if (isReturning) {
    isReturning = false;
    event.stopImmediatePropagation();
    return;
  }
  const steps = indexOf(event.state) - held.index;
  if (!isAnyUnsaved() || steps === 0 || window.location.pathname === held.pathname) return;
  event.stopImmediatePropagation();
  isReturning = true;
  window.history.go(-steps);
  leaveOrAsk(() => window.history.go(steps));
}

// The router listens as well; the first to run is the one that listens while the event is on its way.
window.addEventListener('popstate', onHistory, { capture: true });
