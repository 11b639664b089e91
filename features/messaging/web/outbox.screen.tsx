import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { EmailText } from '../../../web/ui/email-text.tsx';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import { NextStep } from '../../../web/ui/next-step.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { Table } from '../../../web/ui/table.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import type { Mail } from '../messaging.calls.ts';
import { call } from '../../../web/client/call.ts';
import * as contract from '../messaging.calls.ts';

export default function OutboxScreen() {
  const { data, isError, refetch } = useMails();
  const [read, setRead] = useState<Mail | null>(null);
  return (
    <>
      <PageHeader title={t('messaging.outbox.title')} />
      <div className="grid gap-6">
        {data?.stays_here === true && (
          <div className="max-sm:order-last">
            <Alert kind="info">{t('messaging.outbox.noServer')}</Alert>
          </div>
        )}
        <Card flush>
          <Table
            caption={t('messaging.outbox.title')}
            rows={data?.mails}
            error={isError}
            onRetry={() => void refetch()}
            columns={listColumns(setRead)}
            rowKey={(mail) => mail.id}
            empty={{
              text: t('messaging.outbox.empty'),
              art: 'user',
              action: <NextStep to="/admin/email">{t('messaging.outbox.writeLink')}</NextStep>,
            }}
          />
        </Card>
      </div>
      {read !== null && <MailText mail={read} onClose={() => setRead(null)} />}
    </>
  );
}

function listColumns(onRead: (mail: Mail) => void): Column<Mail>[] {
  return [
    { key: 'recipient', header: t('messaging.to'), cell: (mail) => <EmailText email={mail.recipient} />, priority: 1 },
    {
      key: 'subject',
      header: t('common.subject'),
      cell: (mail) => mail.subject,
      cellClass: 'sm:min-w-24 wrap-anywhere!',
    },
    {
      key: 'created',
      header: t('messaging.outbox.postedAt'),
      cell: (mail) => <TimeStamp value={mail.created_at} />,
      cellClass: 'max-lg:[&_time]:whitespace-normal!',
    },
    // A mail server's reply may be one long word.
    {
      key: 'state',
      header: t('messaging.state'),
      cell: (mail) => describeState(mail),
      cellClass: 'sm:min-w-24 wrap-anywhere!',
    },
    {
      key: 'read',
      header: t('common.actions'),
      actions: true,
      showsHeader: true,
      cell: (mail) => (
        <Button small aria-label={`${t('messaging.outbox.readButton')}: ${mail.subject}`} onClick={() => onRead(mail)}>
          {t('messaging.outbox.readButton')}
        </Button>
      ),
    },
  ];
}

function describeState({ sent_at, is_saved, refused_at, attempts, last_error }: Mail): string {
  if (sent_at !== null) return is_saved ? t('messaging.savedAsFile') : t('messaging.sent');
  if (refused_at !== null) return t('messaging.outbox.refused', { error: last_error ?? '' });
  if (attempts === 0) return t('messaging.waiting');
  return t('messaging.outbox.tried', { count: attempts, error: last_error ?? '' });
}

function MailText({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const { data, isError } = useMail(mail.id);
  return (
    <Modal open title={mail.subject} onClose={onClose}>
      {isError && <Alert kind="danger">{t('common.somethingWentWrong')}</Alert>}
      {data?.text === null && <p>{t('messaging.outbox.textNotStored')}</p>}
      {typeof data?.text === 'string' && <p className="text-body wrap-anywhere whitespace-pre-wrap">{data.text}</p>}
    </Modal>
  );
}

const useMails = () =>
  useQuery({ queryKey: ['mails'], queryFn: ({ signal }) => call(contract.listMails, {}, { signal }) });

const useMail = (id: number | null) =>
  useQuery({
    queryKey: ['mails', id],
    queryFn: ({ signal }) => call(contract.getMail, { id: id ?? 0 }, { signal }),
    enabled: id !== null,
  });
