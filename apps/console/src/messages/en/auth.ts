/** Sentences of sign-in, activation, reset and password screens. */
export const authText = {
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm password',
  logIn: 'Log in',
  loggingIn: 'Logging in...',
  forgotPassword: 'Forgot password?',
  singleSignOn: 'Continue with single sign-on',
  singleSignOnUnknown: 'There is no single sign-on for {email}. Log in with your password.',
  singleSignOnFinishing: 'You are being logged in...',
  singleSignOnTitle: 'Single sign-on',
  sessionExpired: 'Your login session has expired! Please log in again.',
  resetPassword: 'Reset password',
  sending: 'Sending...',
  resetDoneTitle: 'Request was successful',
  resetDone: 'Your password has been reset. You will receive an email shortly.',
  backToLogin: 'Back to login',
  activate: 'Activate',
  activating: 'Activating...',
  activateTitle: 'Activate your account',
  noActivationKey: 'You need an activation key to access this page',
  oldPassword: 'Old password',
  newPassword: 'New password',
  updateAndLogOut: 'Update and log out',
  passwordNote: 'You will need to log out after updating your password.',
  profileNote: 'You will need to log out after updating your profile.',
  passwordUpdated: 'Password successfully updated',
} as const;

/** Validation messages of fields, in addition to those of the contract's schemas. */
export const fieldText = {
  emptyPassword: 'Empty password',
  passwordsDiffer: 'Passwords are not the same',
  emptyOldPassword: 'Old Password should not be empty',
  emptyOwner: 'Owner cannot be empty',
  accountNameTaken: 'This account name already exists.',
} as const;
