import type { ComponentProps } from 'react';
import { t } from '../../../../web/languages/text.ts';
import { Field } from '../../../../web/ui/field.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { useMayChangeRoles } from './staff-role-choice.ts';
import { nameOfRole, useStaffRoles } from './staff-roles.api.ts';

type StaffRoleSelectProps = Omit<ComponentProps<typeof Select>, 'options'> & {
  /** The role that the user has now: it can be chosen before the list has loaded. */
  current: string;
  error?: string | undefined;
};

/** Which staff role narrows an administrator. */
export default function StaffRoleSelect({ current, error, ...rest }: StaffRoleSelectProps) {
  const { data, isError } = useStaffRoles();
  const mayChange = useMayChangeRoles();
  const roles = data?.map((role) => ({ value: String(role.id), label: nameOfRole(role) }));
  const unnamed = isError ? '–' : t('common.loading');
  const options = roles ?? (current === '' ? [] : [{ value: current, label: unnamed }]);
  return (
    <Field label={t('accounts.staffRole')} error={error ?? (roles || !isError ? undefined : t('common.couldNotLoad'))}>
      {/* Drawn again when the roles are there: a select without its option would forget what is chosen. */}
      <Select
        key={data === undefined ? 'loading' : 'loaded'}
        placeholder={t('accounts.staffRoleNone')}
        options={options}
        disabled={!mayChange}
        aria-busy={roles === undefined && !isError}
        {...rest}
      />
    </Field>
  );
}
