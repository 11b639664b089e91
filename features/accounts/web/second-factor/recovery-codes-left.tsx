import { useState } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import type { SecondFactor } from '../../second-factor.calls.ts';
import { PasswordAndCodeForm } from './password-and-code-form.tsx';
import { useRenewRecoveryCodes } from './second-factor.api.ts';
import { RecoveryCodes } from './set-up-second-factor.tsx';

/** How many recovery codes are left, and new ones in their place. */
export function RecoveryCodesLeft({ factor }: { factor: SecondFactor }) {
  const [isOpen, setOpen] = useState(false);
  const renew = useRenewRecoveryCodes();
  if (renew.data) {
    return <RecoveryCodes codes={renew.data.recovery_codes} onDone={() => (renew.reset(), setOpen(false))} />;
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>{t('accounts.secondFactor.codesLeft', { count: factor.recovery_codes_left })}</p>
        {!isOpen && (
          <Button small onClick={() => setOpen(true)}>
            {t('accounts.secondFactor.renewButton')}
          </Button>
        )}
      </div>
      {isOpen && (
        <PasswordAndCodeForm
          asks="both"
          hasPasskeys={factor.passkeys.length > 0}
          submitText={t('accounts.secondFactor.renewButton')}
          busy={renew.isPending}
          onSend={(values, answer) => renew.mutate(values, answer)}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  );
}
