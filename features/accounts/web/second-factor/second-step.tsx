import { Suspense, lazy, type ComponentProps } from 'react';
import { t } from '../../../../web/languages/text.ts';
import type { SecondStep } from '../../user.ts';
import { Entrance } from '../entrance.tsx';

const SecondStepForm = lazy(async () => ({ default: (await import('./second-step-form.tsx')).SecondStepForm }));

/** Shown in place of the login, once the password is right. Loaded on demand. */
export const SecondStepEntrance = (props: ComponentProps<typeof SecondStepForm>) => (
  <Entrance title={t('accounts.secondStep.title')}>
    <Suspense>
      <SecondStepForm {...props} />
    </Suspense>
  </Entrance>
);

/** Returns the second step of a sign-in that waits for a code or passkey; null for any other reply. */
export const secondStepOf = ({ data }: { data: object | undefined }): SecondStep['second_step'] | null =>
  data !== undefined && 'second_step' in data ? (data as SecondStep).second_step : null;
