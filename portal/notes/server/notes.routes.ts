import { outcome } from '../../../server/http/call.ts';
import * as contract from '../notes.contract.ts';
import { addNote, deleteNote, getInternals, listTags, setTags } from './notes.ts';

export const notesRoutes = [
  outcome(contract.getInternals, ({ deps, input }) => getInternals(deps, input)),
  outcome(contract.addNote, ({ deps, actor, input }) => addNote(deps, actor, input)),
  outcome(contract.deleteNote, ({ deps, actor, input }) => deleteNote(deps, actor, input.id)),
  outcome(contract.setTags, ({ deps, actor, input }) => setTags(deps, actor, input)),
  outcome(contract.listTags, ({ deps }) => listTags(deps)),
];
