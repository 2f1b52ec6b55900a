import type { WordsOf } from '../../catalogue.ts'

export const versions: WordsOf<'versions'> = {
  title: 'Frühere Versionen',
  putBack: 'Änderungen zurücknehmen',
  empty: 'Keine. Wird diese Datei ersetzt, bleibt hier, was sie jetzt ist.',
  loading: 'Wird geladen',
  failed: 'Die Versionen konnten nicht geladen werden',
  upload: 'Neue Version hochladen',
  uploadHint: (name) => `Wählen Sie den neuen Inhalt von ${name}`,
  version: (version) => `Version ${version}`,
  damaged: 'verändert oder beschädigt, kann nicht geöffnet werden',
  replaced: (when, size) => `Ersetzt ${when} · ${size}`,
  previewOf: (version) => `Vorschau von Version ${version}`,
  download: 'Herunterladen',
  downloadOf: (version) => `Version ${version} herunterladen`,
  restore: 'Wiederherstellen',
  restoreOf: (version) => `Version ${version} wiederherstellen`,
  removeOf: (version) => `Version ${version} löschen`,
  restored: (version) => `Version ${version} wurde wiederhergestellt`,
  restoredText: (hadLinks) =>
    `Was sie ersetzt hat, bleibt als Version.${hadLinks ? ' Links zu der Datei sind beendet.' : ''}`,
  restoreFailed: 'Die Version konnte nicht wiederhergestellt werden',
  removed: (version) => `Version ${version} wurde gelöscht`,
  removeFailed: 'Die Version konnte nicht gelöscht werden',
  confirm: (version) => `Version ${version} löschen?`,
  confirmText:
    'Sie lässt sich 30 Tage lang zurückholen; dann werden ihre verschlüsselten Bytes entfernt. Die Datei selbst bleibt, wie sie ist.',
  confirmSubmit: 'Version löschen',
}
