import { Eye } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../web/client/call.ts';
import { forgetTabSession } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { logout } from '../accounts.calls.ts';

/** Above every screen of a customer while staff see the portal as a customer, with a frame that stays when the page is scrolled. */
export default function ViewBar({ user }: { user: { id: number; username: string } }) {
  const end = useMutation({
    mutationFn: () => call(logout, {}),
    // A view that the server did not end is over in half an hour.
    onSettled: () => {
      forgetTabSession();
      location.replace(`/admin/edit-user/${user.id}`);
    },
  });
  return (
    <>
      <aside
        aria-label={t('accounts.views.button')}
        className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-yellow-solid bg-yellow-bg px-4 py-1.5 text-body text-yellow-fg"
      >
        <p className="flex min-w-0 items-center gap-2 wrap-anywhere">
          <Eye size={17} aria-hidden="true" className="shrink-0" />
          <strong className="font-strong">{t('accounts.views.barText', { username: user.username })}</strong>
        </p>
        <Button small busy={end.isPending} onClick={() => end.mutate()}>
          {t('accounts.views.endButton')}
        </Button>
      </aside>
      <div
        aria-hidden="true"
        className="pointer-events-none fixed inset-0 z-50 border-3 border-yellow-solid print:hidden"
      />
    </>
  );
}
