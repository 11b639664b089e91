import { SendHorizontal } from 'lucide-react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { useSession } from '../../../../web/client/session.ts';
import { useShownEmail } from '../../../../web/ui/email-text.tsx';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button, ButtonLink } from '../../../../web/ui/button.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { FirstStartFacts } from '../first-start.calls.ts';
import { useSendTestMail } from './first-start.api.ts';
import { Literal } from './step-frame.tsx';

type Mail = FirstStartFacts['mail'];

const SETTINGS = [
  'SMTP_URL=smtps://user:password@mail.example.com:465',
  'MAIL_FROM=Vardar Tuning <desk@vardar.example.com>',
  'PUBLIC_URL=https://tuning.example.com',
];

export function MailFact({ mail: { has_server, test } }: { mail: Mail }) {
  if (!has_server) return <>{t('shop.firstStart.noMailServer')}</>;
  if (test?.sent_at == null || test.reply === null) return <>{t('shop.firstStart.mailNotTried')}</>;
  return (
    <>
      {t('shop.firstStart.mailAccepted', { to: test.to })} <TimeStamp value={test.sent_at} />
      <span className="block font-mono text-small">{test.reply}</span>
    </>
  );
}

export function MailStep({ mail }: { mail: Mail }) {
  const email = useShownEmail(useSession()?.user.email ?? '');
  const send = useSendTestMail();
  const isOnItsWay = mail.test !== null && mail.test.sent_at === null && mail.test.attempts === 0;
  return (
    <>
      {!mail.has_server && (
        <>
          <p className="text-body">{t('shop.firstStart.setMailServer')}</p>
          <Literal lines={SETTINGS} />
        </>
      )}
      <Outcome mail={mail} />
      {send.isError && <Alert kind="danger">{messageFor(send.error, t('common.somethingWentWrong'))}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant={mail.has_server ? 'primary' : 'secondary'}
          icon={<SendHorizontal />}
          busy={send.isPending || isOnItsWay}
          busyText={t('shop.firstStart.mailOnItsWay')}
          onClick={() => send.mutate(undefined)}
        >
          {t('shop.firstStart.sendTestMail', { email })}
        </Button>
        <ButtonLink to="/outbox">{t('messaging.outbox.title')}</ButtonLink>
      </div>
    </>
  );
}

function Outcome({ mail: { has_server, test } }: { mail: Mail }) {
  if (test === null) return null;
  if (test.last_error !== null && test.sent_at === null) {
    return (
      <Alert kind="danger" title={t('shop.firstStart.mailRefused', { to: test.to })}>
        <span className="font-mono text-small wrap-anywhere">{test.last_error}</span>
        {test.refused_at === null && (
          <span className="block">{t('shop.firstStart.mailTriedAgain', { count: test.attempts })}</span>
        )}
      </Alert>
    );
  }
  if (has_server || test.sent_at === null) return null;
  return <Alert>{t('shop.firstStart.mailInOutbox')}</Alert>;
}
