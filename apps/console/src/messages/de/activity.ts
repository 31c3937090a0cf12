import type { Translation } from '#locale/translation.ts';
import type * as english from '#messages/en/activity.ts';

export const activityText = {
  'adm:CreateAccount': 'hat dieses Konto angelegt',
  'adm:UpdateAccount': 'hat die Details geändert',
  'adm:UpdateAccountOwner': 'hat den Inhaber geändert',
  'adm:UpdateAccountStatus': 'hat den Status geändert',
  'adm:DeleteAccount': 'hat dieses Konto gelöscht',
  'adm:RestoreAccount': 'hat dieses Konto wiederhergestellt',
  'iam:CreateUser': 'hat diesen Benutzer angelegt',
  'iam:UpdateUser': 'hat die Details geändert',
  'iam:UpdateUserStatus': 'hat den Status geändert',
  'iam:DeleteUser': 'hat diesen Benutzer gelöscht',
  'iam:RestoreUser': 'hat diesen Benutzer wiederhergestellt',
  'iam:AddUserRole': 'hat eine Rolle hinzugefügt',
  'iam:RemoveUserRole': 'hat eine Rolle entfernt',
  'iam:AddUserTag': 'hat ein Schlagwort hinzugefügt',
  'iam:RemoveUserTag': 'hat ein Schlagwort entfernt',
  'iam:SendActivationLink': 'hat einen Aktivierungslink gesendet',
  'iam:ChangePassword': 'hat das Passwort geändert',
  'iam:UpdatePreferences': 'hat eine Sprache gewählt',
  'iam:RequestPasswordReset': 'hat ein neues Passwort angefordert',
  'iam:EndSession': 'hat eine Sitzung beendet',
  'auth:Login': 'hat sich angemeldet',
  'auth:Logout': 'hat sich abgemeldet',
  'auth:Activate': 'hat den Zugang aktiviert',
  'auth:ResetPassword': 'hat ein neues Passwort festgelegt',
  'iam:CreateTag': 'hat dieses Schlagwort angelegt',
  'iam:UpdateTag': 'hat die Details geändert',
  'iam:DeleteTag': 'hat dieses Schlagwort gelöscht',
  'iam:RestoreTag': 'hat dieses Schlagwort wiederhergestellt',
  'iam:CreateWebhook': 'hat einen Webhook hinzugefügt',
  'iam:UpdateWebhook': 'hat einen Webhook geändert',
  'iam:DeleteWebhook': 'hat einen Webhook gelöscht',
  'iam:RenewWebhookSecret': 'hat einen neuen Signaturschlüssel für einen Webhook erzeugt',
  'license:IssueLicense': 'hat diese Lizenz ausgestellt',
  'license:UpdateLicense': 'hat die Beschreibung geändert',
  'license:UpdateLicenseStatus': 'hat diese Lizenz gesperrt oder entsperrt',
  'license:UpdateLicenseTerms': 'hat die Laufzeit geändert',
  'license:MoveLicense': 'hat diese Lizenz in ein anderes Konto verschoben',
  'license:SetLicensePolicies': 'hat die Berechtigten geändert',
  'license:UnassignLicense': 'hat diese Lizenz freigegeben',
  'license:AddLicenseAddon': 'hat eine Erweiterung zugeordnet',
  'license:RemoveLicenseAddon': 'hat die Zuordnung einer Erweiterung aufgehoben',
  'license:ConsumeLicense': 'hat begonnen, die Lizenz zu nutzen',
  'license:CheckInLicense': 'hat die Lizenz zurückgegeben',
  'license:ReleaseLicense': 'wurde abgemeldet oder hat jemanden abgemeldet',
  'license:AcknowledgeRelease': 'hat sich abgemeldet',
  'license:LapseLease': 'hat eine Nutzung ohne Lebenszeichen beendet',
  'license:TakeLicenseOffline': 'hat die Offline-Nutzung begonnen',
  'license:ReturnLicense': 'hat die Offline-Nutzung beendet',
  'license:EndOfflineLease': 'hat die abgelaufene Offline-Nutzung beendet',
  'license:SendMessage': 'hat dem Benutzer der Lizenz eine Nachricht gesendet',
} satisfies Translation<typeof english.activityText>;

export const arrivedText = { 'license:MoveLicense': 'hat diese Lizenz hierher verschoben' } satisfies Translation<
  typeof english.arrivedText
>;

export const activityWords = {
  title: 'Aktivität',
  older: 'Ältere anzeigen',
  none: 'Hier ist noch nichts geschehen.',
  nothing: 'nichts',
  yes: 'Ja',
  no: 'Nein',
  became: 'wurde zu',
} satisfies Translation<typeof english.activityWords>;

export const removedText = {
  title: 'Kürzlich gelöscht',
  none: 'In den letzten 30 Tagen wurde nichts gelöscht.',
  by: 'von {name}',
  restore: 'Wiederherstellen',
} satisfies Translation<typeof english.removedText>;
