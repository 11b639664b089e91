import { handle, handleList, handlePoll, handlePublic, getPersonId } from '../../../server/http/call.ts';
import * as contract from '../accounts.calls.ts';
import * as countryChanges from '../account-changes.calls.ts';
import * as google from '../google.calls.ts';
import * as creation from '../user-creation.calls.ts';
import * as staffRoles from '../staff-roles/staff-roles.calls.ts';
import {
  createStaffRole,
  deleteStaffRole,
  listStaffRoles,
  updateStaffRole,
} from '../staff-roles/server/staff-roles.ts';
import * as accessTokens from '../access-tokens.calls.ts';
import { createAccessToken, deleteAccessToken, listAccessTokens } from './access-tokens/access-tokens.ts';
import * as customerViews from '../customer-views.calls.ts';
import { listMyViews, viewAsCustomer } from './customer-views.ts';
import * as colleagues from '../colleagues.calls.ts';
import {
  inviteColleague,
  inviteColleagueAgain,
  leaveCompany,
  listColleagues,
  listUserColleagues,
  removeColleague,
} from './colleagues.ts';
import * as userSessions from '../user-sessions.calls.ts';
import { updateMyLanguage } from './account-mails.ts';
import { activateAccount, requestPasswordReset, resendActivation, resetPassword } from './account-links.ts';
import { endUserSessions } from './sessions.ts';
import { changePassword, getMyUser, login, logout, register, updateMyUser } from './accounts.ts';
import { releaseWork } from './administration.ts';
import { approveCountryChange, listCountryChanges } from './country-changes.ts';
import { confirmEmailChange, requestEmailChange } from './email-change.ts';
import { linkGoogle } from './google-link.ts';
import { beginGoogleSignIn } from './google-token.ts';
import { signInWithGoogle } from './google-sign-in.ts';
import * as provider from '../provider.calls.ts';
import { beginProviderSignIn, signInWithProvider } from './provider/provider-sign-in.ts';
import { downloadUsersCsv, listUserPage } from './user-list.ts';
import { createUser, inviteUser } from './user-creation.ts';
import { endOtherSessions, endUserSession, listMySessions } from './user-sessions.ts';
import { deleteUser, getLeftovers, listUsers, readUser, updateUser } from './users.ts';
import * as personalDataCalls from '../personal-data/personal-data.calls.ts';
import { downloadPersonalData, eraseUserForGood } from '../personal-data/server/personal-data.ts';
import * as secondFactorCalls from '../second-factor.calls.ts';
import { getUserSecondFactor, resetSecondFactor } from './second-factor/reset-second-factor.ts';
import * as secondFactor from './second-factor/second-factor.ts';
import { signInAgain, signInAgainWithPasskey } from './second-factor/sign-in-again.ts';
import { askForSecondStepPasskey, takeSecondStep } from './second-factor/second-step.ts';
import * as continuationCalls from '../continuation.calls.ts';
import { createContinuation, findContinuation, takeContinuation } from './continuation/continuation.ts';
import * as passkeyCalls from '../passkeys.calls.ts';
import { beginPasskeySignIn, signInWithPasskey } from './second-factor/passkey-sign-in.ts';
import * as passkeys from './second-factor/passkeys.ts';
import * as signInAgainCalls from '../sign-in-again.calls.ts';
import * as securityCalls from '../security-log/security.calls.ts';
import { listSecurityEvents } from '../security-log/server/security.ts';

