import { SendHorizontal } from 'lucide-react';
import { messageFor } from '../../../web/client/api-error.ts';
import { formatNumber } from '../../../web/languages/numbers.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Modal } from '../../../web/ui/modal.tsx';
import type { Column } from '../../../web/ui/table-column.ts';
import { Table } from '../../../web/ui/table.tsx';
import { TimeStamp } from '../../../web/ui/time.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { call } from '../../../web/client/call.ts';
import { useLog } from '../../../web/lists/filtered-log.tsx';
import * as contract from '../webhooks.calls.ts';
import type { Webhook, WebhookDelivery } from '../webhooks.calls.ts';
import { useReplayDelivery, useTestWebhook } from './webhooks.api.ts';

export type WebhookLogProps = { open: boolean; webhook: Webhook; onClose: () => void };

/** What was sent to a webhook and what it replied; each message can be sent again. */
export function WebhookLog({ open, webhook, onClose }: WebhookLogProps) {
  const { rows, rowCount, onRange, hasFailed, retry } = useDeliveries(webhook.id);
  const [replaying, testing] = [useReplayDelivery(), useTestWebhook()];
  const replay = ({ id }: WebhookDelivery) =>
    replaying.mutate(id, { onSuccess: () => toast.show(t('webhooks.replayed')) });
  const failure = replaying.error ?? testing.error;
  return (
    <Modal open={open} size="large" title={t('webhooks.logTitle', { name: webhook.name })} onClose={onClose}>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <Button icon={<SendHorizontal />} busy={testing.isPending} onClick={() => testing.mutate(webhook.id)}>
            {t('webhooks.testButton')}
          </Button>
          {testing.data && <TestResult status={testing.data.status} />}
        </div>
        {failure && <Alert kind="danger">{messageFor(failure, t('common.somethingWentWrong'))}</Alert>}
        <Table
          caption={t('webhooks.logTitle', { name: webhook.name })}
          rows={rows}
          rowCount={rowCount}
          onRange={onRange}
          error={hasFailed}
          onRetry={retry}
          columns={logColumns(webhook.disabled_at === null ? replay : null)}
          rowKey={({ id }) => id}
          isSorted
          dense
          empty={{ text: t('webhooks.logEmpty') }}
        />
      </div>
    </Modal>
  );
}

const TestResult = ({ status }: Pick<WebhookDelivery, 'status'>) => (
  <p role="status" className="text-small">
    {status === 'DELIVERED' ? t('webhooks.testAccepted') : t('webhooks.testFailed')}
  </p>
);

function State({ status }: Pick<WebhookDelivery, 'status'>) {
  if (status === 'DELIVERED') return <Badge tone="green">{t('webhooks.delivered')}</Badge>;
  if (status === 'GIVEN_UP') return <Badge tone="red">{t('webhooks.givenUp')}</Badge>;
  return <Badge tone="yellow">{t('webhooks.waiting')}</Badge>;
}

function Reply({ reply_status, reply_ms, reply_text, error }: WebhookDelivery) {
  if (reply_status === null) return <span className="wrap-anywhere">{error ?? '–'}</span>;
  return (
    <>
      {reply_status} · {formatNumber(reply_ms ?? 0, {})} ms
      {reply_text !== null && reply_text !== '' && (
        <code className="line-clamp-3 font-mono text-small wrap-anywhere text-text2" title={reply_text}>
          {reply_text}
        </code>
      )}
    </>
  );
}

const logColumns = (onReplay: ((delivery: WebhookDelivery) => void) | null): Column<WebhookDelivery>[] => [
  {
    key: 'event',
    header: t('webhooks.eventColumn'),
    cell: ({ type, is_replay }) => (
      <>
        <code className="font-mono text-small wrap-anywhere">{type}</code>
        {is_replay && <span className="block text-small text-text2">{t('webhooks.replayOf')}</span>}
      </>
    ),
    priority: 1,
  },
  {
    key: 'when',
    header: t('webhooks.timeColumn'),
    cell: ({ created_at }) => <TimeStamp value={created_at} />,
    priority: 2,
  },
  { key: 'state', header: t('common.status'), cell: ({ status }) => <State status={status} />, priority: 1 },
  {
    key: 'reply',
    header: t('webhooks.replyColumn'),
    cell: (delivery) => <Reply {...delivery} />,
    cellClass: 'sm:min-w-40 whitespace-normal!',
    priority: 2,
  },
  {
    key: 'replay',
    header: t('common.actions'),
    actions: true,
    priority: 2,
    cell: (delivery) =>
      onReplay !== null && (
        <Button small onClick={() => onReplay(delivery)}>
          {t('webhooks.replayButton')}
        </Button>
      ),
  },
];

const rowsOf = ({ deliveries }: ReplyOf<typeof contract.listWebhookDeliveries>) => deliveries;

/** The messages of a webhook, loaded as far as the user has scrolled. */
const useDeliveries = (id: number) =>
  useLog({
    queryKey: ['webhooks', id, 'deliveries'],
    read: (cursor, signal) =>
      call(contract.listWebhookDeliveries, { id, ...(cursor !== undefined && { cursor }) }, { signal }),
    rowsOf,
  });
