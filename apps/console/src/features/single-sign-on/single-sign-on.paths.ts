export const singleSignOnPath = '/iam/single-sign-on';
