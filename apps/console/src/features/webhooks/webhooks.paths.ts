export const webhooksPath = '/iam/webhooks';
export const webhookPath = (id: string): string => `${webhooksPath}/${encodeURIComponent(id)}`;
