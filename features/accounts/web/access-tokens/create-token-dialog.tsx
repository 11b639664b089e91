import { useId, useState, type FormEvent } from 'react';
import type { Capability } from '../../../../contract/capabilities.ts';
import { ApiError, messageFor } from '../../../../web/client/api-error.ts';
import { useSession } from '../../../../web/client/session.ts';
import { t } from '../../../../web/languages/text.ts';
import { Alert } from '../../../../web/ui/alert.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { DescriptionList } from '../../../../web/ui/description-list.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { findFieldErrors, type FieldMessages } from '../../../../web/ui/form.ts';
import { Modal } from '../../../../web/ui/modal.tsx';
import { PasswordInput } from '../../../../web/ui/password-input.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { TextInput } from '../../../../web/ui/text-input.tsx';
import { CreateAccessToken, TOKEN_DAYS, listGrantable } from '../../access-token-forms.ts';
import { TOKEN_GROUPS } from '../../access-token-texts.ts';
import { narrowGroups } from '../../staff-roles/capability-texts.ts';
import { CapabilityChoices } from '../../staff-roles/web/capability-choices.tsx';
import { useCreateAccessToken } from './access-tokens.api.ts';

export type CreateTokenDialogProps = { open: boolean; onClose: () => void };

const USUAL_DAYS = 90;

interface Values {
  name: string;
  days: (typeof TOKEN_DAYS)[number];
  capabilities: Capability[];
  current_password: string;
}

const EMPTY: Values = { name: '', days: USUAL_DAYS, capabilities: [], current_password: '' };

/** Creates a token, which is shown here once. */
export function CreateTokenDialog({ open, onClose }: CreateTokenDialogProps) {
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<FieldMessages>({});
  const creating = useCreateAccessToken();
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = findFieldErrors(CreateAccessToken, values);
    setErrors(found);
    if (creating.isPending || Object.values(found).some(Boolean)) return;
    creating.mutate(values);
  };
  const made = creating.data;
  const failure = creating.error ? messageFor(creating.error, t('common.somethingWentWrong')) : undefined;
  const isOfPassword = creating.error instanceof ApiError && creating.error.field === 'current_password';
  return (
    <Modal
      open={open}
      size="medium"
      title={t('accounts.tokens.createButton')}
      unsaved={made === undefined && values !== EMPTY}
      onClose={onClose}
      footer={<Footer formId={formId} isMade={made !== undefined} busy={creating.isPending} onClose={onClose} />}
    >
      {made !== undefined ? (
        <Made token={made.token} />
      ) : (
        <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
          <Fields
            values={values}
            errors={isOfPassword ? { ...errors, current_password: failure } : errors}
            onSet={(change) => setValues((before) => ({ ...before, ...change }))}
          />
          {failure !== undefined && !isOfPassword && <Alert kind="danger">{failure}</Alert>}
        </form>
      )}
    </Modal>
  );
}

type FooterProps = { formId: string; isMade: boolean; busy: boolean; onClose: () => void };

const Footer = ({ formId, isMade, busy, onClose }: FooterProps) =>
  isMade ? (
    <Button variant="primary" onClick={onClose}>
      {t('common.close')}
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
      <Button type="submit" form={formId} variant="primary" busy={busy}>
        {t('accounts.tokens.createButton')}
      </Button>
    </>
  );

const Made = ({ token }: { token: string }) => (
  <div className="grid gap-4">
    <Alert kind="success">{t('accounts.tokens.created')}</Alert>
    <DescriptionList
      fields={[{ label: t('accounts.tokens.tokenLabel'), value: token, copy: token, mono: true, wide: true }]}
    />
  </div>
);

type FieldsProps = { values: Values; errors: FieldMessages; onSet: (change: Partial<Values>) => void };

function Fields({ values, errors, onSet }: FieldsProps) {
  const { name, days, capabilities } = values;
  const user = useSession()?.user;
  const choices = user === undefined ? [] : listGrantable(user);
  return (
    <>
      <Field label={t('accounts.tokens.nameLabel')} hint={t('accounts.tokens.nameHint')} error={errors.name} required>
        <TextInput autoComplete="off" value={name} onChange={({ target }) => onSet({ name: target.value })} />
      </Field>
      <Field label={t('accounts.tokens.daysLabel')} error={errors.days}>
        <Select
          value={String(days)}
          options={TOKEN_DAYS.map((count) => ({ value: String(count), label: t('accounts.tokens.days', { count }) }))}
          onChange={({ target }) =>
            onSet({ days: TOKEN_DAYS.find((one) => String(one) === target.value) ?? USUAL_DAYS })
          }
        />
      </Field>
      <p className="text-small font-strong">{t('accounts.tokens.capabilitiesLabel')}</p>
      {narrowGroups(TOKEN_GROUPS, choices).map((group) => (
        <CapabilityChoices
          key={t(group.heading)}
          group={group}
          chosen={new Set(capabilities)}
          onChoose={(chosen) => onSet({ capabilities: [...chosen] })}
        />
      ))}
      <Field label={t('accounts.currentPassword')} error={errors.current_password} required>
        <PasswordInput
          autoComplete="current-password"
          value={values.current_password}
          onChange={({ target }) => onSet({ current_password: target.value })}
        />
      </Field>
    </>
  );
}
