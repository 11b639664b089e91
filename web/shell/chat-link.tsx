import { MessageCircle } from 'lucide-react';
import { useApplicationConfiguration } from '../../portal/settings/web/settings.api.ts';
import { t } from '../text.ts';

/** Floats above every screen if the operator has set a chat address (X-GEN-06). */
export function ChatLink() {
  const url = useApplicationConfiguration().data?.chat_url ?? null;
  if (url === null) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      title={t('shell.chatUs')}
      className="fixed right-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-10 inline-flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-full bg-accent px-3.5 text-body font-strong text-on-accent shadow-overlay hover:bg-accent-hover"
    >
      <MessageCircle aria-hidden="true" size={20} />
      <span className="sr-only">{t('shell.chatUsOpensNewTab')}</span>
      <span aria-hidden="true" className="hidden lg:inline">
        {t('common.chat')}
      </span>
    </a>
  );
}
