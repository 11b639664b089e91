import { Suspense, lazy, type ComponentProps } from 'react';
import { Entrance } from '../../../web/shell/entrance.tsx';
import { t } from '../../../web/text.ts';

const LinkGoogleForm = lazy(async () => ({ default: (await import('./link-google-form.tsx')).LinkGoogleForm }));

/** Few are asked for the password after Google: the form loads on demand. */
function LinkGoogle(props: ComponentProps<typeof LinkGoogleForm>) {
  return (
    <Suspense>
      <LinkGoogleForm {...props} />
    </Suspense>
  );
}

/** In place of the login or of the registration. */
export const LinkGoogleEntrance = (props: ComponentProps<typeof LinkGoogleForm>) => (
  <Entrance title={t('accounts.confirmPasswordLinkGoogle')}>
    <LinkGoogle {...props} />
  </Entrance>
);
