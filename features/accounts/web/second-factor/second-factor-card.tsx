import { useState } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { SecondFactor } from '../../second-factor.calls.ts';
import { PasswordAndCodeForm } from './password-and-code-form.tsx';
import { RecoveryCodesLeft } from './recovery-codes-left.tsx';
import { useSecondFactor, useTurnOffSecondFactor } from './second-factor.api.ts';
import { SetUpSecondFactor } from './set-up-second-factor.tsx';

/** How the own account is protected beyond its password. */
export default function SecondFactorCard() {
  const { data, isError, refetch } = useSecondFactor();
  const [isOpen, setOpen] = useState(false);
  const finish = () => {
    setOpen(false);
    void refetch();
  };
  return (
    <Card title={t('accounts.secondFactor.title')}>
      <div className="grid gap-4">
        <p className="text-text2">{t('accounts.secondFactor.introduction')}</p>
        {!data && (isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={2} />)}
        {data && data.since !== null && <TurnedOn since={data.since} factor={data} />}
        {data && data.since === null && !isOpen && (
          <div>
            <Button variant="primary" onClick={() => setOpen(true)}>
              {t('accounts.secondFactor.beginButton')}
            </Button>
          </div>
        )}
        {data && data.since === null && isOpen && (
          <SetUpSecondFactor hasPasskeys={data.passkeys.length > 0} onDone={finish} onCancel={() => setOpen(false)} />
        )}
      </div>
    </Card>
  );
}

function TurnedOn({ since, factor }: { since: string; factor: SecondFactor }) {
  const [isOpen, setOpen] = useState(false);
  const turnOff = useTurnOffSecondFactor();
  const hasPasskeys = factor.passkeys.length > 0;
  const isKept = factor.is_required && !hasPasskeys;
  return (
    <>
      <p>
        {t('accounts.secondFactor.isOn')} <TimeStamp value={since} />
      </p>
      <RecoveryCodesLeft factor={factor} />
      {isKept && <p className="text-small text-text3">{t('accounts.secondFactor.requiredHint')}</p>}
      {!isKept && !isOpen && (
        <Button className="justify-self-start" onClick={() => setOpen(true)}>
          {t('accounts.secondFactor.offButton')}
        </Button>
      )}
      {isOpen && (
        <PasswordAndCodeForm
          asks="both"
          hasPasskeys={hasPasskeys}
          submitText={t('accounts.secondFactor.offButton')}
          isDanger
          busy={turnOff.isPending}
          onSend={(values, answer) => turnOff.mutate(values, answer)}
          onCancel={() => setOpen(false)}
        />
      )}
    </>
  );
}
