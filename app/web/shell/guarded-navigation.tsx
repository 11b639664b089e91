import { useContext, useEffect, useMemo, type ContextType, type ReactNode } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, useLocation, type To } from 'react-router';
import { t } from '../../../web/languages/text.ts';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { isAnyUnsaved, leaveOrAsk, cancelLeave, usePendingLeave } from '../../../web/client/unsaved-guard.ts';

type Navigation = ContextType<typeof NavigationContext>;

/**
 * Makes links, redirects and the browser's own buttons ask before they leave a screen with unsaved changes. The router
 * offers this only in its larger variant, which weighs as much as a screen.
 */
export function GuardedNavigation({ children }: { children: ReactNode }) {
  const navigation = useContext(NavigationContext);
  const guarded = useMemo(() => ({ ...navigation, navigator: guard(navigation.navigator) }), [navigation]);
  const { pathname } = useLocation();
  useEffect(() => {
    currentPlace = { pathname, index: indexOf(window.history.state) };
  });
  return (
    <NavigationContext value={guarded}>
      {children}
      <LeaveDialog />
    </NavigationContext>
  );
}

function LeaveDialog() {
  const leave = usePendingLeave();
  return (
    <ConfirmDialog
      open={leave !== null}
      title={t('common.shell.leave.confirm')}
      description={t('common.shell.leave.hint')}
      confirmText={t('common.shell.leave.confirmButton')}
      cancelText={t('common.shell.leave.cancelButton')}
      danger
      onCancel={cancelLeave}
      onConfirm={() => {
        cancelLeave();
        leave?.();
      }}
    />
  );
}

function guard(navigator: Navigation['navigator']): Navigation['navigator'] {
  const guardTo = (to: To, go: () => void) => {
    // Search and filters in the address belong to the same screen.
    if (pathOf(to) === currentPlace.pathname) go();
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

/** The screen currently shown, and its index in the browser's history. */
let currentPlace = { pathname: '', index: 0 };
let isReturning = false;

/** Returns the number that the router gives to each history entry. */
const indexOf = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;

/** Back and forward cannot be prevented: undoes them before the router notices, and repeats them after consent. */
function onHistory(event: PopStateEvent) {
  if (isReturning) {
    isReturning = false;
    event.stopImmediatePropagation();
    return;
  }
  const steps = indexOf(event.state) - currentPlace.index;
  if (!isAnyUnsaved() || steps === 0 || window.location.pathname === currentPlace.pathname) return;
  event.stopImmediatePropagation();
  isReturning = true;
  window.history.go(-steps);
  leaveOrAsk(() => window.history.go(steps));
}

// The router listens to the same event; a capturing listener runs before it.
window.addEventListener('popstate', onHistory, { capture: true });
