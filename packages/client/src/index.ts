export { type ApiClient, type CallInput, type ClientOptions, createClient, type Reply } from './client.ts';
export { ApiError } from './error.ts';
