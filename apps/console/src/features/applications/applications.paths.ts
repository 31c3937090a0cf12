export const applicationsPath = '/admin/applications';
