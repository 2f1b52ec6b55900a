import type { WordsOf } from '../../catalogue.ts'

export const commands: WordsOf<'commands'> = {
  title: 'Gehe zu',
  open: 'Seiten, Aktionen und Dateien suchen',
  placeholder: 'Eine Seite, eine Aktion oder der Name einer Datei',
  empty: 'Nichts hat diesen Namen.',
  hint: 'Eingabe öffnet das Markierte, Esc schließt.',
  groups: { pages: 'Seiten', actions: 'Aktionen', files: 'Dateien', people: 'Personen', guides: 'Hilfe' },
  people: {
    placeholder: 'Eine Seite, eine Aktion oder eine Person',
    hint: 'Eingabe öffnet das Markierte, Esc schließt. Personen sucht der Server.',
    asking: 'Personen werden gesucht…',
    failed: 'Personen konnten nicht gesucht werden',
    retry: 'Personen erneut suchen',
  },
  upload: 'Dateien hochladen',
  auditLogs: 'Prüfprotokoll',
  shortcuts: 'Tastenkürzel',
  scheme: 'Zwischen hell und dunkel wechseln',
  lock: 'Tresor sperren',
  signOut: 'Abmelden',
}
