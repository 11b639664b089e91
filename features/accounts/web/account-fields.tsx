import { lazy, Suspense } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { t, wordText } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { useShownEmail } from '../../../web/ui/email-text.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { ROLES } from '../../../contract/capabilities.ts';
import { COUNTRIES } from '../country.ts';
import { toStaffRoleId, useMayChangeRoles } from '../staff-roles/web/staff-role-choice.ts';
import type { EditableUser } from '../user.ts';
import { USER_STATUSES } from '../user-status.ts';
import type { EditFields } from './balance-field.tsx';

/** Needed only for administrators. */
const StaffRoleSelect = lazy(() => import('../staff-roles/web/staff-role-select.tsx'));

const countries = COUNTRIES.map(({ name, dial }) => ({ value: name, label: name, hint: dial }));
const wordsOf = (words: readonly string[]) => words.map((word) => ({ value: word, label: wordText(word) }));

/** Contact data, role and status of an account; name and address are not changed here. */
export function AccountFields({ user }: { user: EditableUser }) {
  const { register, formState } = useFormContext<EditFields>();
  const { errors } = formState;
  const mayChangeRoles = useMayChangeRoles();
  return (
    <Card title={t('common.account')}>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <ReadOnly label={t('common.usernameLabel')} value={user.username} />
        <ReadOnly label={t('common.email')} value={useShownEmail(user.email)} />
        <Field label={t('accounts.phone')} error={errors.phone?.message}>
          <TextInput type="tel" autoComplete="off" {...register('phone')} />
        </Field>
        <CountryField />
        <Field label={t('common.role')} error={errors.role?.message}>
          <Select options={wordsOf(ROLES)} disabled={!mayChangeRoles} {...register('role')} />
        </Field>
        <StaffRole user={user} />
        <Field label={t('common.status')} error={errors.status?.message}>
          <Select options={wordsOf(USER_STATUSES)} {...register('status')} />
        </Field>
      </div>
      <Consequence user={user} />
    </Card>
  );
}

/** For administrators only. */
function StaffRole({ user }: { user: EditableUser }) {
  const { register, formState } = useFormContext<EditFields>();
  const role = useWatch<EditFields, 'role'>({ name: 'role' });
  if (role !== 'ADMIN') return null;
  const current = String(user.staff_role_id ?? '');
  return (
    <Suspense fallback={<LoadingSelect />}>
      <StaffRoleSelect
        current={current}
        error={formState.errors.staff_role_id?.message}
        {...register('staff_role_id')}
      />
    </Suspense>
  );
}

const LoadingSelect = () => (
  <Field label={t('accounts.staffRole')}>
    <Select options={[]} placeholder={t('common.loading')} disabled aria-busy />
  </Field>
);

/** Can be focused and copied like any text, but not changed (X-VAL-22). */
function ReadOnly({ label, value }: { label: string; value: string }) {
  return (
    <Field label={label} hint={t('accounts.readOnlyHint')}>
      <TextInput readOnly value={value} className="bg-surface2! text-text2!" />
    </Field>
  );
}

function CountryField() {
  const { field, fieldState } = useController<EditFields, 'country'>({ name: 'country' });
  const { value, onChange, onBlur, ref } = field;
  return (
    <Field label={t('accounts.country')} error={fieldState.error?.message}>
      <Combobox options={countries} value={value} onChange={onChange} onBlur={onBlur} ref={ref} />
    </Field>
  );
}

/** Warns before saving when one of the selects would end the user's sessions. */
function Consequence({ user }: { user: EditableUser }) {
  const [role, staffRole, status] = useWatch<EditFields, ['role', 'staff_role_id', 'status']>({
    name: ['role', 'staff_role_id', 'status'],
  });
  const leaves = status === 'DEACTIVE' && user.status !== 'DEACTIVE';
  const isAccessChanged = role !== user.role || toStaffRoleId(role, staffRole) !== user.staff_role_id;
  if (!leaves && !isAccessChanged) return null;
  return (
    <div className="mt-4">
      <Alert kind="warning">{leaves ? t('accounts.editUser.deactivateHint') : t('accounts.editUser.roleHint')}</Alert>
    </div>
  );
}
