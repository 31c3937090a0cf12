/** What decides whether an account uses tags, and which kinds of consumers its licenses are offered (specification, section 1). */
export const licensingStrategies = ['Shared', 'User-based'] as const;
export type LicensingStrategy = (typeof licensingStrategies)[number];
