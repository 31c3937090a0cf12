export const auditPath = '/iam/audit';
