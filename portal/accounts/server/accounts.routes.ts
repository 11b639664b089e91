import { answer, answerAnyone, answerList } from '../../../server/http/call.ts';
import * as contract from '../accounts.contract.ts';
import * as countryChanges from '../country-changes.contract.ts';
import * as emailChange from '../email-change.contract.ts';
import * as google from '../google.contract.ts';
import { activateAccount, requestPasswordReset, resendActivation, resetPassword } from './account-links.ts';
import { changePassword, getMyUser, login, logout, register, updateMyUser } from './accounts.ts';
import { approveCountryChange, listCountryChanges } from './country-changes.ts';
import { confirmEmailChange, requestEmailChange } from './email-change.ts';
import { linkGoogle } from './google-link.ts';
import { beginGoogleSignIn } from './google-nonce.ts';
import { signInWithGoogle } from './google-sign-in.ts';
import { listUserPage } from './user-list.ts';
import { downloadUsersCsv } from './users-csv.ts';
import { deleteUser, getUser, listUsers, updateUser } from './users.ts';

export const accountsAnswers = [
  answerAnyone(contract.register, ({ deps, input, client }) => register(deps, { ...input, client })),
  answerAnyone(contract.login, ({ deps, input, client }) => login(deps, { ...input, client })),
  answerAnyone(google.beginGoogleSignIn, ({ deps }) => beginGoogleSignIn(deps)),
  answerAnyone(google.signInWithGoogle, ({ deps, input, client }) => signInWithGoogle(deps, { ...input, client })),
  answerAnyone(google.linkGoogle, ({ deps, input, client }) => linkGoogle(deps, { ...input, client })),
  answerAnyone(contract.activateAccount, ({ deps, input }) => activateAccount(deps, input)),
  answer(contract.resendActivation, ({ deps, actor }) => resendActivation(deps, actor)),
  answerAnyone(contract.requestPasswordReset, ({ deps, input }) => requestPasswordReset(deps, input)),
  answerAnyone(contract.resetPassword, ({ deps, input, client }) => resetPassword(deps, { ...input, client })),
  answer(contract.logout, ({ deps, actor, client }) => logout(deps, actor, client)),
  answer(contract.getMyUser, ({ deps, actor }) => getMyUser(deps, actor)),
  answer(contract.updateMyUser, ({ deps, actor, input }) => updateMyUser(deps, actor, input)),
  answer(contract.changePassword, ({ deps, actor, input, client }) =>
    changePassword(deps, actor, { ...input, client }),
  ),
  answer(emailChange.requestEmailChange, ({ deps, actor, input, client }) =>
    requestEmailChange(deps, actor, { ...input, client }),
  ),
  answerAnyone(emailChange.confirmEmailChange, ({ deps, input, requestId, client }) =>
    confirmEmailChange(deps, { ...input, requestId, client }),
  ),
  answerList(contract.listUsers, {
    sources: ['users', 'balances'],
    readAll: ({ deps }) => listUsers(deps),
    readPage: ({ deps, input }) => listUserPage(deps.db, input),
  }),
  answer(contract.downloadUsersCsv, ({ deps, input }) => downloadUsersCsv(deps, input)),
  answer(countryChanges.listCountryChanges, ({ deps }) => listCountryChanges(deps)),
  answer(countryChanges.approveCountryChange, ({ deps, actor, input }) => approveCountryChange(deps, actor, input)),
  answer(contract.getUser, ({ deps, input }) => getUser(deps.db, input.id)),
  answer(contract.updateUser, ({ deps, actor, input, client }) => updateUser(deps, actor, { ...input, client })),
  answer(contract.deleteUser, ({ deps, actor, input, client }) => deleteUser(deps, actor, { ...input, client })),
];
