import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../../web/client/session.ts';
import { t } from '../../../web/languages/text.ts';
import { buttonClass } from '../../../web/ui/button.tsx';
import { useTheme } from '../../../web/ui/dark-mode.ts';
import { Brand } from '../../../web/frame/brand.tsx';
import { Greeting } from '../../accounts/web/greeting.tsx';
import { Footer } from '../../shop/web/footer.tsx';
import { OfflineStrip } from '../../../web/frame/offline-strip.tsx';
import { MainArea } from '../../../web/frame/main-area.tsx';

/** Frame of a page that is open to everyone, signed in or not. */
export function PublicPage({ children }: { children: ReactNode }) {
  useTheme('chosen');
  const session = useSession();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b bg-surface">
        {/* On phones, the greeting has its own line, as in the top bar. */}
        <div className="mx-auto flex max-w-360 flex-wrap items-center justify-between gap-x-4 px-4 max-sm:pt-2 sm:min-h-top-bar sm:px-5">
          <Brand isShort />
          <div className="-mx-4 flex min-h-11 w-[calc(100%+2rem)] items-center border-t px-4 max-sm:order-last max-sm:mt-2 sm:mx-0 sm:w-auto sm:min-w-0 sm:flex-1 sm:justify-end sm:border-t-0 sm:px-0">
            <Greeting />
          </div>
          <Link to="/" className={buttonClass({ variant: 'quiet' })}>
            {session === null ? t('common.login') : t('common.shell.toThePortal')}
          </Link>
        </div>
      </header>
      <OfflineStrip />
      <MainArea className="mx-auto w-full max-w-360 flex-1 px-4 py-6 sm:px-5">{children}</MainArea>
      <Footer />
    </div>
  );
}
