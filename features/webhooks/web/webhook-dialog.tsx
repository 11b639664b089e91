import { useId, useState, type FormEvent } from 'react';
import { ApiError, messageFor } from '../../../web/client/api-error.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { CheckboxRow } from '../../../web/ui/checkbox-row.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { DescriptionList } from '../../../web/ui/description-list.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { findFieldErrors, pickEdited, type FieldMessages } from '../../../web/ui/form.ts';
import { Modal } from '../../../web/ui/modal.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../webhook-events.ts';
import { SetWebhook } from '../webhook-forms.ts';
import type { Webhook } from '../webhooks.calls.ts';
import { useChangeWebhookKey, useCreateWebhook, useSetWebhook } from './webhooks.api.ts';

export type WebhookDialogProps = {
  open: boolean;
  /** Null: a new one. */
  webhook: Webhook | null;
  onClose: () => void;
};

const toValues = (webhook: Webhook | null) => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  events: webhook?.events ?? [],
  is_enabled: webhook === null || webhook.disabled_at === null,
});
type Values = ReturnType<typeof toValues>;

/** The form's values, their errors, and the key that the server shows once. */
function useWebhookForm(webhook: Webhook | null, onClose: () => void) {
  const [values, setValues] = useState(() => toValues(webhook));
  const [errors, setErrors] = useState<FieldMessages>({});
  const [signingKey, setSigningKey] = useState<string | null>(null);
  const [creating, setting, changingKey] = [useCreateWebhook(), useSetWebhook(), useChangeWebhookKey()];
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.field) setErrors({ [error.field]: messageFor(error, '') });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = findFieldErrors(SetWebhook, values);
    setErrors(found);
    if (creating.isPending || setting.isPending || Object.values(found).some(Boolean)) return;
    if (webhook !== null) {
      const edited = pickEdited(toValues(webhook), values);
      return setting.mutate({ before: webhook, ...edited }, { onSuccess: onClose, onError });
    }
    creating.mutate(values, { onSuccess: ({ signing_key }) => setSigningKey(signing_key), onError });
  };
  const changeKey = (done: () => void) => {
    if (webhook === null) return;
    changingKey.mutate(webhook.id, { onSuccess: ({ signing_key }) => setSigningKey(signing_key), onSettled: done });
  };
  const error = creating.error ?? setting.error ?? changingKey.error;
  const isOfField = error instanceof ApiError && error.field !== undefined;
  return {
    values,
    set: (change: Partial<Values>) => setValues((before) => ({ ...before, ...change })),
    errors,
    submit,
    changeKey,
    busy: creating.isPending || setting.isPending,
    isChangingKey: changingKey.isPending,
    failure: error && !isOfField ? messageFor(error, t('common.somethingWentWrong')) : null,
    signingKey,
    isChanged: JSON.stringify(values) !== JSON.stringify(toValues(webhook)),
  };
}

/** Adds or changes a webhook; a new key is shown here once. */
export function WebhookDialog({ open, webhook, onClose }: WebhookDialogProps) {
  const form = useWebhookForm(webhook, onClose);
  const formId = useId();
  const { signingKey, failure, busy } = form;
  return (
    <Modal
      open={open}
      size="medium"
      title={signingKey !== null ? t('webhooks.keyTitle') : t(webhook ? 'webhooks.editTitle' : 'webhooks.addButton')}
      unsaved={signingKey === null && form.isChanged}
      onClose={onClose}
      footer={signingKey !== null ? <Close onClose={onClose} /> : <Footer {...{ formId, webhook, busy, onClose }} />}
    >
      {signingKey !== null ? (
        <ShownKey signingKey={signingKey} />
      ) : (
        <form id={formId} noValidate onSubmit={form.submit} className="grid gap-4">
          <Fields values={form.values} errors={form.errors} onSet={form.set} isNew={webhook === null} />
          {webhook !== null && <ChangeKey busy={form.isChangingKey} onChange={form.changeKey} />}
          {failure !== null && <Alert kind="danger">{failure}</Alert>}
        </form>
      )}
    </Modal>
  );
}

