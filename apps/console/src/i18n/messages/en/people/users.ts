/** Sentences of the users list and a user's detail. */
export const usersText = {
  title: 'Users',
  newUser: 'New User',
  createTitle: 'Create new User',
  back: 'Back to Users',
  lastLogin: 'Last login',
  lastPasswordChange: 'Last password change',
  roles: 'Roles',
  tags: 'Tags',
  owner: 'Owner',
  details: 'Details',
  resendTab: 'Resend Activation Link',
  resend: 'Resend activation link',
  sending: 'Sending...',
  noRoles: 'There are no roles to select.',
  noTags: 'There are no tags to select.',
  noRolesFound: 'No roles found.',
  noTagsFound: 'No tags found.',
  created: 'New user successfully created. An activation link has been sent.',
  updated: 'User successfully updated',
  deleted: 'User successfully deleted',
  restored: 'User successfully restored',
  resent: 'Activation link successfully resent',
  notReturned: 'The server created the user but did not return it.',
  linkFailed: 'User was created but there was en error while sending the activation link',
  rolesFailed: 'User was created and activation link was sent, but there was en error while adding the roles',
  none: 'No users yet',
  noneHint: 'Create the first user. They get an email with a link to set their password.',
  resendHint: 'A new link is sent to {email}. It is valid for 30 days, and earlier links stop working.',
  lastInvitation: 'Last invitation',
  invitation: '{status, select, waiting {Waiting to be sent} sent {Sent} other {Could not be delivered}}',
  invitationReason: 'Reason: {reason}',
  invitationEnded: 'Reason: its link ended before it was sent.',
  notDelivered: 'Not delivered',
  emailConfirmed: 'Email confirmed',
  emailNotConfirmed: 'Not confirmed yet',
  sendConfirmation: 'Send confirmation link',
  confirmationSent: 'Confirmation link successfully sent',
  unlinkAbout:
    'If this person was made anew at the provider, or their sign-in is refused as linked with somebody else, unlink them: their next single sign-on links them again, by a verified email in a proven domain.',
  unlinkTitle: 'Unlink from the provider',
  unlinkBody:
    'Are you sure you want to unlink this user? The next person who signs in at the provider with this user’s verified email is linked with them. They stay signed in meanwhile.',
  unlink: 'Unlink',
  unlinked: 'User successfully unlinked',
  singleSignOn: 'Single sign-on',
  deletionTakes:
    'The user is signed out everywhere. Every license that they hold, or that only they may consume, is released.',
} as const;

/** Questions before a user is blocked from signing in, and before they are allowed again. */
export const userStatusText = {
  deactivate: {
    title: 'Deactivate user',
    body: 'Are you sure you want to deactivate this user? They are signed out everywhere, every license they hold is released, and they cannot sign in until they are activated again.',
    confirm: 'Deactivate',
  },
  activate: {
    title: 'Activate user',
    body: 'Are you sure you want to activate this user? They can sign in again, with the password they had.',
    confirm: 'Activate',
  },
} as const;
