import { Copy, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Card } from '../../../../web/ui/card.tsx';
import { DeleteDialog } from '../../../../web/ui/delete-dialog.tsx';
import { lazyDialog } from '../../../../web/ui/lazy-dialog.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { SkeletonLines } from '../../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../../web/ui/table-states.tsx';
import { CAPABILITY_GROUPS } from '../capability-texts.ts';
import { AllowedCapabilities } from './allowed-capabilities.tsx';
import type { StaffRole } from '../staff-roles.calls.ts';
import type { StaffRoleDialogProps } from './staff-role-dialog.tsx';
import { useMayChangeRoles } from './staff-role-choice.ts';
import { nameOfRole, useDeleteStaffRole, useStaffRoles } from './staff-roles.api.ts';

const StaffRoleDialog = lazyDialog<StaffRoleDialogProps>(
  async () => (await import('./staff-role-dialog.tsx')).StaffRoleDialog,
);

const NEW_ROLE = { id: null, name: '', capabilities: [] } as const;

/** What narrows an administrator: the roles that every portal has, and those of this shop. */
export default function StaffRoles() {
  const { data, isError, refetch } = useStaffRoles();
  const mayChange = useMayChangeRoles();
  const [edited, setEdited] = useState<StaffRoleDialogProps['role'] | null>(null);
  const [deleting, setDeleting] = useState<StaffRole | null>(null);
  return (
    <>
      <PageHeader
        title={t('common.staffRoles')}
        hint={t('accounts.staffRoles.introduction')}
        actions={
          mayChange && (
            <Button variant="primary" icon={<Plus />} onClick={() => setEdited(NEW_ROLE)}>
              {t('accounts.staffRoles.add')}
            </Button>
          )
        }
      />
      <div className="grid gap-4">
        {data === undefined && (
          <Card>{isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={6} />}</Card>
        )}
        {data?.map((role) => (
          <RoleCard
            key={role.id}
            role={role}
            mayChange={mayChange}
            onEdit={() => setEdited(role)}
            onCopy={() => setEdited({ ...NEW_ROLE, capabilities: role.capabilities })}
            onDelete={() => setDeleting(role)}
          />
        ))}
      </div>
      {edited !== null && <StaffRoleDialog open role={edited} onClose={() => setEdited(null)} />}
      <DeleteDialog
        item={deleting}
        removal={useDeleteStaffRole()}
        title={t('accounts.staffRoles.deleteConfirm')}
        description={deleting && <strong className="text-text wrap-anywhere">{nameOfRole(deleting)}</strong>}
        deletedText={t('accounts.staffRoles.deleted')}
        failedText={t('common.somethingWentWrong')}
        onClose={() => setDeleting(null)}
      />
    </>
  );
}

type RoleCardProps = {
  role: StaffRole;
  mayChange: boolean;
  onEdit: () => void;
  onCopy: () => void;
  onDelete: () => void;
};

function RoleCard({ role, mayChange, onEdit, onCopy, onDelete }: RoleCardProps) {
  const name = nameOfRole(role);
  const look = { small: true, variant: 'quiet' } as const;
  return (
    <Card
      title={<span className="wrap-anywhere">{name}</span>}
      actions={
        <>
          {role.is_built_in && <Badge>{t('accounts.staffRoles.builtIn')}</Badge>}
          {mayChange && (
            <Button
              {...look}
              icon={<Copy />}
              aria-label={t('accounts.staffRoles.copyLabel', { name })}
              onClick={onCopy}
            >
              {t('accounts.staffRoles.copy')}
            </Button>
          )}
          {mayChange && !role.is_built_in && (
            <>
              <Button
                {...look}
                icon={<Pencil />}
                aria-label={t('accounts.staffRoles.editLabel', { name })}
                onClick={onEdit}
              >
                {t('common.edit')}
              </Button>
              <Button {...look} icon={<Trash2 />} aria-label={t('common.deleteLabel', { name })} onClick={onDelete}>
                {t('common.delete')}
              </Button>
            </>
          )}
        </>
      }
    >
      <p className="text-body text-text2">{t('accounts.staffRoles.holders', { count: role.users })}</p>
      <AllowedCapabilities
        capabilities={role.capabilities}
        groups={CAPABILITY_GROUPS}
        nothing={t('accounts.staffRoles.allowsNothing')}
      />
    </Card>
  );
}
