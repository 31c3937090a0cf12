import type { AuditAction } from '@keyhold/contract';

/** What was done, in the product's words: after the name of who did it. */
export const activityText = {
  'adm:CreateAccount': 'created this account',
  'adm:UpdateAccount': 'changed the details',
  'adm:UpdateAccountOwner': 'changed the owner',
  'adm:UpdateAccountStatus': 'changed the status',
  'adm:DeleteAccount': 'deleted this account',
  'adm:RestoreAccount': 'brought this account back',
  'adm:CreateProduct': 'created this product',
  'adm:UpdateProduct': 'changed the details',
  'adm:CreateAddon': 'created this addon',
  'adm:BackUp': 'made a backup',
  'adm:Restore': 'restored a backup',
  'adm:RotateSigningKeys': 'changed the signing keys',
  'iam:CreateUser': 'created this user',
  'iam:UpdateUser': 'changed the details',
  'iam:UpdateUserStatus': 'changed the status',
  'iam:DeleteUser': 'deleted this user',
  'iam:RestoreUser': 'brought this user back',
  'iam:AddUserRole': 'gave a role',
  'iam:RemoveUserRole': 'took a role away',
  'iam:AddUserTag': 'gave a tag',
  'iam:RemoveUserTag': 'took a tag away',
  'iam:SendActivationLink': 'sent an activation link',
  'iam:ChangePassword': 'changed the password',
  'iam:UpdatePreferences': 'chose a language',
  'iam:RequestPasswordReset': 'asked for a new password',
  'iam:EndSession': 'ended a session',
  'auth:Login': 'signed in',
  'auth:Logout': 'signed out',
  'auth:Activate': 'activated the access',
  'auth:ResetPassword': 'set a new password',
  'iam:CreateTag': 'created this tag',
  'iam:UpdateTag': 'changed the details',
  'iam:DeleteTag': 'deleted this tag',
  'iam:RestoreTag': 'brought this tag back',
  'iam:CreateWebhook': 'added a webhook',
  'iam:UpdateWebhook': 'changed a webhook',
  'iam:DeleteWebhook': 'deleted a webhook',
  'iam:RenewWebhookSecret': 'made a new secret for a webhook',
  'license:IssueLicense': 'issued this license',
  'license:UpdateLicense': 'changed what is written about it',
  'license:UpdateLicenseStatus': 'suspended or resumed this license',
  'license:UpdateLicenseTerms': 'changed when it ends',
  'license:MoveLicense': 'moved this license to another account',
  'license:SetLicensePolicies': 'changed the consumers',
  'license:UnassignLicense': 'released this license',
  'license:AddLicenseAddon': 'assigned an addon',
  'license:RemoveLicenseAddon': 'unassigned an addon',
  'license:ConsumeLicense': 'took the license into use',
  'license:CheckInLicense': 'gave the license back',
  'license:ReleaseLicense': 'was logged off, or logged somebody off',
  'license:AcknowledgeRelease': 'logged off',
  'license:LapseLease': 'ended a use that was not heard of any more',
  'license:TakeLicenseOffline': 'took the license offline',
  'license:ReturnLicense': 'ended the offline use',
  'license:EndOfflineLease': 'ended the offline use, whose time was over',
  'license:SendMessage': 'sent a message to the user of the license',
} as const satisfies Record<AuditAction, string>;

/** What was done where an action reads otherwise on its other side. */
export const arrivedText = { 'license:MoveLicense': 'moved this license here' } as const;

export const activityWords = {
  title: 'Activity',
  older: 'Show older',
  none: 'Nothing was done here yet.',
  nothing: 'nothing',
  yes: 'Yes',
  no: 'No',
  /** Read aloud between the value before and the value after. */
  became: 'became',
} as const;

/** Sentences about what was deleted and can be brought back. */
export const removedText = {
  title: 'Recently removed',
  none: 'Nothing was removed in the last 30 days.',
  by: 'by {name}',
  restore: 'Restore',
} as const;
