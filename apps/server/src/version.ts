import manifest from '../package.json' with { type: 'json' };

/** The product's version (specification, section 1). */
export const version: string = manifest.version;
