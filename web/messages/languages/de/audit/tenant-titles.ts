/** Events of whole organisations in words. */
export const tenantTitles = {
  'tenant.created': 'Organisation angelegt',
  'tenant.suspended': 'Organisation gesperrt',
  'tenant.resumed': 'Organisation wieder freigegeben',
  'tenant.export_started': 'Export der Organisation begonnen',
  'tenant.exported': 'Organisation exportiert',
  'tenant.export_cancelled': 'Export der Organisation abgebrochen',
  'tenant.export_failed': 'Export der Organisation vorzeitig beendet',
  'tenant.deletion_started': 'Löschen der Organisation begonnen',
  'tenant.keep_asked': 'Inhaber bat, die Organisation zu behalten',
  'tenant.restored': 'Organisation wiederhergestellt',
  'tenant.entered': 'Organisation vom Betreiber betreten (Break-Glass)',
  'tenant.entry_ended': 'Betreiber hat die Organisation verlassen (Break-Glass)',
  'tenant.deleted': 'Organisation gelöscht',
}