const Close = ({ onClose }: { onClose: () => void }) => (
  <Button variant="primary" onClick={onClose}>
    {t('common.close')}
  </Button>
);

type FooterProps = { formId: string; webhook: Webhook | null; busy: boolean; onClose: () => void };

const Footer = ({ formId, webhook, busy, onClose }: FooterProps) => (
  <>
    <Button onClick={onClose}>{t('common.cancel')}</Button>
    <Button type="submit" form={formId} variant="primary" busy={busy}>
      {webhook === null ? t('webhooks.addButton') : t('common.save')}
    </Button>
  </>
);

const ShownKey = ({ signingKey }: { signingKey: string }) => (
  <div className="grid gap-4">
    <Alert kind="success">{t('webhooks.keyShownOnce')}</Alert>
    <DescriptionList
      fields={[{ label: t('webhooks.keyTitle'), value: signingKey, copy: signingKey, mono: true, wide: true }]}
    />
  </div>
);

function ChangeKey({ busy, onChange }: { busy: boolean; onChange: (done: () => void) => void }) {
  const [asks, setAsks] = useState(false);
  return (
    <div>
      <Button onClick={() => setAsks(true)}>{t('webhooks.changeKeyButton')}</Button>
      <ConfirmDialog
        open={asks}
        title={t('webhooks.changeKeyQuestion')}
        description={t('webhooks.changeKeyDetail')}
        confirmText={t('webhooks.changeKeyButton')}
        busy={busy}
        onConfirm={() => onChange(() => setAsks(false))}
        onCancel={() => setAsks(false)}
      />
    </div>
  );
}

type FieldsProps = {
  values: Values;
  errors: FieldMessages;
  onSet: (change: Partial<Values>) => void;
  isNew: boolean;
};

function Fields({ values, errors, onSet, isNew }: FieldsProps) {
  return (
    <>
      <Field label={t('webhooks.nameLabel')} error={errors.name} required>
        <TextInput autoComplete="off" value={values.name} onChange={({ target }) => onSet({ name: target.value })} />
      </Field>
      <Field label={t('webhooks.urlLabel')} error={errors.url} required>
        <TextInput
          type="url"
          autoComplete="off"
          placeholder="https://"
          value={values.url}
          onChange={({ target }) => onSet({ url: target.value })}
        />
      </Field>
      <Events chosen={values.events} error={errors.events} onChoose={(events) => onSet({ events })} />
      {!isNew && (
        <CheckboxRow checked={values.is_enabled} onChange={(is_enabled) => onSet({ is_enabled })}>
          {t('webhooks.enabledLabel')}
        </CheckboxRow>
      )}
    </>
  );
}

type EventsProps = {
  chosen: readonly WebhookEvent[];
  error: string | undefined;
  onChoose: (events: WebhookEvent[]) => void;
};

function Events({ chosen, error, onChoose }: EventsProps) {
  return (
    <Field group label={t('webhooks.eventsLabel')} error={error} required>
      <CheckboxRow
        isStrong
        checked={chosen.length === WEBHOOK_EVENTS.length}
        onChange={(isChecked) => onChoose(isChecked ? [...WEBHOOK_EVENTS] : [])}
      >
        {t('webhooks.allEvents')}
      </CheckboxRow>
      <div className="grid sm:grid-cols-2">
        {WEBHOOK_EVENTS.map((event) => (
          <CheckboxRow
            key={event}
            checked={chosen.includes(event)}
            onChange={(isChecked) =>
              onChoose(WEBHOOK_EVENTS.filter((one) => (one === event ? isChecked : chosen.includes(one))))
            }
          >
            <code className="font-mono text-small wrap-anywhere">{event}</code>
          </CheckboxRow>
        ))}
      </div>
    </Field>
  );
}
