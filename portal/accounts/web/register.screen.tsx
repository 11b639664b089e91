import { Link } from 'react-router';
import { Entrance } from '../../../web/shell/entrance.tsx';
import { t } from '../../../web/text.ts';
import { RegisterForm } from './register-form.tsx';

export default function RegisterScreen() {
  return (
    <Entrance title={t('Register')}>
      <RegisterForm />
      <p className="mt-5 text-center">
        <Link to="/login" className="inline-block py-2 text-link">
          {t('Already have an account? Login')}
        </Link>
      </p>
    </Entrance>
  );
}
