/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Base address of the API; empty or missing means the origin that serves the console. */
  readonly VITE_API_BASE_URL?: string;
}
