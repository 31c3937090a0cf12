export const loginPath = '/login';
/** Where a sign-in at a provider of the account's comes back to. */
export const singleSignOnReturnPath = '/login/sso';
export const resetPath = '/login/reset';
export const activatePath = '/activate';
export const logoutPath = '/logout';
