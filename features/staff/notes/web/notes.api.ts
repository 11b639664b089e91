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

/** Also invalidates the lists, which may be filtered by a tag. */
export const useSetTags = (about: About) =>
  useChange(
    (tags: string[]) => call(contract.setTags, { ...about, tags }),
    [keyOf(about), ['tags'], [about.kind, 'all']],
  );

export const useTags = () =>
  useQuery({
    queryKey: ['tags'],
    queryFn: ({ signal }) => call(contract.listTags, {}, { signal }),
    enabled: useCan('notes.use'),
  });
