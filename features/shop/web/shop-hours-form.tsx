import { useState } from 'react';
import { ApiError, messageFor } from '../../../web/client/api-error.ts';
import type { FieldMessages } from '../../../web/ui/form.ts';
import { getDeviceZone } from '../../../web/languages/dates.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { DoneNote, doneAt } from '../../../web/ui/done-note.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useUnsavedGuard } from '../../../web/client/unsaved-guard.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { ShopHoursText, getShopHours } from '../shop-hours.calls.ts';
import { SaveButton } from './shared-save.tsx';
import { submit } from './submit.ts';
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

/** Nothing else is sent: a colleague may have changed it. */
const listEdited = (saved: ShopHoursText, typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([name, text]) => text !== saved[name as keyof ShopHoursText]));

function Hours({ saved }: { saved: ReplyOf<typeof getShopHours> }) {
  const [typed, setTyped] = useState<Typed>({});
  const [errors, setErrors] = useState<FieldMessages>({});
  const set = useSetShopHours();
  const shown: ShopHoursText = { ...saved, ...typed };
  const edited = listEdited(saved, typed);
  const isUnsaved = Object.keys(edited).length > 0;
  useUnsavedGuard(isUnsaved);
  const onDiscard = () => {
    setTyped({});
    setErrors({});
  };
  const save = () => {
    if (set.isPending) return;
    const onError = (error: Error) => setErrors(listErrors(error));
    set.mutate(edited, { onSuccess: () => setTyped({}), onError });
  };
  const enter = (name: keyof ShopHoursText, value: string) => {
    setTyped((before) => ({ ...before, [name]: value }));
    setErrors({});
  };
  const text = (name: keyof ShopHoursText, label: string, hint: string) => (
    <Field label={label} hint={hint} error={errors[name]}>
      <TextInput autoComplete="off" value={shown[name]} onChange={({ target }) => enter(name, target.value)} />
    </Field>
  );
  const isOfField = set.error instanceof ApiError && set.error.field !== undefined;
  return (
    <form noValidate onSubmit={(event) => submit(event, save)} className="grid gap-4">
      <div className="grid items-end gap-x-5 gap-y-4 lg:grid-cols-3">
        {text('hours', t('shop.openingHours'), t('shop.openingHoursHint'))}
        {text('holidays', t('shop.holidays'), t('shop.holidaysHint'))}
        {text('time_zone', t('shop.timeZone'), zoneHint(shown.time_zone, saved.zone_in_force))}
      </div>
      {set.isError && !isOfField && <Alert kind="danger">{messageFor(set.error, t('shop.updateFailed'))}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <SaveButton
          text={t('shop.saveHoursButton')}
          isPending={set.isPending}
          {...{ isUnsaved, onSave: save, onDiscard }}
        />
        {shown.time_zone === '' && <DeviceZone onUse={(zone) => enter('time_zone', zone)} />}
        <DoneNote at={doneAt(set)} />
      </div>
    </form>
  );
}

const listErrors = (error: Error): FieldMessages =>
  error instanceof ApiError && error.field ? { [error.field]: messageFor(error, '') } : {};

const zoneHint = (set: string, zone: string) =>
  set === '' ? t('shop.timeZoneNotSet', { zone }) : t('shop.timeZoneHint');

/** Enters the time zone of the administrator's own device. */
function DeviceZone({ onUse }: { onUse: (zone: string) => void }) {
  const zone = getDeviceZone();
  return <Button onClick={() => onUse(zone)}>{t('shop.timeZoneUseButton', { zone })}</Button>;
}
