import { Plus } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { DeleteDialog } from '../../../web/ui/delete-dialog.tsx';
import { lazyDialog } from '../../../web/ui/lazy-dialog.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { Table } from '../../../web/ui/table.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { formatNumber } from '../../../web/languages/numbers.ts';
import type { Webhook } from '../webhooks.calls.ts';
import type { WebhookDialogProps } from './webhook-dialog.tsx';
import type { WebhookLogProps } from './webhook-log.tsx';
import { useDeleteWebhook, useWebhooks } from './webhooks.api.ts';

const WebhookDialog = lazyDialog<WebhookDialogProps>(async () => (await import('./webhook-dialog.tsx')).WebhookDialog);
const WebhookLog = lazyDialog<WebhookLogProps>(async () => (await import('./webhook-log.tsx')).WebhookLog);

type Opened = { what: 'add' } | { what: 'edit' | 'log' | 'delete'; webhook: Webhook };

/** The programs that are told what happens. An addition of ours to the specification. */
export default function WebhooksScreen() {
  const { data, isError, refetch } = useWebhooks();
  const removal = useDeleteWebhook();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const deleted = opened?.what === 'delete' ? opened.webhook : null;
  return (
    <>
      <PageHeader
        title={t('webhooks.title')}
        hint={t('webhooks.introduction')}
        actions={
          <Button icon={<Plus />} variant="primary" onClick={() => setOpened({ what: 'add' })}>
            {t('webhooks.addButton')}
          </Button>
        }
      />
      <Card flush>
        <Table
          caption={t('webhooks.title')}
          rows={data}
          error={isError}
          onRetry={() => void refetch()}
          columns={listColumns(setOpened)}
          rowKey={({ id }) => id}
          empty={{ text: t('webhooks.empty') }}
        />
      </Card>
      {(opened?.what === 'add' || opened?.what === 'edit') && (
        <WebhookDialog open webhook={opened.what === 'edit' ? opened.webhook : null} onClose={close} />
      )}
      {opened?.what === 'log' && <WebhookLog open webhook={opened.webhook} onClose={close} />}
      <DeleteDialog
        item={deleted}
        removal={removal}
        title={t('webhooks.deleteTitle')}
        description={t('webhooks.deleteDetail', { name: deleted?.name ?? '' })}
        failedText={t('webhooks.deleteFailed')}
        onClose={close}
      />
    </>
  );
}

function State({ webhook: { disabled_for, failing_since } }: { webhook: Webhook }) {
  if (disabled_for === 'FAILURES') return <Badge tone="red">{t('webhooks.stateOffForFailures')}</Badge>;
  if (disabled_for !== null) return <Badge>{t('webhooks.stateOff')}</Badge>;
  if (failing_since !== null) return <Badge tone="yellow">{t('webhooks.stateFailing')}</Badge>;
  return <Badge tone="green">{t('webhooks.stateOn')}</Badge>;
}

const listColumns = (open: (opened: Opened) => void): Column<Webhook>[] => [
  {
    key: 'name',
    header: t('webhooks.nameLabel'),
    cell: ({ name, url }) => (
      <>
        <strong className="block wrap-anywhere">{name}</strong>
        <span className="block font-mono text-small wrap-anywhere text-text2">{url}</span>
      </>
    ),
    sortValue: ({ name }) => name,
    cellClass: 'wrap-anywhere! whitespace-normal!',
    priority: 1,
  },
  { key: 'state', header: t('common.status'), cell: (webhook) => <State webhook={webhook} />, priority: 1 },
  {
    key: 'last',
    header: t('webhooks.lastDelivery'),
    cell: ({ last_delivered_at }) => (last_delivered_at === null ? '–' : <TimeStamp value={last_delivered_at} />),
    sortValue: ({ last_delivered_at }) => last_delivered_at,
    priority: 2,
  },
  {
    key: 'waiting',
    header: t('webhooks.waitingCount'),
    align: 'right',
    cell: ({ waiting }) => formatNumber(waiting, {}),
    sortValue: ({ waiting }) => waiting,
    priority: 3,
  },
  {
    key: 'actions',
    header: t('common.actions'),
    actions: true,
    priority: 1,
    cell: (webhook) => (
      <div className="flex flex-wrap gap-2 sm:justify-end">
        <Button small onClick={() => open({ what: 'log', webhook })}>
          {t('webhooks.logButton')}
        </Button>
        <Button small onClick={() => open({ what: 'edit', webhook })}>
          {t('common.edit')}
        </Button>
        <Button small variant="danger" onClick={() => open({ what: 'delete', webhook })}>
          {t('common.delete')}
        </Button>
      </div>
    ),
  },
];
