import { askInOwnRoot } from '../../../../web/frame/own-root.tsx';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Modal } from '../../../../web/ui/modal.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { failureText } from '../failure-text.tsx';
import { hasPasskeys, passkeyText } from './load-passkeys.ts';
import { PasswordAndCodeForm } from './password-and-code-form.tsx';
import { useSecondFactor, useSignInAgain, useSignInAgainWithPasskey } from './second-factor.api.ts';

let asked: Promise<boolean> | null = null;

/** Asks in a dialog who is at the screen, once for all calls that wait for it. */
export function askToSignInAgain(): Promise<boolean> {
  asked ??= askInOwnRoot<boolean>((answer) => <SignInAgain onAnswer={answer} />)
    .then((isProved) => isProved ?? false)
    .finally(() => {
      asked = null;
    });
  return asked;
}

type Props = { onAnswer: (isProved: boolean) => void };

function SignInAgain({ onAnswer }: Props) {
  return (
    <Modal
      open
      onClose={() => onAnswer(false)}
      title={t('accounts.signInAgain.title')}
      description={t('accounts.signInAgain.hint')}
    >
      <Choices onAnswer={onAnswer} />
    </Modal>
  );
}

/** A passkey, or the password with what else the log-in asks for. */
function Choices({ onAnswer }: Props) {
  const factor = useSecondFactor();
  const send = useSignInAgain();
  if (factor.isPending) return <SkeletonLines lines={3} />;
  const passkeys = factor.data?.passkeys ?? [];
  const isProtected = passkeys.length > 0 || (factor.data?.since ?? null) !== null;
  const withPasskey = passkeys.length > 0 && hasPasskeys();
  return (
    <div className="grid gap-4">
      {withPasskey && <PasskeyAlone onAnswer={onAnswer} />}
      <PasswordAndCodeForm
        asks={isProtected ? 'both' : 'password'}
        hasPasskeys={withPasskey}
        submitText={t('common.continue')}
        busy={send.isPending}
        onSend={(given, { onError }) => send.mutate(given, { onError, onSuccess: () => onAnswer(true) })}
        onCancel={() => onAnswer(false)}
      />
    </div>
  );
}

function PasskeyAlone({ onAnswer }: Props) {
  const send = useSignInAgainWithPasskey();
  const failed = t('common.somethingWentWrong');
  return (
    <>
      {send.isError && (
        <Alert kind="danger">
          {passkeyText(send.error, (error) => failureText(error, { refused: failed, failed }))}
        </Alert>
      )}
      <Button
        variant="primary"
        busy={send.isPending}
        onClick={() => send.mutate(undefined, { onSuccess: () => onAnswer(true) })}
      >
        {t('accounts.passkeys.useButton')}
      </Button>
    </>
  );
}
