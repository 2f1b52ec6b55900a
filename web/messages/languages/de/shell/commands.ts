import type { WordsOf } from '../../catalogue.ts'

export const commands: WordsOf<'commands'> = {
  title: 'Gehe zu',
  open: 'Seiten, Aktionen und Dateien suchen',
  placeholder: 'Eine Seite, eine Aktion oder der Name einer Datei',
  empty: 'Nichts hat diesen Namen.',
  hint: 'Eingabe öffnet das Markierte, Esc schließt.',
  groups: { pages: 'Seiten', actions: 'Aktionen', files: 'Dateien', guides: 'Hilfe' },
  upload: 'Dateien hochladen',
  auditLogs: 'Prüfprotokoll',
  shortcuts: 'Tastenkürzel',
  scheme: 'Zwischen hell und dunkel wechseln',
  lock: 'Tresor sperren',
  signOut: 'Abmelden',
}
