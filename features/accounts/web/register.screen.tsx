import { Link } from 'react-router';
import { Entrance } from './entrance.tsx';
import { t } from '../../../web/languages/text.ts';
import { GoogleButton } from './google-button.tsx';
import { linkOf, useSignInWithGoogle } from './google-identity.api.ts';
import { LinkGoogleEntrance } from './link-google.tsx';
import { RegisterForm } from './register-form.tsx';

export default function RegisterScreen() {
  const google = useSignInWithGoogle();
  const link = linkOf(google);
  if (link !== null) return <LinkGoogleEntrance link={link} onCancel={google.reset} />;
  return (
    <Entrance title={t('accounts.register.title')}>
      <RegisterForm />
      <div className="mt-4">
        <GoogleButton signIn={google} />
      </div>
      <p className="mt-5 text-center">
        <Link to="/login" className="inline-block py-2 text-link">
          {t('accounts.register.loginLink')}
        </Link>
      </p>
    </Entrance>
  );
}
