export const usagePath = '/licensing/usage';
