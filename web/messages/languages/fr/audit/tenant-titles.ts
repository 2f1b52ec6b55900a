/** Events of whole organisations in words. */
export const tenantTitles = {
  'tenant.created': 'Organisation créée',
  'tenant.suspended': 'Organisation suspendue',
  'tenant.resumed': 'Organisation rétablie',
  'tenant.export_started': 'Export de l’organisation commencé',
  'tenant.exported': 'Organisation exportée',
  'tenant.export_cancelled': 'Export de l’organisation annulé',
  'tenant.export_failed': 'Export de l’organisation interrompu',
  'tenant.deletion_started': 'Suppression de l’organisation commencée',
  'tenant.keep_asked': 'Un propriétaire a demandé de garder l’organisation',
  'tenant.restored': 'Organisation restaurée',
  'tenant.entered': 'L’exploitant est entré dans l’organisation (bris de glace)',
  'tenant.entry_ended': 'L’exploitant a quitté l’organisation (bris de glace)',
  'tenant.deleted': 'Organisation supprimée',
}
