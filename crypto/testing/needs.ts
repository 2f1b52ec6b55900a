declare module 'vitest' {
  interface TaskMeta {
    /** Why the test did not run; the end of `npm test` says it. */
    reason?: string
  }
}

/**
 * Options of a test that runs only where something is there. Elsewhere it is listed with what it needs.
 * @param what for people, after "needs".
 */
export const needs = (isThere: unknown, what: string): { skip?: boolean; meta?: { reason: string } } =>
  isThere ? {} : { skip: true, meta: { reason: `needs ${what}` } }
