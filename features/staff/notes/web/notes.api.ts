import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../web/client/call.ts';
import { useChange } from '../../../../web/client/use-change.ts';
import * as contract from '../notes.calls.ts';
import { useCan } from '../../../../web/client/session.ts';

export interface About {
  kind: contract.NoteSubject;
  id: number;
}

const keyOf = ({ kind, id }: About) => ['internal', kind, id] as const;

export const useInternals = (about: About) =>
  useQuery({ queryKey: keyOf(about), queryFn: ({ signal }) => call(contract.getInternals, { ...about }, { signal }) });

export const useAddNote = (about: About) =>
  useChange((note: string) => call(contract.addNote, { ...about, note }), [keyOf(about)]);

export const useDeleteNote = (about: About) =>
  useChange((id: number) => call(contract.deleteNote, { id }), [keyOf(about)]);

/**
 * Adds or removes one tag of those that a colleague may have changed meanwhile. Also invalidates the lists, which may be
 * filtered by a tag.
 */
export const useChangeTag = (about: About) =>
  useChange(
    async ({ name, isAdded }: { name: string; isAdded: boolean }) => {
      const { tags } = await call(contract.getInternals, { ...about });
      const others = tags.map((tag) => tag.name).filter((other) => other !== name);
      return call(contract.setTags, { ...about, tags: isAdded ? [...others, name] : others });
    },
    [keyOf(about), ['tags'], [about.kind, 'all']],
  );

export const useTags = () =>
  useQuery({
    queryKey: ['tags'],
    queryFn: ({ signal }) => call(contract.listTags, {}, { signal }),
    enabled: useCan('notes.use'),
  });
