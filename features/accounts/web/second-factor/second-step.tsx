import { Suspense, lazy, type ComponentProps } from 'react';
import { t } from '../../../../web/languages/text.ts';
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

/** Returns the ticket of a sign-in that waits for a code; null for any other reply. */
export const ticketOf = ({ data }: { data: object | undefined }): string | null =>
  data !== undefined && 'second_step' in data ? (data.second_step as { ticket: string }).ticket : null;
