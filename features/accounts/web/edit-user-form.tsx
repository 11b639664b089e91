import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ApiError, messageFor } from '../../../web/client/api-error.ts';
import { type FieldMessages, createResolver, findFieldErrors, pickEdited } from '../../../web/ui/form.ts';
import { invalidText, t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { formatAmount } from '../../../web/languages/numbers.ts';
import { Button, ButtonLink } from '../../../web/ui/button.tsx';
import { toast } from '../../../web/ui/toast.tsx';
import { useUnsavedGuard } from '../../../web/client/unsaved-guard.ts';
import { parseMoney } from '../../credits/money.rules.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid } from '../../../contract/texts.ts';
import type { patchUser } from '../accounts.calls.ts';
import { isColleague, type WithBalances } from '../balances.rules.ts';
import type { EditableUser } from '../user.ts';
import { UpdateUser } from '../account-forms.ts';
import { AccountFields } from './account-fields.tsx';
import { BalanceField, type BalanceName, BalanceReason, type EditFields } from './balance-field.tsx';
import { toStaffRoleId } from '../staff-roles/web/staff-role-choice.ts';
import { useUpdateUser } from './users.api.ts';
import { Card } from '../../../web/ui/card.tsx';

const ALL_USERS = '/admin/all-users';

/** Applies to a balance that was edited, not to one that a reversed payment left below 0. */
const BALANCE_BELOW_ZERO = invalid('errors.accounts.balance_below_zero');
/** Required of administrators on the screen; programs that do not know about reasons still work without one. */
const BALANCE_REASON_MISSING = invalid('errors.accounts.balance_reason_missing');

const BALANCES: readonly BalanceName[] = ['credit_balance', 'ai_credit_balance'];

type Editable = WithBalances<EditableUser>;

export type EditUserFormProps = {
  user: Editable;
  /** Reloads the user from the server; null when it does not respond. */
  onReload: () => Promise<Editable | null>;
};

export function EditUserForm({ user, onReload }: EditUserFormProps) {
  // Stays the state from which the edit started, even when the query refetches behind the form.
  const [before, setBefore] = useState(user);
  const [meant, setMeant] = useState<Partial<Record<BalanceName, number>>>({});
  const resolver = createResolver<EditFields>((fields) => findErrors(before, fields));
  const form = useForm<EditFields>({ defaultValues: fieldsOf(user), resolver });
  const update = useUpdateUser();
  const { isDirty } = form.formState;
  const { release } = useUnsavedGuard(isDirty);
  const navigate = useNavigate();

  const save = form.handleSubmit((fields) => {
    if (update.isPending) return;
    update.mutate(listEdits(before, fields), {
      onSuccess: () => {
        toast.show(t('accounts.editUser.updated'));
        release();
        void navigate(ALL_USERS);
      },
    });
  });
  const reload = async () => {
    const fresh = await onReload();
    if (fresh === null) return;
    const differences = BALANCES.map((name) => [name, parseMoney(form.getValues(name)) - before[name]] as const);
    setMeant(Object.fromEntries(differences.filter(([, difference]) => Math.abs(difference) >= 0.005)));
    // The other fields are not reloaded: with the new user they would count as edited.
    const { balance_version, credit_balance, ai_credit_balance } = fresh;
    setBefore({ ...before, balance_version, credit_balance, ai_credit_balance });
    for (const name of BALANCES) form.setValue(name, formatAmount(fresh[name]));
    update.reset();
    // The pressed button disappears with the message, so the focus has to move.
    form.setFocus('credit_balance');
  };
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-6">
        <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
          <AccountFields user={before} />
          {!isColleague(user) && <CreditFields user={before} meant={meant} />}
        </div>
        {update.isError && <Failure error={update.error} onReload={reload} />}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <ButtonLink to={ALL_USERS}>{t('common.cancel')}</ButtonLink>
          <Button type="submit" variant="primary" busy={update.isPending} busyText={t('common.saving')}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

/** When a balance has moved, only the balances are reloaded; everything else that was typed stays. */
function Failure({ error, onReload }: { error: Error; onReload: () => Promise<void> }) {
  const [isLoading, setIsLoading] = useState(false);
  const isStale = error instanceof ApiError && error.code === 'credits.balance_changed';
  const reload = () => {
    setIsLoading(true);
    void onReload().finally(() => setIsLoading(false));
  };
  return (
    <Alert
      kind="danger"
      action={
        isStale && (
          <Button small icon={<RotateCw />} busy={isLoading} busyText={t('common.loading')} onClick={reload}>
            {t('common.reload')}
          </Button>
        )
      }
    >
      {messageFor(error, t('accounts.editUser.failed'))}
    </Alert>
  );
}

function fieldsOf(user: Editable): EditFields {
  const { phone, country, role, status } = user;
  return {
    phone,
    country,
    credit_balance: formatAmount(user.credit_balance),
    ai_credit_balance: formatAmount(user.ai_credit_balance),
    balance_reason: '',
    role,
    staff_role_id: String(user.staff_role_id ?? ''),
    status,
  };
}

/** A balance below 0 may stay as it is, but cannot be entered. */
function findErrors(before: Editable, fields: EditFields): FieldMessages {
  const input = toInput(before, fields);
  const { credit_balance, ai_credit_balance } = fields;
  const typed = { ...input, credit_balance, ai_credit_balance };
  const below = BALANCES.filter((name) => input[name] < 0 && input[name] !== before[name]);
  const errors = Object.fromEntries(below.map((name) => [name, invalidText(BALANCE_BELOW_ZERO)]));
  const all: FieldMessages = { ...errors, ...findFieldErrors(UpdateUser, typed) };
  const isMoved = BALANCES.some((name) => input[name] !== before[name] && all[name] === undefined);
  if (isMoved && input.balance_reason === undefined) all.balance_reason = invalidText(BALANCE_REASON_MISSING);
  return all;
}

const toInput = ({ id, balance_version }: EditableUser, { balance_reason, ...fields }: EditFields) => ({
  ...fields,
  staff_role_id: toStaffRoleId(fields.role, fields.staff_role_id),
  ...(balance_reason.trim() === '' ? {} : { balance_reason }),
  id,
  balance_version,
  credit_balance: parseMoney(fields.credit_balance),
  ai_credit_balance: parseMoney(fields.ai_credit_balance),
});

/** Leaves out what was not edited: a colleague may have changed it meanwhile. */
function listEdits(before: Editable, fields: EditFields) {
  const { id, balance_version } = before;
  const { balance_reason, ...edited } = pickEdited<object>(before, toInput(before, fields)) as InputOf<
    typeof patchUser
  >;
  const isMoved = BALANCES.some((name) => name in edited);
  return { ...edited, id, ...(isMoved && { balance_version, balance_reason }) };
}

type CreditFieldsProps = { user: Editable; meant: Partial<Record<BalanceName, number>> };

function CreditFields({ user, meant }: CreditFieldsProps) {
  return (
    <Card title={t('common.credits')}>
      <div className="grid gap-5">
        <BalanceField
          name="credit_balance"
          label={t('common.creditBalance')}
          unit="CRS"
          from={user.credit_balance}
          meant={meant.credit_balance}
        />
        <BalanceField
          name="ai_credit_balance"
          label={t('common.aiCreditBalance')}
          unit={t('common.aiCredits')}
          from={user.ai_credit_balance}
          meant={meant.ai_credit_balance}
        />
        <BalanceReason user={user} />
      </div>
    </Card>
  );
}
