import type { DatabaseEventType } from '#contract/audit/audit-events.ts'

/** Events of whole organisations in words. */
export const tenantTitles: Record<Extract<DatabaseEventType, `tenant.${string}`>, string> = {
  'tenant.created': 'Organisation created',
  'tenant.suspended': 'Organisation suspended',
  'tenant.resumed': 'Organisation resumed',
  'tenant.export_started': 'Export of the organisation started',
  'tenant.exported': 'Organisation exported',
  'tenant.export_cancelled': 'Export of the organisation cancelled',
  'tenant.export_failed': 'Export of the organisation ended early',
  'tenant.deletion_started': 'Deletion of the organisation started',
  'tenant.keep_asked': 'Owner asked to keep the organisation',
  'tenant.restored': 'Organisation restored',
  'tenant.entered': 'Organisation entered by the operator (break-glass)',
  'tenant.entry_ended': 'Operator left the organisation (break-glass)',
  'tenant.deleted': 'Organisation deleted',
}
