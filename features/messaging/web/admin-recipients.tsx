import { useMemo, useState } from 'react';
import { t } from '../../../web/languages/text.ts';
import { Card } from '../../../web/ui/card.tsx';
import { matchesAll } from '../../../web/ui/list-toolbar.tsx';
import { SearchInput } from '../../../web/ui/search-input.tsx';
import { EmptyState, LoadError, LoadingRows, NoMatch } from '../../../web/ui/table-states.tsx';

export interface Recipient {
  key: string;
  name: string;
  hint?: string;
  /** Listed, but cannot be chosen; `hint` is the reason. */
  isUnreachable?: boolean;
}

interface RecipientsProps {
  people: readonly Recipient[] | undefined;
  isFailed: boolean;
  onRetry: () => void;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/**
 * At most this many users are listed, as more would be too long to scroll; the others are found by the search, and
 * chosen by Select All.
 */
const MAX_DRAWN = 100;

/** The choice of recipients. Select All means all that the search finds, so that several searches can be combined. */
export function AdminRecipients({ people, isFailed, onRetry, chosen, onChange }: RecipientsProps) {
  const [search, setSearch] = useState('');
  const found = useMemo(
    () =>
      people?.filter(({ name, hint = '' }) =>
        matchesAll(search, (word) => `${name}\n${hint}`.toLowerCase().includes(word)),
      ),
    [people, search],
  );
  return (
    <Card
      title={t('messaging.recipients.title')}
      actions={
        <span role="status" className="text-small text-text2">
          {t('messaging.recipients.selectedCount', {
            count: chosen.size,
            total: people?.filter(isReachable).length ?? 0,
          })}
        </span>
      }
    >
      {found ? (
        <div className="grid gap-2">
          <SearchInput value={search} onChange={setSearch} placeholder={t('messaging.recipients.searchPlaceholder')} />
          {people?.length === 0 && <EmptyState text={t('common.usersEmpty')} art="user" />}
          <div role="status">
            {found.length === 0 && search !== '' && <NoMatch search={search} onClearSearch={() => setSearch('')} />}
          </div>
          {found.length > 0 && <Choices found={found} chosen={chosen} onChange={onChange} />}
        </div>
      ) : (
        <>{isFailed ? <LoadError onRetry={onRetry} /> : <LoadingRows caption={t('messaging.recipients.title')} />}</>
      )}
    </Card>
  );
}

const isReachable = ({ isUnreachable = false }: Recipient) => !isUnreachable;

type ChoicesProps = Pick<RecipientsProps, 'chosen' | 'onChange'> & { found: readonly Recipient[] };

function Choices({ found, chosen, onChange }: ChoicesProps) {
  const reachable = found.filter(isReachable);
  const isAll = reachable.length > 0 && reachable.every(({ key }) => chosen.has(key));
  const change = (keys: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const key of keys) {
      if (isChosen) next.add(key);
      else next.delete(key);
    }
    onChange(next);
  };
  const allKeys = () => reachable.map(({ key }) => key);
  return (
    <>
      <div className="border-b">
        <Choice
          name={t('messaging.recipients.selectAll')}
          isStrong
          isChosen={isAll}
          onChange={(is) => change(allKeys(), is)}
        />
      </div>
      <ul aria-label={t('messaging.recipients.title')} className="max-h-96 overflow-y-auto">
        {found.slice(0, MAX_DRAWN).map(({ key, name, hint, isUnreachable }) => (
          <li key={key}>
            <Choice
              {...{ name, hint, isUnreachable }}
              isChosen={chosen.has(key)}
              onChange={(is) => change([key], is)}
            />
          </li>
        ))}
      </ul>
      {found.length > MAX_DRAWN && (
        <p className="text-small text-text3">
          {t('messaging.recipients.firstShown', {
            shown: MAX_DRAWN,
            total: found.length,
          })}
        </p>
      )}
    </>
  );
}

interface ChoiceProps {
  name: string;
  hint?: string;
  isStrong?: boolean;
  isUnreachable?: boolean;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

function Choice({ name, hint, isStrong, isUnreachable = false, isChosen, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-control cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-surface2">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isUnreachable}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-accent"
      />
      <span className="min-w-0 py-1">
        <span className={isStrong ? 'text-body font-strong' : 'text-body wrap-anywhere'}>{name}</span>
        {hint && <span className="block text-small text-text3 wrap-anywhere">{hint}</span>}
      </span>
    </label>
  );
}
