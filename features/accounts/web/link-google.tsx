import { Suspense, lazy, type ComponentProps } from 'react';
import { Entrance } from './entrance.tsx';
import { t } from '../../../web/languages/text.ts';

const LinkGoogleForm = lazy(async () => ({ default: (await import('./link-google-form.tsx')).LinkGoogleForm }));

/** Loaded on demand, because few users need to enter a password after Google. */
function LinkGoogle(props: ComponentProps<typeof LinkGoogleForm>) {
  return (
    <Suspense>
      <LinkGoogleForm {...props} />
    </Suspense>
  );
}

/** Shown in place of the login or the registration. */
export const LinkGoogleEntrance = (props: ComponentProps<typeof LinkGoogleForm>) => (
  <Entrance title={t('accounts.google.linkTitle')}>
    <LinkGoogle {...props} />
  </Entrance>
);
