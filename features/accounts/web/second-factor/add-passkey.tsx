import { useState } from 'react';
import { startSession } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import type { SecondFactor } from '../../second-factor.calls.ts';
import { hasPasskeys } from './load-passkeys.ts';
import { PasswordAndCodeForm } from './password-and-code-form.tsx';
import { useMakePasskey } from './second-factor.api.ts';
import { RecoveryCodes } from './set-up-second-factor.tsx';

type AddPasskeyProps = { factor: Pick<SecondFactor, 'since' | 'passkeys'>; onDone: () => void };

/** Password, and a code or passkey where there is one; then the dialog of the browser. The first comes with codes. */
export function AddPasskey({ factor, onDone }: AddPasskeyProps) {
  const [isOpen, setOpen] = useState(false);
  const make = useMakePasskey();
  if (!hasPasskeys()) return <p className="text-small text-text3">{t('accounts.passkeys.unsupported')}</p>;
  const finish = (token: string) => {
    startSession(token);
    make.reset();
    setOpen(false);
    onDone();
  };
  if (make.data && make.data.recovery_codes.length > 0) {
    const { recovery_codes: codes, token } = make.data;
    return <RecoveryCodes codes={codes} onDone={() => finish(token)} />;
  }
  if (!isOpen) {
    return (
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        {t('accounts.passkeys.addButton')}
      </Button>
    );
  }
  const isProtected = factor.since !== null || factor.passkeys.length > 0;
  return (
    <PasswordAndCodeForm
      asks={isProtected ? 'both' : 'password'}
      hasPasskeys={factor.passkeys.length > 0}
      submitText={t('accounts.passkeys.addButton')}
      busy={make.isPending}
      onSend={(values, { onError }) =>
        make.mutate(values, {
          onError,
          onSuccess: ({ recovery_codes, token }) => {
            if (recovery_codes.length === 0) finish(token);
          },
        })
      }
      onCancel={() => setOpen(false)}
    />
  );
}
