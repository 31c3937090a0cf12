export const loginPath = '/login';
/** The path to which a sign-in at the account's provider returns. */
export const singleSignOnReturnPath = '/login/sso';
export const resetPath = '/login/reset';
export const activatePath = '/activate';
export const logoutPath = '/logout';
