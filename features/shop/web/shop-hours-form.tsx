import { getDeviceZone } from '../../../web/languages/dates.ts';
import { t } from '../../../web/languages/text.ts';
import { Alert } from '../../../web/ui/alert.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { DoneNote, doneAt } from '../../../web/ui/done-note.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { LoadError } from '../../../web/ui/table-states.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { ShopHoursText, getShopHours } from '../shop-hours.calls.ts';
import { SaveButton } from './shared-save.tsx';
import { submit } from './submit.ts';
import { useSetShopHours, useShopHours } from './shop.api.ts';
import { useTypedTexts } from './use-typed-texts.ts';

/**
 * The shop's working hours, spelled as in SHOP_HOURS: one line is written faster than seven rows, and has room for a
 * pause. The time zone is also that of every time on the pages.
 */
export function ShopHoursForm() {
  const { data, isError, refetch } = useShopHours();
  if (data) return <Hours saved={data} />;
  return isError ? <LoadError onRetry={() => void refetch()} /> : <SkeletonLines lines={3} />;
}

function Hours({ saved }: { saved: ReplyOf<typeof getShopHours> }) {
  const { hours, holidays, time_zone, zone_in_force } = saved;
  const set = useSetShopHours();
  const { texts, errors, failure, type, saving } = useTypedTexts<ShopHoursText>({ hours, holidays, time_zone }, set);
  const text = (name: keyof ShopHoursText, label: string, hint: string) => (
    <Field label={label} hint={hint} error={errors[name]}>
      <TextInput autoComplete="off" value={texts[name]} onChange={({ target }) => type(name, target.value)} />
    </Field>
  );
  return (
    <form noValidate onSubmit={(event) => submit(event, saving.onSave)} className="grid gap-4">
      <div className="grid items-end gap-x-5 gap-y-4 lg:grid-cols-3">
        {text('hours', t('shop.openingHours'), t('shop.openingHoursHint'))}
        {text('holidays', t('shop.holidays'), t('shop.holidaysHint'))}
        {text('time_zone', t('shop.timeZone'), zoneHint(texts.time_zone, zone_in_force))}
      </div>
      {failure !== null && <Alert kind="danger">{failure}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <SaveButton text={t('shop.saveHoursButton')} {...saving} />
        {texts.time_zone === '' && <DeviceZone onUse={(zone) => type('time_zone', zone)} />}
        <DoneNote at={doneAt(set)} />
      </div>
    </form>
  );
}

const zoneHint = (set: string, zone: string) =>
  set === '' ? t('shop.timeZoneNotSet', { zone }) : t('shop.timeZoneHint');

/** Enters the time zone of the administrator's own device. */
function DeviceZone({ onUse }: { onUse: (zone: string) => void }) {
  const zone = getDeviceZone();
  return <Button onClick={() => onUse(zone)}>{t('shop.timeZoneUseButton', { zone })}</Button>;
}
