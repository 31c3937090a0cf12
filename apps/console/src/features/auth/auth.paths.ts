export const loginPath = '/login';
export const resetPath = '/login/reset';
export const activatePath = '/activate';
export const confirmEmailPath = '/confirm-email';
export const logoutPath = '/logout';
