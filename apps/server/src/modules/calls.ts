import type { Handler } from '../http/bind.ts';
import type { CallName } from '../http/input.ts';
import {
  deleteAccount,
  getAccount,
  listAccounts,
  updateAccount,
  updateAccountOwner,
  updateAccountStatus,
} from './accounts/accounts.ts';
import { createAccount } from './accounts/create-account.ts';
import { restoreAccount } from './accounts/restore-account.ts';
import { getSecurity, updateSecurity } from './accounts/security.ts';
import { exportAudit } from './audit/audit-export.ts';
import { listAudit } from './audit/audit-list.ts';
import { answerChallenge } from './auth/answer-challenge.ts';
import { authorize } from './auth/authorize.ts';
import {
  addChallengePasskey,
  confirmChallengeAuthenticator,
  startChallengeAuthenticator,
  startChallengePasskey,
} from './auth/enrol-by-challenge.ts';
import { activate, getActivation } from './auth/links/activate.ts';
import { sendActivationLink } from './auth/links/activation-link.ts';
import { confirmEmailByKey, sendEmailConfirmation } from './auth/links/email-confirmation.ts';
import { resetPassword } from './auth/links/reset-password.ts';
import { signInByPasskey, startPasskeySignIn } from './auth/passkey-sign-in.ts';
import { prove, startProof } from './auth/prove.ts';
import {
  changeLicenseAddons,
  changeLicensePolicies,
  changeLicenseStatus,
  changeLicenseTerms,
} from './bulk/bulk-licenses.ts';
import {
  changeUserRoles,
  changeUserStatus,
  changeUserTags,
  deleteUsers,
  sendActivationLinks,
} from './bulk/bulk-users.ts';
import { releaseLicenses } from './bulk/release-licenses.ts';
import { restoreLicenses, voidLicenses } from './bulk/void-licenses.ts';
import {
  createApplication,
  deleteApplication,
  getApplication,
  listApplications,
  updateApplication,
} from './catalogue/applications.ts';
import {
  createAddon,
  createProduct,
  deleteAddon,
  deleteProduct,
  getAddon,
  getProduct,
  listAddons,
  listProducts,
  updateAddon,
  updateProduct,
} from './catalogue/catalogue.ts';
import { countIssued } from './catalogue/count-issued.ts';
import { watchChanges } from './changes/watch-changes.ts';
import { listDirectories } from './directories/directories.ts';
import {
  addPasskey,
  confirmAuthenticator,
  listFactors,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
  resetFactors,
  startAuthenticator,
  startPasskey,
} from './factors/factors.ts';
import { find } from './find/find.ts';
import { listConsumableLicenses } from './leases/consume/consumable.ts';
import { consumeLicense } from './leases/consume/consume.ts';
import { acknowledgeRelease, checkInLease } from './leases/end/check-in.ts';
import { returnOfflineLease, takeLeaseOffline } from './leases/end/check-out.ts';
import { explainLicense } from './leases/explain/explain.ts';
import { heartbeatLease } from './leases/keep/heartbeat.ts';
import { acknowledgeMessage } from './leases/notify/acknowledge-message.ts';
import { leaseEvents, waitForLease } from './leases/notify/lease-events.ts';
import { sendLicenseMessage } from './leases/notify/send-message.ts';
import { getRootKey } from './leases/token/root-key.ts';
import { askHolders } from './leases/waiting/ask-holders.ts';
import { leaveLine, listPoolWaiting, listWaiting, setWaitingClass } from './leases/waiting/waiting.ts';
import { waitForSeat, waitingEvents } from './leases/waiting/waiting-events.ts';
import { getAddonLicense, updateAddonLicense } from './licenses/addons/addon-licenses.ts';
import { listAddonLicenses } from './licenses/addons/addon-licenses-list.ts';
import { addLicenseAddon, removeLicenseAddon } from './licenses/addons/license-addons.ts';
import { giveLicenses, takeLicenses } from './licenses/issue/give-and-take.ts';
import { issueAddonLicenses, issueLicenses } from './licenses/issue/issue-licenses.ts';
import { moveLicense } from './licenses/issue/move-license.ts';
import { setLicensePolicies } from './licenses/license-policies.ts';
import { getLicense, unassignLicense, updateLicense } from './licenses/licenses.ts';
import { listLicenses } from './licenses/licenses-list.ts';
import { getLicensingStrategy } from './licenses/licensing-strategy.ts';
import { updateLicenseStatus, updateLicenseTerms } from './licenses/terms/license-terms.ts';
import { restoreAddonLicense, restoreLicense, voidAddonLicense, voidLicense } from './licenses/terms/void-license.ts';
import { decideAuthorization, decideDevice, findDevice, getAuthorization } from './oauth/consent.ts';
import { addPoolLicenses, removePoolLicenses } from './pools/pool-licenses.ts';
import { setPoolPolicies } from './pools/pool-policies.ts';
import { createPool, deletePool, getPool, listPools, updatePool } from './pools/pools.ts';
import { previewPoolRules } from './pools/preview-rules.ts';
import { setPoolOverdraft } from './pools/set-pool-overdraft.ts';
import { setPoolRules } from './pools/set-pool-rules.ts';
import { listRoles } from './roles/roles.ts';
import {
  createServiceAccountToken,
  deleteServiceAccountToken,
  listServiceAccountTokens,
} from './service-accounts/service-account-tokens.ts';
import {
  createServiceAccount,
  deleteServiceAccount,
  getServiceAccount,
  listServiceAccounts,
  updateServiceAccount,
} from './service-accounts/service-accounts.ts';
import { logout } from './sessions/logout.ts';
import { endUserSession, listUserSessions } from './sessions/user-sessions.ts';
import { deleteSingleSignOn, getSingleSignOn, updateSingleSignOn } from './single-sign-on/connections/connections.ts';
import { verifyDomain, vouchForDomain } from './single-sign-on/connections/domains.ts';
import { testSingleSignOn } from './single-sign-on/connections/test-connection.ts';
import { finishSingleSignOn } from './single-sign-on/finish.ts';
import { unlinkIdentity } from './single-sign-on/identities.ts';
import { getSummary } from './summary/account-summary.ts';
import { getProviderSummary } from './summary/provider-summary.ts';
import { createTag, deleteTag, getTag, listTags, restoreTag, updateTag } from './tags/tags.ts';
import { getLicenseUsage } from './usage/license-usage.ts';
import { getUsage } from './usage/usage.ts';
import { changePassword } from './users/change-password.ts';
import { listElsewhere } from './users/elsewhere.ts';
import { importUsers } from './users/import/import-users.ts';
import { moveUsers } from './users/move-users.ts';
import { getPreferences, updatePreferences } from './users/preferences.ts';
import { addUserRole, addUserTag, listUserRoles, removeUserRole, removeUserTag } from './users/user-roles-and-tags.ts';
import { createUser, deleteUser, getUser, restoreUser, updateUser, updateUserStatus } from './users/users.ts';
import { listUsers } from './users/users-list.ts';
import { listWebhookDeliveries, resendWebhookDelivery, testWebhook } from './webhooks/webhook-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  renewWebhookSecret,
  updateWebhook,
} from './webhooks/webhooks.ts';

