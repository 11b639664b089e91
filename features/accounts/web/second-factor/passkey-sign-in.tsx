import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { loginMessageFor } from '../../../../web/client/api-error.ts';
import { useHydrated } from '../../../../web/client/hydrated.ts';
import { getSession } from '../../../../web/client/session.ts';
import { homeOf } from '../../../../web/client/staff-addresses.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { hasPasskeys, loadPasskeys, passkeyText } from './load-passkeys.ts';

/** The log-in without a password. */
export const usePasskeySignIn = () =>
  useMutation({ mutationFn: async () => (await loadPasskeys()).signInWithPasskey() });

/** An addition to the specification, below the ways that it has. */
export function PasskeySignIn({ signIn }: { signIn: ReturnType<typeof usePasskeySignIn> }) {
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const failed = t('common.somethingWentWrong');
  // The page was drawn with the button.
  if (isHydrated && !hasPasskeys()) return null;
  const enter = () => {
    const user = getSession()?.user;
    if (user !== undefined) void navigate(homeOf(user));
  };
  return (
    <div className="grid gap-3">
      {signIn.isError && (
        <Alert kind="danger">{passkeyText(signIn.error, (error) => loginMessageFor(error, failed))}</Alert>
      )}
      <Button busy={signIn.isPending} onClick={() => signIn.mutate(undefined, { onSuccess: enter })}>
        {t('accounts.passkeys.signInButton')}
      </Button>
    </div>
  );
}
