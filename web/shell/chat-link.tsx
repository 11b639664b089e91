import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router';
import { useApplicationConfiguration } from '../../portal/settings/web/settings.api.ts';
import { useCan } from '../session.ts';
import { t } from '../text.ts';

const LOOK =
  'fixed right-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-10 inline-flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-full bg-accent px-3.5 text-body font-strong text-on-accent shadow-overlay hover:bg-accent-hover';

/** Returns where the chat link leads: to the chat, or for those who may decide about it, to the decision. */
export function useChatLink(): { url: string } | 'undecided' | null {
  const { data } = useApplicationConfiguration();
  const mayDecide = useCan('settings.change');
  if (data === undefined) return null;
  if (data.chat_url !== null) return { url: data.chat_url };
  return data.services.chat === 'UNDECIDED' && mayDecide ? 'undecided' : null;
}

/** Floats above every screen of a portal with a chat (X-GEN-06). */
export function ChatLink() {
  const link = useChatLink();
  if (link === null) return null;
  if (link === 'undecided') {
    return (
      <Link to="/admin/first-start" title={t('shell.chatUndecided')} className={LOOK}>
        <Inside text={t('shell.chatUndecided')} />
      </Link>
    );
  }
  return (
    <a href={link.url} target="_blank" rel="noopener noreferrer" title={t('shell.chatUs')} className={LOOK}>
      <Inside text={t('shell.chatUsOpensNewTab')} />
    </a>
  );
}

const Inside = ({ text }: { text: string }) => (
  <>
    <MessageCircle aria-hidden="true" size={20} />
    <span className="sr-only">{text}</span>
    <span aria-hidden="true" className="hidden lg:inline">
      {t('common.chat')}
    </span>
  </>
);
