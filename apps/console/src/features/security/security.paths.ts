export const securityPath = '/iam/security';
