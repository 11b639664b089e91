import { useApplicationConfiguration } from './settings.api.ts';
import { useCan } from '../../../web/client/session.ts';

/** Returns where the chat link leads: to the chat, or for those who may decide about it, to the decision. */
export function useChatLink(): { url: string } | 'undecided' | null {
  const { data } = useApplicationConfiguration();
  const mayDecide = useCan('settings.change');
  if (data === undefined) return null;
  if (data.chat_url !== null) return { url: data.chat_url };
  return data.services.chat === 'UNDECIDED' && mayDecide ? 'undecided' : null;
}
