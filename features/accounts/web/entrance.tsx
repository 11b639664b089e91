import { type ReactNode, useEffect, useRef } from 'react';
import { LanguageChoice } from '../../../web/languages/language-choice.tsx';
import { t } from '../../../web/languages/text.ts';
import { useTheme } from '../../../web/ui/dark-mode.ts';
import { Brand } from '../../../web/frame/brand.tsx';
import { EntranceMedia } from '../../catalogue/media/web/entrance-media.tsx';
import { Greeting } from './greeting.tsx';
import { OfflineStrip } from '../../../web/frame/offline-strip.tsx';
import { MainArea } from '../../../web/frame/main-area.tsx';
import { ButtonLink, SubmitButton } from '../../../web/ui/button.tsx';

/** Frame of the screens before the login: picture on the left, form on the right; on phones one above the other. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  useTheme('chosen');
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(32rem,38rem)]">
      <div className="dark relative h-36 overflow-hidden bg-bg text-text sm:h-52 lg:sticky lg:top-0 lg:h-dvh">
        <EntranceMedia />
        <div className="absolute inset-x-0 bottom-0 border-t bg-bg/90 px-6 py-3 lg:px-10 lg:py-6">
          <Brand />
          <p className="mt-1 hidden text-body text-text2 lg:block">{t('common.shell.introduction')}</p>
        </div>
      </div>
      {/* On phones, the top bar comes first, with the picture below it. */}
      <div className="flex flex-1 flex-col max-lg:contents">
        <header className="border-b bg-surface max-lg:order-first">
          <div className="mx-auto flex min-h-12 w-full max-w-lg items-center px-6 lg:min-h-15">
            <Greeting />
          </div>
        </header>
        <OfflineStrip />
        <MainArea className="mx-auto flex w-full max-w-lg flex-1 flex-col justify-center px-6 py-8">
          <h1 className="mb-6 text-heading">{title}</h1>
          {children}
          <div className="mt-8 border-t pt-5">
            <LanguageChoice />
          </div>
        </MainArea>
      </div>
    </div>
  );
}

/** Buttons below the form that requests a reset link and below the form for the new password. */
type ResetButtonsProps = { busy: boolean; text?: string };

export const ResetButtons = ({ busy, text = t('accounts.passwordReset.submitButton') }: ResetButtonsProps) => (
  <div className="flex flex-wrap gap-3">
    <SubmitButton variant="primary" busy={busy} className="flex-auto">
      {text}
    </SubmitButton>
    <ButtonLink to="/login">{t('accounts.backToLogin')}</ButtonLink>
  </div>
);

/** Posts a mailed token only once: its link works once, and React runs effects twice in development. */
export function usePostOnce(token: string, post: (input: { token: string }) => void): void {
  const posted = useRef(false);
  useEffect(() => {
    if (posted.current) return;
    posted.current = true;
    post({ token });
  }, [post, token]);
}
