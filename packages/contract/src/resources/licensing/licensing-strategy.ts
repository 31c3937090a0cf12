/** Determines whether an account uses tags, and the consumer kinds of its licenses. */
export const licensingStrategies = ['Shared', 'User-based'] as const;
export type LicensingStrategy = (typeof licensingStrategies)[number];
