import { useEffect, useState } from 'react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { askInOwnRoot } from '../../../../web/frame/own-root.tsx';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { CopyText } from '../../../../web/ui/copy-text.tsx';
import { Modal } from '../../../../web/ui/modal.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { QrCode } from '../../../../web/ui/qr-code.tsx';
import { CONTINUATION_SECONDS } from '../../continuation.calls.ts';
import { useCreateContinuation } from './continuation.api.ts';

export const openContinueDialog = () =>
  askInOwnRoot<never>((answer) => (
    <ContinueDialog page={location.pathname + location.search} onClose={() => answer(null)} />
  ));

/** A code with which another device goes on at this page, as a picture and to be typed; a new one for each opening. */
function ContinueDialog({ page, onClose }: { page: string; onClose: () => void }) {
  const { mutate, data, error, isPending } = useCreateContinuation();
  useEffect(() => mutate(page), [mutate, page]);
  const renewButton = (
    <Button busy={isPending} onClick={() => mutate(page)}>
      {t('accounts.continuation.renewButton')}
    </Button>
  );
  return (
    <Modal
      open
      onClose={onClose}
      title={t('accounts.continuation.title')}
      description={t('accounts.continuation.hint')}
    >
      {data ? (
        <Code key={data.code} code={data.code} renewButton={renewButton} />
      ) : error ? (
        <div className="grid gap-4">
          <Alert kind="danger">{messageFor(error, t('common.somethingWentWrong'))}</Alert>
          <div>{renewButton}</div>
        </div>
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Modal>
  );
}

function Code({ code, renewButton }: { code: string; renewButton: React.ReactNode }) {
  const secondsLeft = useSecondsLeft();
  if (secondsLeft === 0) {
    return (
      <div className="grid gap-4">
        <Alert kind="warning">{t('accounts.continuation.over')}</Alert>
        <div>{renewButton}</div>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <QrCode
        text={`${location.origin}/continue?token=${code}`}
        label={t('accounts.continuation.picture')}
        className="mx-auto"
      />
      <div className="grid gap-1">
        <p className="text-text2">{t('accounts.continuation.typeHint')}</p>
        <p className="font-mono wrap-anywhere">{location.host}/continue</p>
        <CopyText text={code} label={t('accounts.secondFactor.code')} className="font-mono text-title">
          {code.slice(0, 4)}-{code.slice(4)}
        </CopyText>
      </div>
      <p className="text-small text-text2">
        {t('accounts.continuation.timeLeft', {
          time: `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`,
        })}
      </p>
    </div>
  );
}

/** Counts down from when it is first drawn. */
function useSecondsLeft(): number {
  const [until] = useState(() => performance.now() + CONTINUATION_SECONDS * 1000);
  const [left, setLeft] = useState(CONTINUATION_SECONDS);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000))), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
