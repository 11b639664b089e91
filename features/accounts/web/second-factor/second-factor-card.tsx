import { useState } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { SecondFactor } from '../../second-factor.calls.ts';
import { PasswordAndCodeForm } from './password-and-code-form.tsx';
import { useRenewRecoveryCodes, useSecondFactor, useTurnOffSecondFactor } from './second-factor.api.ts';
import { RecoveryCodes, SetUpSecondFactor } from './set-up-second-factor.tsx';

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
        {data && data.since === null && isOpen && <SetUpSecondFactor onDone={finish} onCancel={() => setOpen(false)} />}
      </div>
    </Card>
  );
}

function TurnedOn({ since, factor }: { since: string; factor: SecondFactor }) {
  const [change, setChange] = useState<'renew' | 'off' | null>(null);
  const renew = useRenewRecoveryCodes();
  const turnOff = useTurnOffSecondFactor();
  const close = () => setChange(null);
  if (renew.data) return <RecoveryCodes codes={renew.data.recovery_codes} onDone={() => (renew.reset(), close())} />;
  return (
    <>
      <p>
        {t('accounts.secondFactor.isOn')} <TimeStamp value={since} /> ·{' '}
        {t('accounts.secondFactor.codesLeft', { count: factor.recovery_codes_left })}
      </p>
      {factor.is_required && <p className="text-small text-text3">{t('accounts.secondFactor.requiredHint')}</p>}
      {change === null && (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setChange('renew')}>{t('accounts.secondFactor.renewButton')}</Button>
          {!factor.is_required && (
            <Button onClick={() => setChange('off')}>{t('accounts.secondFactor.offButton')}</Button>
          )}
        </div>
      )}
      {change === 'renew' && (
        <PasswordAndCodeForm
          asks="both"
          submitText={t('accounts.secondFactor.renewButton')}
          busy={renew.isPending}
          onSend={(values, answer) => renew.mutate(values, answer)}
          onCancel={close}
        />
      )}
      {change === 'off' && (
        <PasswordAndCodeForm
          asks="both"
          submitText={t('accounts.secondFactor.offButton')}
          isDanger
          busy={turnOff.isPending}
          onSend={(values, answer) => turnOff.mutate(values, answer)}
          onCancel={close}
        />
      )}
    </>
  );
}
