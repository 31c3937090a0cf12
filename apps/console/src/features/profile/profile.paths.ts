export const profilePath = '/profile';
export const changePasswordPath = '/change-password';
