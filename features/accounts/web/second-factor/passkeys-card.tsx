import { useState } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { Passkey, SecondFactor } from '../../second-factor.calls.ts';
import { AddPasskey } from './add-passkey.tsx';
import { PasswordAndCodeForm } from './password-and-code-form.tsx';
import { RecoveryCodesLeft } from './recovery-codes-left.tsx';
import { RenamePasskeyForm } from './rename-passkey-form.tsx';
import { useRemovePasskey, useSecondFactor } from './second-factor.api.ts';

/** The passkeys of the own account. */
export default function PasskeysCard() {
  const { data, isError, refetch } = useSecondFactor();
  return (
    <Card title={t('accounts.passkeys.title')}>
      <div className="grid gap-4">
        <p className="text-text2">{t('accounts.passkeys.introduction')}</p>
        {!data && (isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={2} />)}
        {data && data.passkeys.length > 0 && (
          <ul className="grid gap-4">
            {data.passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} isKept={isLastOfStaff(data)} />
            ))}
          </ul>
        )}
        {/* The card of the app shows them where there is an app. */}
        {data && data.passkeys.length > 0 && data.since === null && <RecoveryCodesLeft factor={data} />}
        {data && <AddPasskey factor={data} onDone={() => void refetch()} />}
      </div>
    </Card>
  );
}

/** Whether the server refuses to remove it: staff need a second factor. */
const isLastOfStaff = ({ is_required, since, passkeys }: SecondFactor) =>
  is_required && since === null && passkeys.length === 1;

function PasskeyRow({ passkey, isKept }: { passkey: Passkey; isKept: boolean }) {
  const [change, setChange] = useState<'rename' | 'remove' | null>(null);
  const remove = useRemovePasskey(passkey.id);
  const { name } = passkey;
  const close = () => setChange(null);
  return (
    <li className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="wrap-anywhere">{name}</p>
          <p className="text-small text-text3">
            {t('accounts.passkeys.addedOn')} <TimeStamp value={passkey.created_at} /> · <LastUse passkey={passkey} />
          </p>
        </div>
        {change === null && (
          <div className="flex flex-wrap gap-2">
            <Button small aria-label={t('accounts.passkeys.renameNamed', { name })} onClick={() => setChange('rename')}>
              {t('accounts.passkeys.renameButton')}
            </Button>
            {!isKept && (
              <Button
                small
                aria-label={t('accounts.passkeys.removeNamed', { name })}
                onClick={() => setChange('remove')}
              >
                {t('accounts.passkeys.removeButton')}
              </Button>
            )}
          </div>
        )}
      </div>
      {change === 'rename' && <RenamePasskeyForm passkey={passkey} onDone={close} />}
      {change === 'remove' && (
        <>
          <p className="text-text2">{t('accounts.passkeys.removeHint', { name })}</p>
          <PasswordAndCodeForm
            asks="both"
            hasPasskeys
            submitText={t('accounts.passkeys.removeButton')}
            isDanger
            busy={remove.isPending}
            onSend={(values, answer) => remove.mutate(values, answer)}
            onCancel={close}
          />
        </>
      )}
    </li>
  );
}

const LastUse = ({ passkey: { last_used_at: at } }: { passkey: Passkey }) =>
  at === null ? (
    <span>{t('accounts.passkeys.neverUsed')}</span>
  ) : (
    <>
      {t('accounts.passkeys.lastUsed')} <TimeStamp value={at} />
    </>
  );
