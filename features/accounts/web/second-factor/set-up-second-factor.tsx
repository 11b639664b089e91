import { startSession } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { CopyText } from '../../../../web/ui/copy-text.tsx';
import { PasswordAndCodeForm } from './password-and-code-form.tsx';
import { QrCode } from '../../../../web/ui/qr-code.tsx';
import { useBeginSecondFactor, useConfirmSecondFactor } from './second-factor.api.ts';

type SetUpSecondFactorProps = { hasPasskeys?: boolean; onDone: () => void; onCancel?: () => void };

/** For what is to be read first in a step that replaces the one before, whose button had the focus. */
const focus = (element: HTMLElement | null) => {
  element?.focus();
};

/** Password, then the key for the app and a first code of it, then the recovery codes. */
export function SetUpSecondFactor({ hasPasskeys = false, onDone, onCancel }: SetUpSecondFactorProps) {
  const begin = useBeginSecondFactor();
  const confirm = useConfirmSecondFactor();
  const cancel = onCancel && { onCancel };
  if (confirm.data) {
    const { recovery_codes: codes, token } = confirm.data;
    return <RecoveryCodes codes={codes} onDone={() => (startSession(token), onDone())} />;
  }
  if (!begin.data) {
    return (
      <div className="grid gap-4">
        <p className="text-text2">{t('accounts.secondFactor.passwordHint')}</p>
        <PasswordAndCodeForm
          key="password"
          asks={hasPasskeys ? 'both' : 'password'}
          hasPasskeys={hasPasskeys}
          submitText={t('common.continue')}
          busy={begin.isPending}
          onSend={(values, answer) => begin.mutate(values, answer)}
          {...cancel}
        />
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <p ref={focus} tabIndex={-1} className="text-text2">
        {t('accounts.secondFactor.scanHint')}
      </p>
      <QrCode text={begin.data.uri} label={t('accounts.secondFactor.picture')} />
      <p>
        {t('accounts.secondFactor.key')}:{' '}
        <span className="font-mono text-text wrap-anywhere">{begin.data.secret.match(/.{1,4}/g)?.join(' ')}</span>
      </p>
      <PasswordAndCodeForm
        key="code"
        asks="code"
        submitText={t('accounts.secondFactor.confirmButton')}
        busy={confirm.isPending}
        onSend={({ code = '' }, answer) => confirm.mutate({ code }, answer)}
        {...cancel}
      />
    </div>
  );
}

/** Codes that are not shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <section className="grid gap-4" aria-label={t('accounts.secondFactor.recoveryTitle')}>
      <h3 ref={focus} tabIndex={-1} className="text-body font-strong">
        {t('accounts.secondFactor.recoveryTitle')}
      </h3>
      <p className="text-text2">{t('accounts.secondFactor.recoveryHint')}</p>
      <CopyText text={codes.join('\n')}>
        <ul className="grid gap-x-6 gap-y-1 rounded-control border p-4 font-mono sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </CopyText>
      <div>
        <Button variant="primary" onClick={onDone}>
          {t('accounts.secondFactor.savedButton')}
        </Button>
      </div>
    </section>
  );
}
