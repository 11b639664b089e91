import { Plus } from 'lucide-react';
import { useState } from 'react';
import { messageFor } from '../../../../web/client/api-error.ts';
import { t } from '../../../../web/languages/text.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx';
import { lazyDialog } from '../../../../web/ui/lazy-dialog.tsx';
import type { Column } from '../../../../web/ui/table-column.ts';
import { Table } from '../../../../web/ui/table.tsx';
import { TimeStamp } from '../../../../web/ui/time.tsx';
import type { AccessToken } from '../../access-tokens.calls.ts';
import { useAccessTokens, useDeleteAccessToken } from './access-tokens.api.ts';
import { TOKEN_GROUPS } from '../../access-token-texts.ts';
import { AllowedCapabilities } from '../../staff-roles/web/allowed-capabilities.tsx';
import type { CreateTokenDialogProps } from './create-token-dialog.tsx';

const CreateTokenDialog = lazyDialog<CreateTokenDialogProps>(
  async () => (await import('./create-token-dialog.tsx')).CreateTokenDialog,
);

/** The tokens of the user's programs. An addition of ours to the specification. */
export default function AccessTokens() {
  const { data, isError, refetch } = useAccessTokens();
  const [isCreating, setIsCreating] = useState(false);
  const [ending, setEnding] = useState<AccessToken | null>(null);
  return (
    <Card flush title={t('accounts.tokens.title')}>
      <div className="grid gap-3 p-4">
        <p className="text-body text-text2">{t('accounts.tokens.introduction')}</p>
        <div>
          <Button icon={<Plus />} onClick={() => setIsCreating(true)}>
            {t('accounts.tokens.createButton')}
          </Button>
        </div>
        {data?.length === 0 && <p className="text-body text-text2">{t('accounts.tokens.empty')}</p>}
      </div>
      {data?.length !== 0 && (
        <Table
          caption={t('accounts.tokens.title')}
          rows={data}
          error={isError}
          onRetry={() => void refetch()}
          columns={tokenColumns(setEnding)}
          rowKey={({ id }) => id}
          empty={{ text: t('accounts.tokens.empty') }}
        />
      )}
      {isCreating && <CreateTokenDialog open onClose={() => setIsCreating(false)} />}
      <EndToken token={ending} onClose={() => setEnding(null)} />
    </Card>
  );
}

function EndToken({ token, onClose }: { token: AccessToken | null; onClose: () => void }) {
  const ending = useDeleteAccessToken();
  const close = () => {
    ending.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={token !== null}
      danger
      title={t('accounts.tokens.endTitle')}
      description={t('accounts.tokens.endDetail', { name: token?.name ?? '' })}
      confirmText={t('accounts.tokens.endButton')}
      busy={ending.isPending}
      error={messageFor(ending.error, '')}
      onConfirm={() => token && ending.mutate(token.id, { onSuccess: close })}
      onCancel={close}
    />
  );
}

const tokenColumns = (onEnd: (token: AccessToken) => void): Column<AccessToken>[] => [
  {
    key: 'name',
    header: t('accounts.tokens.nameLabel'),
    cell: ({ name, token_hint, capabilities }) => (
      <>
        <strong className="block wrap-anywhere">{name}</strong>
        <code className="block font-mono text-small text-text2">tdt_…{token_hint}</code>
        <div className="font-normal">
          <AllowedCapabilities
            capabilities={capabilities}
            groups={TOKEN_GROUPS}
            nothing={t('accounts.tokens.onlyReads')}
          />
        </div>
      </>
    ),
    cellClass: 'whitespace-normal!',
    priority: 1,
  },
  {
    key: 'used',
    header: t('accounts.tokens.lastUsed'),
    cell: ({ last_used_at }) =>
      last_used_at === null ? t('accounts.tokens.neverUsed') : <TimeStamp value={last_used_at} />,
    priority: 2,
  },
  {
    key: 'expires',
    header: t('accounts.tokens.expires'),
    cell: ({ expires_at }) => <TimeStamp value={expires_at} />,
    priority: 2,
  },
  {
    key: 'end',
    header: t('common.actions'),
    actions: true,
    priority: 1,
    cell: (token) => (
      <Button small onClick={() => onEnd(token)}>
        {t('accounts.tokens.endButton')}
      </Button>
    ),
  },
];
