/** The catalogue of every area in German. */
export default Object.assign({}, ...Object.values(import.meta.glob('./de/**/*.ts', { eager: true })));
