import { Car, CircleUserRound } from 'lucide-react';
import type { SearchResults } from '../../../features/staff/search/search.calls.ts';
import { t } from '../../../web/languages/text.ts';
import { statusText } from '../../../web/ui/badge.tsx';
import type { Action } from '../../../web/frame/actions.ts';

/** Converts the server's search results into actions that open them. */
export function toSearchActions(found: SearchResults | undefined, isAdministrator: boolean): Action[] {
  if (found === undefined) return [];
  const files = found.files.map(({ id, file_id, file_name, username, status }) => ({
    id: `file ${id}`,
    group: t('common.files'),
    text: `${file_id} ${file_name}`,
    hint: isAdministrator ? `${username} · ${statusText(status)}` : statusText(status),
    Icon: Car,
    to: `${isAdministrator ? '/admin' : ''}/view-file/${id}`,
  }));
  const users = found.users.map(({ id, username, email }) => ({
    id: `user ${id}`,
    group: t('common.users'),
    text: username,
    hint: email,
    Icon: CircleUserRound,
    to: `/admin/edit-user/${id}`,
  }));
  return [...files, ...users];
}