/** The handler of each call of the contract. */
export const handlers: { readonly [Name in CallName]: Handler<Name> } = {
  authorize: { publicProcedure: authorize },
  activate: { publicProcedure: activate },
  getActivation: { publicProcedure: getActivation },
  confirmEmail: { publicProcedure: confirmEmailByKey },
  resetPassword: { publicProcedure: resetPassword },
  logout,
  getAuthorization,
  decideAuthorization,
  findDevice: { procedure: findDevice },
  decideDevice: { procedure: decideDevice },
  sendActivationLink,
  answerChallenge: { publicProcedure: answerChallenge },
  startChallengeAuthenticator: { publicProcedure: startChallengeAuthenticator },
  confirmChallengeAuthenticator: { publicProcedure: confirmChallengeAuthenticator },
  startChallengePasskey: { publicProcedure: startChallengePasskey },
  addChallengePasskey: { publicProcedure: addChallengePasskey },
  startPasskeySignIn: { publicProcedure: startPasskeySignIn },
  signInByPasskey: { publicProcedure: signInByPasskey },
  finishSingleSignOn: { publicProcedure: finishSingleSignOn },
  startProof,
  prove: { procedure: prove },

  listAccounts,
  find,
  getAccount,
  createAccount,
  updateAccount,
  updateAccountOwner,
  updateAccountStatus,
  deleteAccount,
  restoreAccount,

  listUsers,
  listAccountUsers: listUsers,
  getUser,
  createUser,
  updateUser,
  deleteUser,
  restoreUser,
  updateUserStatus,
  changePassword: { procedure: changePassword },
  getPreferences,
  updatePreferences,
  listUserRoles,
  addUserRole,
  removeUserRole,
  addUserTag,
  removeUserTag,
  listUserSessions,
  endUserSession,
  sendEmailConfirmation,
  unlinkIdentity,

  listFactors,
  startAuthenticator: { procedure: startAuthenticator },
  confirmAuthenticator: { procedure: confirmAuthenticator },
  startPasskey: { procedure: startPasskey },
  addPasskey: { procedure: addPasskey },
  renewRecoveryCodes,
  renameFactor,
  removeFactor,
  resetFactors,
  getSecurity,
  updateSecurity,
  getSingleSignOn,
  updateSingleSignOn: { procedure: updateSingleSignOn },
  deleteSingleSignOn,
  testSingleSignOn: { procedure: testSingleSignOn },
  verifyDomain: { procedure: verifyDomain },
  vouchForDomain,
  listElsewhere,
  moveUsers,

  listRoles,
  listAccountRoles: listRoles,

  listServiceAccounts,
  getServiceAccount,
  createServiceAccount,
  updateServiceAccount,
  deleteServiceAccount,
  listServiceAccountTokens,
  createServiceAccountToken,
  deleteServiceAccountToken,
  listDirectories,

  listTags,
  listAccountTags: listTags,
  getTag,
  createTag,
  updateTag,
  deleteTag,
  restoreTag,

  listLicenses,
  listAccountLicenses: listLicenses,
  getLicense,
  updateLicense,
  setLicensePolicies,
  listPools,
  listAccountPools: listPools,
  getPool,
  createPool,
  updatePool,
  setPoolPolicies,
  setPoolRules,
  previewPoolRules,
  setPoolOverdraft,
  addPoolLicenses,
  removePoolLicenses,
  deletePool,
  giveLicenses: { procedure: giveLicenses },
  takeLicenses: { procedure: takeLicenses },
  unassignLicense,
  issueLicenses,
  issueAddonLicenses,
  updateLicenseStatus,
  updateLicenseTerms,
  moveLicense,
  voidLicense,
  restoreLicense,
  voidAddonLicense,
  restoreAddonLicense,
  getLicensingStrategy,
  getAccountLicensingStrategy: getLicensingStrategy,
  listAddonLicenses,
  listAccountAddonLicenses: listAddonLicenses,
  getAddonLicense,
  updateAddonLicense,
  addLicenseAddon,
  removeLicenseAddon,

  listProducts,
  countIssued,
  createProduct,
  getProduct,
  updateProduct,
  listAddons,
  createAddon,
  getAddon,
  updateAddon,
  deleteProduct,
  deleteAddon,
  listApplications,
  getApplication,
  createApplication,
  updateApplication,
  deleteApplication,

  listAudit,
  exportAudit: { stream: exportAudit },

  changeUserTags: { procedure: changeUserTags },
  changeUserRoles: { procedure: changeUserRoles },
  deleteUsers: { procedure: deleteUsers },
  changeUserStatus: { procedure: changeUserStatus },
  sendActivationLinks: { procedure: sendActivationLinks },
  importUsers: { procedure: importUsers },
  releaseLicenses: { procedure: releaseLicenses },
  voidLicenses: { procedure: voidLicenses },
  restoreLicenses: { procedure: restoreLicenses },
  changeLicensePolicies: { procedure: changeLicensePolicies },
  changeLicenseStatus: { procedure: changeLicenseStatus },
  changeLicenseTerms: { procedure: changeLicenseTerms },
  changeLicenseAddons: { procedure: changeLicenseAddons },

  consumeLicense: { cachedProcedure: consumeLicense },
  heartbeatLease: { cachedProcedure: heartbeatLease },
  checkInLease,
  acknowledgeRelease,
  leaseEvents: { stream: leaseEvents },
  waitForLease: { procedure: waitForLease },
  takeLeaseOffline: { procedure: takeLeaseOffline },
  returnOfflineLease,
  sendLicenseMessage,
  acknowledgeMessage,
  listWaiting,
  listPoolWaiting,
  waitingEvents: { stream: waitingEvents },
  waitForSeat: { procedure: waitForSeat },
  setWaitingClass,
  leaveLine,
  askHolders,
  getRootKey: { publicProcedure: getRootKey },
  explainLicense,
  listConsumableLicenses,

  getUsage,
  getAccountUsage: getUsage,
  getLicenseUsage,
  getSummary,
  getAccountSummary: getSummary,
  getProviderSummary,

  listWebhooks,
  listAccountWebhooks: listWebhooks,
  getWebhook,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  renewWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  resendWebhookDelivery,

  watchChanges: { stream: watchChanges },
};
