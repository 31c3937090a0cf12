export const directoryPath = '/iam/directory';
