import { handle } from '../../../../server/http/call.ts';
import * as contract from '../notes.calls.ts';
import { addNote, deleteNote, getInternals, listTags, setTags } from './notes.ts';

export const notesRoutes = [
  handle(contract.getInternals, ({ deps, input }) => getInternals(deps, input)),
  handle(contract.addNote, ({ deps, actor, input }) => addNote(deps, actor, input)),
  handle(contract.deleteNote, ({ deps, actor, input }) => deleteNote(deps, actor, input.id)),
  handle(contract.setTags, ({ deps, actor, input }) => setTags(deps, actor, input)),
  handle(contract.listTags, ({ deps }) => listTags(deps)),
];