export const accountsRoutes = [
  handle(accessTokens.listAccessTokens, ({ deps, actor }) => listAccessTokens(deps, actor)),
  handle(accessTokens.createAccessToken, ({ deps, actor, input, client }) =>
    createAccessToken(deps, actor, { ...input, client }),
  ),
  handle(accessTokens.deleteAccessToken, ({ deps, actor, input, client }) =>
    deleteAccessToken(deps, actor, { ...input, client }),
  ),
  handlePublic(contract.register, ({ deps, input, client, language, token }) =>
    register(deps, { ...input, client, language, token }),
  ),
  handlePublic(contract.login, ({ deps, input, client, language, token }) =>
    login(deps, { ...input, client, language, token }),
  ),
  handlePublic(google.beginGoogleSignIn, ({ deps }) => beginGoogleSignIn(deps)),
  handlePublic(google.signInWithGoogle, ({ deps, input, client, language, token }) =>
    signInWithGoogle(deps, { ...input, client, language, token }),
  ),
  handlePublic(provider.beginProviderSignIn, ({ deps }) => beginProviderSignIn(deps)),
  handlePublic(provider.signInWithProvider, ({ deps, input, client, language, token }) =>
    signInWithProvider(deps, { ...input, client, language, token }),
  ),
  handlePublic(google.linkGoogle, ({ deps, input, client, language, token }) =>
    linkGoogle(deps, { ...input, client, language, token }),
  ),
  handle(continuationCalls.createContinuation, ({ deps, actor, input }) => createContinuation(deps, actor, input)),
  handlePublic(continuationCalls.findContinuation, ({ deps, input, client }) =>
    findContinuation(deps, { ...input, client }),
  ),
  handlePublic(continuationCalls.takeContinuation, ({ deps, input, client, language, token }) =>
    takeContinuation(deps, { ...input, client, language, token }),
  ),
  handlePublic(contract.activateAccount, ({ deps, input }) => activateAccount(deps, input)),
  handle(contract.resendActivation, ({ deps, actor }) => resendActivation(deps, actor)),
  handlePublic(contract.requestPasswordReset, ({ deps, input, language }) =>
    requestPasswordReset(deps, { ...input, language }),
  ),
  handlePublic(contract.resetPassword, ({ deps, input, client }) => resetPassword(deps, { ...input, client })),
  handle(contract.logout, ({ deps, actor, client }) => logout(deps, actor, client)),
  handlePoll(contract.getMyUser, {
    sources: ({ actor }) => [...new Set([`user:${actor.id}`, `user:${getPersonId(actor)}`]), 'support'],
    read: ({ deps, actor }) => getMyUser(deps, actor),
    validUntil: ({ holdsUntil }) => holdsUntil,
  }),
  handle(contract.patchMyUser, ({ deps, actor, input }) => updateMyUser(deps, actor, input)),
  handle(contract.updateMyUser, ({ deps, actor, input }) => updateMyUser(deps, actor, input)),
  handle(contract.updateMyLanguage, ({ deps, actor, input }) => updateMyLanguage(deps, actor, input)),
  handle(contract.changePassword, ({ deps, actor, input, client }) =>
    changePassword(deps, actor, { ...input, client }),
  ),
  handle(countryChanges.requestEmailChange, ({ deps, actor, input, client }) =>
    requestEmailChange(deps, actor, { ...input, client }),
  ),
  handlePublic(countryChanges.confirmEmailChange, ({ deps, input, requestId, client }) =>
    confirmEmailChange(deps, { ...input, requestId, client }),
  ),
  handleList(contract.listUsers, {
    sources: ['users', 'balances'],
    readAll: ({ deps, actor }) => listUsers(deps, actor),
    readPage: ({ deps, actor, input }) => listUserPage(deps.db, actor, input),
  }),
  handle(contract.downloadUsersCsv, ({ deps, actor, input }) => downloadUsersCsv(deps, actor, input)),
  handle(countryChanges.listCountryChanges, ({ deps }) => listCountryChanges(deps)),
  handle(countryChanges.approveCountryChange, ({ deps, actor, input }) => approveCountryChange(deps, actor, input)),
  handle(creation.createUser, ({ deps, actor, input, client }) => createUser(deps, actor, { ...input, client })),
  handle(creation.inviteUser, ({ deps, actor, input }) => inviteUser(deps, actor, input.id)),
  handle(creation.getLeftovers, ({ deps, input }) => getLeftovers(deps.db, input.id)),
  handle(userSessions.listMySessions, ({ deps, actor, client }) => listMySessions(deps, actor, client)),
  handle(userSessions.endMySession, ({ deps, actor, input, client }) =>
    endUserSession(deps, actor, { id: actor.id, ...input, client }),
  ),
  handle(userSessions.endOtherSessions, ({ deps, actor, client }) => endOtherSessions(deps, actor, client)),
  handle(userSessions.endUserSession, ({ deps, actor, input, client }) =>
    endUserSession(deps, actor, { ...input, client }),
  ),
  handle(customerViews.viewAsCustomer, ({ deps, actor, input, client }) =>
    viewAsCustomer(deps, actor, { ...input, client }),
  ),
  handle(colleagues.listColleagues, ({ deps, actor }) => listColleagues(deps, actor.id)),
  handle(colleagues.inviteColleague, ({ deps, actor, input, client }) =>
    inviteColleague(deps, actor, { ...input, client }),
  ),
  handle(colleagues.inviteColleagueAgain, ({ deps, actor, input }) => inviteColleagueAgain(deps, actor, input.id)),
  handle(colleagues.removeColleague, ({ deps, actor, input, client }) =>
    removeColleague(deps, actor, { ...input, client }),
  ),
  handle(colleagues.leaveCompany, ({ deps, actor, client }) => leaveCompany(deps, actor, client)),
  handle(colleagues.listUserColleagues, ({ deps, actor, input }) => listUserColleagues(deps, actor, input.id)),
  handle(customerViews.listMyViews, ({ deps, actor }) => listMyViews(deps, actor)),
  handle(contract.getUser, ({ deps, actor, input }) => readUser(deps, actor, input.id)),
  handle(contract.patchUser, ({ deps, actor, input, client }) => updateUser(deps, actor, { ...input, client })),
  handle(contract.updateUser, ({ deps, actor, input, client }) => updateUser(deps, actor, { ...input, client })),
  handle(contract.deleteUser, ({ deps, actor, input, client }) => deleteUser(deps, actor, { ...input, client })),
  handle(personalDataCalls.downloadPersonalData, ({ deps, actor, input, client }) =>
    downloadPersonalData(deps, actor, { ...input, client }),
  ),
  handle(personalDataCalls.eraseUser, ({ deps, actor, input, client }) =>
    eraseUserForGood(deps, actor, { ...input, client }),
  ),
  handlePublic(secondFactorCalls.takeSecondStep, ({ deps, input, client, language, token }) =>
    takeSecondStep(deps, { ...input, client, language, token }),
  ),
  handle(secondFactorCalls.getMySecondFactor, ({ deps, actor }) => secondFactor.getMySecondFactor(deps, actor)),
  handle(secondFactorCalls.beginSecondFactor, ({ deps, actor, input, client }) =>
    secondFactor.beginSecondFactor(deps, actor, { ...input, client }),
  ),
  handle(secondFactorCalls.confirmSecondFactor, ({ deps, actor, input, client }) =>
    secondFactor.confirmSecondFactor(deps, actor, { ...input, client }),
  ),
  handle(secondFactorCalls.turnOffSecondFactor, ({ deps, actor, input, client }) =>
    secondFactor.turnOffSecondFactor(deps, actor, { ...input, client }),
  ),
  handle(secondFactorCalls.renewRecoveryCodes, ({ deps, actor, input, client }) =>
    secondFactor.renewRecoveryCodes(deps, actor, { ...input, client }),
  ),
  handle(secondFactorCalls.getUserSecondFactor, ({ deps, input }) => getUserSecondFactor(deps, input.id)),
  handle(secondFactorCalls.resetSecondFactor, ({ deps, actor, input, client }) =>
    resetSecondFactor(deps, actor, { ...input, client }),
  ),
  handlePublic(passkeyCalls.beginPasskeySignIn, ({ deps }) => beginPasskeySignIn(deps)),
  handlePublic(passkeyCalls.signInWithPasskey, ({ deps, input, client, language, token }) =>
    signInWithPasskey(deps, { ...input, client, language, token }),
  ),
  handlePublic(passkeyCalls.askForSecondStepPasskey, ({ deps, input }) => askForSecondStepPasskey(deps, input)),
  handle(signInAgainCalls.signInAgain, ({ deps, actor, input, client }) =>
    signInAgain(deps, actor, { ...input, client }),
  ),
  handle(signInAgainCalls.signInAgainWithPasskey, ({ deps, actor, input, client }) =>
    signInAgainWithPasskey(deps, actor, { ...input, client }),
  ),
  handle(passkeyCalls.askForMyPasskey, ({ deps, actor }) => passkeys.askForMyPasskey(deps, actor)),
  handle(passkeyCalls.beginPasskey, ({ deps, actor, input, client }) =>
    passkeys.beginPasskey(deps, actor, { ...input, client }),
  ),
  handle(passkeyCalls.addPasskey, ({ deps, actor, input, client }) =>
    passkeys.addPasskey(deps, actor, { ...input, client }),
  ),
  handle(passkeyCalls.renamePasskey, ({ deps, actor, input }) => passkeys.renamePasskey(deps, actor, input)),
  handle(passkeyCalls.removePasskey, ({ deps, actor, input, client }) =>
    passkeys.removePasskey(deps, actor, { ...input, client }),
  ),
  handle(securityCalls.listSecurityEvents, ({ deps, input }) => listSecurityEvents(deps, input)),
  handle(staffRoles.listStaffRoles, ({ deps }) => listStaffRoles(deps)),
  handle(staffRoles.createStaffRole, ({ deps, actor, input }) => createStaffRole(deps, actor, input)),
  ...[staffRoles.updateStaffRole, staffRoles.patchStaffRole].map((call) =>
    handle(call, ({ deps, actor, input, client }) =>
      updateStaffRole(deps, actor, {
        ...input,
        releaseWork,
        endSessions: (db, userId) =>
          endUserSessions({ ...deps, db }, userId, { why: 'ROLE_CHANGED', actorId: actor.id, client }),
      }),
    ),
  ),
  handle(staffRoles.deleteStaffRole, ({ deps, actor, input }) => deleteStaffRole(deps, actor, input.id)),
];
