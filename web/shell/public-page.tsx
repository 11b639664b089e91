import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../session.ts';
import { t } from '../text.ts';
import { buttonClass } from '../ui/button.tsx';
import { useTheme } from '../ui/dark-mode.ts';
import { Brand } from './brand.tsx';
import { Greeting } from './greeting.tsx';
import { Footer } from './footer.tsx';
import { MainArea } from './main-area.tsx';

/** A page for everybody, signed in or not. */
export function PublicPage({ children }: { children: ReactNode }) {
  useTheme('chosen');
  const session = useSession();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b bg-surface">
        <div className="mx-auto flex min-h-15 max-w-320 items-center justify-between gap-4 px-4 sm:px-6 lg:px-8">
          <Brand isShort />
          <Greeting />
          <Link to="/" className={buttonClass({ variant: 'quiet' })}>
            {session === null ? t('Login') : t('To the portal')}
          </Link>
        </div>
      </header>
      <MainArea className="mx-auto w-full max-w-320 flex-1 px-4 py-6 sm:px-6 lg:px-8">{children}</MainArea>
      <Footer />
    </div>
  );
}
