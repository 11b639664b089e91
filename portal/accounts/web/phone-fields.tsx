import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { t } from '../../../web/text.ts';
import { Combobox } from '../../../web/ui/combobox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { COUNTRIES } from '../country.list.ts';
import { dialCodeOf, keepPhoneCharacters } from '../phone.rules.ts';

/** What the form around these fields must hold at least. */
export interface PhoneValues {
  country: string;
  /** Without the dial code. */
  number: string;
}

const options = COUNTRIES.map(({ name, dial }) => ({ value: name, label: name, hint: dial }));

/** The reader's own country, as far as the browser tells; it is offered first. */
function likelyCountries(): string[] {
  // Read as text: some browsers name a locale that Intl refuses, such as en-US@posix.
  const region = /^[a-z]{2,3}-([A-Z]{2})\b/.exec(navigator.language)?.[1];
  return COUNTRIES.filter(({ iso }) => iso === region).map(({ name }) => name);
}

/** Country, its dial code and the rest of the number (C-REG-04 to C-REG-06). */
export function PhoneFields({ phoneLabel }: { phoneLabel: string }) {
  const { control, formState } = useFormContext<PhoneValues>();
  const { errors } = formState;
  return (
    <>
      <Field label={t('Country')} error={errors.country?.message} required>
        <Controller
          control={control}
          name="country"
          render={({ field }) => (
            <Combobox
              options={options}
              pinned={likelyCountries()}
              pinnedLabel={t('Your region')}
              placeholder={t('Choose a country')}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              ref={field.ref}
            />
          )}
        />
      </Field>
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-3">
        <DialCode />
        <Field label={phoneLabel} error={errors.number?.message} required>
          <Controller
            control={control}
            name="number"
            render={({ field }) => (
              <TextInput
                {...field}
                inputMode="tel"
                autoComplete="tel-national"
                onChange={(event) => {
                  // Where the value stays as it was, nothing draws the field anew: it has to forget the letter here.
                  event.target.value = keepPhoneCharacters(event.target.value);
                  field.onChange(event.target.value);
                }}
              />
            )}
          />
        </Field>
      </div>
    </>
  );
}

/** Set by the country, so it is no stop on the way through the form. */
function DialCode() {
  const country = useWatch<PhoneValues, 'country'>({ name: 'country' });
  return (
    <Field label={t('Dial code')}>
      <TextInput readOnly tabIndex={-1} value={dialCodeOf(country)} placeholder="+" className="bg-surface2!" />
    </Field>
  );
}
