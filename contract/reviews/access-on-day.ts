/** What gives somebody access. `own`: files of their own vault. */
export const ACCESS_KINDS = ['role', 'space', 'share', 'team', 'own'] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

/** What says so: a signed roster, what is there now, or events of the audit log. */
export const ACCESS_SOURCES = ['roster', 'now', 'log'] as const
export type AccessSource = (typeof ACCESS_SOURCES)[number]

/** `grants`: most of one answer, as in SQL. */
export const ACCESS_LIMITS = { grants: 20_000 } as const
