/** The catalogue of every area in French. */
export default Object.assign({}, ...Object.values(import.meta.glob('./fr/**/*.ts', { eager: true })));
