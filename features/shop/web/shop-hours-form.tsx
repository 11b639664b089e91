import { useState, type FormEvent } from 'react';
import { ApiError, messageFor } from '../../../web/client/api-error.ts';
import type { FieldMessages } from '../../../web/ui/form.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { DoneNote, doneAt } from '../../../web/ui/done-note.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useUnsavedGuard } from '../../../web/client/unsaved-guard.ts';
import type { ShopHoursText } from '../shop-hours.calls.ts';
import { useSetShopHours, useShopHours } from './shop.api.ts';

/**
 * The shop's working hours, spelled as in SHOP_HOURS: one line is written faster than seven rows, and has room for a
 * pause. The time zone is also that of every time on the pages.
 */
export function ShopHoursForm() {
  const { data, isError, refetch } = useShopHours();
  if (data) return <Hours saved={data} />;
  return isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={3} />;
}

type Typed = Partial<ShopHoursText>;

function Hours({ saved }: { saved: ShopHoursText }) {
  const [typed, setTyped] = useState<Typed>({});
  const [errors, setErrors] = useState<FieldMessages>({});
  const set = useSetShopHours();
  const { hours, holidays, time_zone } = { ...saved, ...typed };
  useUnsavedGuard(Object.entries(typed).some(([field, text]) => text !== saved[field as keyof ShopHoursText]));
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (set.isPending) return;
    set.mutate(
      { hours, holidays, time_zone },
      {
        onSuccess: () => setTyped({}),
        onError: (error) => {
          if (error instanceof ApiError && error.field) setErrors({ [error.field]: messageFor(error, '') });
        },
      },
    );
  };
  const text = (name: keyof ShopHoursText, label: string, hint: string) => (
    <Field label={label} hint={hint} error={errors[name]}>
      <TextInput
        autoComplete="off"
        value={{ hours, holidays, time_zone }[name]}
        onChange={({ target }) => {
          setTyped((before) => ({ ...before, [name]: target.value }));
          setErrors({});
        }}
      />
    </Field>
  );
  const isOfField = set.error instanceof ApiError && set.error.field !== undefined;
  return (
    <form noValidate onSubmit={save} className="grid gap-4">
      <div className="grid items-end gap-x-5 gap-y-4 lg:grid-cols-3">
        {text('hours', t('shop.openingHours'), t('shop.openingHoursHint'))}
        {text('holidays', t('shop.holidays'), t('shop.holidaysHint'))}
        {text('time_zone', t('shop.timeZone'), t('shop.timeZoneHint'))}
      </div>
      {set.isError && !isOfField && <Alert kind="danger">{messageFor(set.error, t('shop.updateFailed'))}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={set.isPending} busyText={t('common.saving')}>
          {t('shop.saveHoursButton')}
        </Button>
        <DoneNote at={doneAt(set)} />
      </div>
    </form>
  );
}
