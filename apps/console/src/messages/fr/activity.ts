import type { Translation } from '#locale/translation.ts';
import type * as english from '#messages/en/activity.ts';

export const activityText = {
  'adm:CreateAccount': 'a créé ce compte',
  'adm:UpdateAccount': 'a modifié les détails',
  'adm:UpdateAccountOwner': 'a modifié le propriétaire',
  'adm:UpdateAccountStatus': 'a modifié le statut',
  'adm:DeleteAccount': 'a supprimé ce compte',
  'adm:RestoreAccount': 'a restauré ce compte',
  'iam:CreateUser': 'a créé cet utilisateur',
  'iam:UpdateUser': 'a modifié les détails',
  'iam:UpdateUserStatus': 'a modifié le statut',
  'iam:DeleteUser': 'a supprimé cet utilisateur',
  'iam:RestoreUser': 'a restauré cet utilisateur',
  'iam:AddUserRole': 'a ajouté un rôle',
  'iam:RemoveUserRole': 'a retiré un rôle',
  'iam:AddUserTag': 'a ajouté une étiquette',
  'iam:RemoveUserTag': 'a retiré une étiquette',
  'iam:SendActivationLink': 'a envoyé un lien d’activation',
  'iam:ChangePassword': 'a modifié le mot de passe',
  'iam:UpdatePreferences': 'a choisi une langue',
  'iam:RequestPasswordReset': 'a demandé un nouveau mot de passe',
  'iam:EndSession': 'a mis fin à une session',
  'auth:Login': 's’est connecté',
  'auth:Logout': 's’est déconnecté',
  'auth:Activate': 'a activé l’accès',
  'auth:ResetPassword': 'a défini un nouveau mot de passe',
  'iam:CreateTag': 'a créé cette étiquette',
  'iam:UpdateTag': 'a modifié les détails',
  'iam:DeleteTag': 'a supprimé cette étiquette',
  'iam:RestoreTag': 'a restauré cette étiquette',
  'iam:CreateWebhook': 'a ajouté un webhook',
  'iam:UpdateWebhook': 'a modifié un webhook',
  'iam:DeleteWebhook': 'a supprimé un webhook',
  'iam:RenewWebhookSecret': 'a créé un nouveau secret de signature pour un webhook',
  'license:IssueLicense': 'a émis cette licence',
  'license:UpdateLicense': 'a modifié la description',
  'license:UpdateLicenseStatus': 'a suspendu ou rétabli cette licence',
  'license:UpdateLicenseTerms': 'a modifié la validité',
  'license:MoveLicense': 'a déplacé cette licence vers un autre compte',
  'license:SetLicensePolicies': 'a modifié les bénéficiaires',
  'license:UnassignLicense': 'a libéré cette licence',
  'license:AddLicenseAddon': 'a affecté une extension',
  'license:RemoveLicenseAddon': 'a retiré une extension',
  'license:ConsumeLicense': 'a commencé à utiliser la licence',
  'license:CheckInLicense': 'a rendu la licence',
  'license:ReleaseLicense': 'a été déconnecté ou a déconnecté quelqu’un',
  'license:AcknowledgeRelease': 's’est déconnecté',
  'license:LapseLease': 'a mis fin à une utilisation sans signe de vie',
  'license:TakeLicenseOffline': 'a commencé l’utilisation hors ligne',
  'license:ReturnLicense': 'a mis fin à l’utilisation hors ligne',
  'license:EndOfflineLease': 'a mis fin à l’utilisation hors ligne arrivée à échéance',
  'license:SendMessage': 'a envoyé un message à l’utilisateur de la licence',
} satisfies Translation<typeof english.activityText>;

export const arrivedText = { 'license:MoveLicense': 'a déplacé cette licence ici' } satisfies Translation<
  typeof english.arrivedText
>;

export const activityWords = {
  title: 'Activité',
  older: 'Afficher les activités précédentes',
  none: 'Rien ne s’est encore passé ici.',
  nothing: 'rien',
  yes: 'Oui',
  no: 'Non',
  became: 'est devenu',
} satisfies Translation<typeof english.activityWords>;

export const removedText = {
  title: 'Éléments supprimés récemment',
  none: 'Rien n’a été supprimé au cours des 30 derniers jours.',
  by: 'par {name}',
  restore: 'Restaurer',
} satisfies Translation<typeof english.removedText>;
