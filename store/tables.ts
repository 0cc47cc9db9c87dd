/**
 * Database tables; each repository's file adds its own. Table names as in SQL, columns in camel case. Days count from
 * 1970-01-01.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- members are added by `declare module`
export interface Tables {}
