import type { ComponentProps } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Combobox, type ComboboxProps } from '../../../web/ui/combobox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { COUNTRIES } from '../country.ts';
import { findDialCode, keepPhoneCharacters } from '../phone.rules.ts';

/** The minimum that the form around these fields must hold. */
export interface PhoneValues {
  country: string;
  /** Without the dial code. */
  number: string;
}

const options = COUNTRIES.map(({ name, dial }) => ({ value: name, label: name, hint: dial }));

/** Returns the reader's own country as far as the browser reveals it, so that it can be offered first. */
function likelyCountries(): string[] {
  // Parsed as text: some browsers use a locale that Intl refuses, such as en-US@posix.
  const region = /^[a-z]{2,3}-([A-Z]{2})\b/.exec(navigator.language)?.[1];
  return COUNTRIES.filter(({ iso }) => iso === region).map(({ name }) => name);
}

interface PhoneFieldsProps {
  phoneLabel: string;
  country: Pick<ComboboxProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'ref'>;
  number: ComponentProps<'input'>;
  errors: Partial<Record<keyof PhoneValues, string>>;
}

/** Country, its dial code, and the rest of the number (C-REG-04 to C-REG-06). */
export function PhoneFields({ phoneLabel, country, number, errors }: PhoneFieldsProps) {
  return (
    <>
      <Field label={t('accounts.country')} error={errors.country} required>
        <Combobox
          options={options}
          pinned={likelyCountries()}
          pinnedLabel={t('accounts.ownCountryLabel')}
          placeholder={t('accounts.countryPlaceholder')}
          {...country}
        />
      </Field>
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-3">
        <Field label={t('accounts.dialCode')}>
          {/* Set by the country, so it is not a tab stop. */}
          <TextInput
            readOnly
            tabIndex={-1}
            value={findDialCode(country.value)}
            placeholder="+"
            className="bg-surface2!"
          />
        </Field>
        <Field label={phoneLabel} error={errors.number} required>
          <TextInput
            {...number}
            inputMode="tel"
            autoComplete="tel-national"
            // When the value does not change, the field is not rendered again, so the refused letter is removed here.
            onInput={({ currentTarget }) => (currentTarget.value = keepPhoneCharacters(currentTarget.value))}
          />
        </Field>
      </div>
    </>
  );
}
