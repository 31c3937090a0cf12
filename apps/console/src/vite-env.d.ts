/// <reference types="vite/types/importMeta.d.ts" />

interface ImportMetaEnv {
  /** Base address of the API; empty or missing means the origin that serves the console. */
  readonly VITE_API_BASE_URL?: string;
}

declare module '*.txt?raw' {
  const text: string;
  export default text;
}

declare module '*.css';
