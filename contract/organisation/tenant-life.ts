/** States of an export of an organisation. `waiting`: its download has not begun yet. */
export const EXPORT_STATES = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const
export type ExportState = (typeof EXPORT_STATES)[number]
