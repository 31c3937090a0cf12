export const registeredApplicationsPath = '/admin/applications';
