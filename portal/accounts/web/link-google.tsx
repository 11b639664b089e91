import { Suspense, lazy, type ComponentProps } from 'react';

const LinkGoogleForm = lazy(async () => ({ default: (await import('./link-google-form.tsx')).LinkGoogleForm }));

/** Few are asked for the password after Google: the form loads on demand. */
export function LinkGoogle(props: ComponentProps<typeof LinkGoogleForm>) {
  return (
    <Suspense>
      <LinkGoogleForm {...props} />
    </Suspense>
  );
}
