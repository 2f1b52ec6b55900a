/** States of an export of an organisation. `waiting`: its download has not begun yet. */
export const EXPORT_STATES = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const
export type ExportState = (typeof EXPORT_STATES)[number]

/** Times that a super administrator may be in another organisation. In SQL as well. */
export const ENTRY_MINUTES = [15, 30, 60] as const

/** Names the entry that a request acts in. Without it a request is one of the own organisation, whatever its sender entered. */
export const ENTRY_HEADER = 'x-entry'

/** How long an organisation that is to be deleted can be restored, and how long before the end its owners are mailed again. In SQL as well. */
export const DELETION_DAYS = { grace: 30, warning: 7 } as const
