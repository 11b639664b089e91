import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router';
import { t } from '../../../web/languages/text.ts';
import { useChatLink } from '../../../features/shop/web/use-chat-link.ts';

const LOOK =
  'fixed right-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-10 inline-flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-full bg-accent px-3.5 text-body font-strong text-on-accent shadow-overlay hover:bg-accent-hover';

/** Floats above every screen of a portal with a chat (X-GEN-06). */
export function ChatLink() {
  const link = useChatLink();
  if (link === null) return null;
  if (link === 'undecided') {
    return (
      <Link to="/admin/first-start" title={t('common.shell.chat.undecided')} className={LOOK}>
        <Inside text={t('common.shell.chat.undecided')} />
      </Link>
    );
  }
  return (
    <a href={link.url} target="_blank" rel="noopener noreferrer" title={t('common.shell.chat.open')} className={LOOK}>
      <Inside text={t('common.shell.chat.openInNewTab')} />
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
