/** Events of whole organisations in words. */
export const tenantTitles = {
  'tenant.created': 'Organisation créée',
  'tenant.suspended': 'Organisation suspendue',
  'tenant.resumed': 'Organisation rétablie',
  'tenant.export_started': 'Export de l’organisation commencé',
  'tenant.exported': 'Organisation exportée',
  'tenant.export_cancelled': 'Export de l’organisation annulé',
  'tenant.export_failed': 'Export de l’organisation interrompu',
}
