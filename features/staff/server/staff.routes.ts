import { handle } from '../../../server/http/call.ts';
import * as contract from '../dashboard/dashboard.calls.ts';
import {
  dismissFirstSteps,
  getDashboard,
  getNeedsYou,
  getUserDashboard,
  getWaiting,
} from '../dashboard/server/needs-you.ts';
import * as auditCalls from '../audit/audit.calls.ts';
import { listChanges } from '../audit/server/audit.ts';
import * as binCalls from '../bin/bin.calls.ts';
import * as restoreCalls from '../restore/restore.calls.ts';
import { listBin, restoreFromBin } from '../bin/server/bin.ts';
import * as customerPageCalls from '../customer/customer-page.calls.ts';
import { getCustomerOverview } from '../customer/server/customer-page.ts';
import * as notesCalls from '../notes/notes.calls.ts';
import { addNote, deleteNote, getInternals, listTags, setTags } from '../notes/server/notes.ts';
import * as searchCalls from '../search/search.calls.ts';
import { search } from '../search/server/search.ts';
import * as workCalls from '../work/work.calls.ts';
import { endPresence, getWork, notePresence } from '../work/server/work.ts';

export const staffRoutes = [
  handle(contract.getDashboard, ({ deps, actor, input }) => getDashboard(deps, actor, input.count)),
  handle(contract.getUserDashboard, ({ deps, actor, input }) => getUserDashboard(deps, actor, input)),
  handle(contract.getNeedsYou, ({ deps, actor }) => getNeedsYou(deps, actor)),
  handle(contract.dismissFirstSteps, ({ deps, actor }) => dismissFirstSteps(deps, actor)),
  handle(contract.getWaiting, ({ deps, actor }) => getWaiting(deps, actor)),
  handle(binCalls.listBin, ({ deps, input }) => listBin(deps, input)),
  handle(restoreCalls.restoreFromBin, ({ deps, actor, input }) => restoreFromBin(deps, actor, input)),
  handle(customerPageCalls.getCustomerOverview, ({ deps, actor, input }) => getCustomerOverview(deps, actor, input.id)),
  handle(notesCalls.getInternals, ({ deps, input }) => getInternals(deps, input)),
  handle(notesCalls.addNote, ({ deps, actor, input }) => addNote(deps, actor, input)),
  handle(notesCalls.deleteNote, ({ deps, actor, input }) => deleteNote(deps, actor, input.id)),
  handle(notesCalls.setTags, ({ deps, actor, input }) => setTags(deps, actor, input)),
  handle(notesCalls.listTags, ({ deps }) => listTags(deps)),
  handle(workCalls.getWork, ({ deps }) => getWork(deps)),
  handle(workCalls.notePresence, ({ deps, actor, input }) => notePresence(deps, actor, input.id)),
  handle(workCalls.endPresence, ({ deps, actor, input }) => endPresence(deps, actor, input.id)),
  handle(auditCalls.listChanges, ({ deps, input }) => listChanges(deps, input)),
  handle(searchCalls.search, ({ deps, actor, input }) => search(deps, actor, input.text)),
];
