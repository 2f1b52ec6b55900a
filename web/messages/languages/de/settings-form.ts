import type { WordsOf } from '../catalogue.ts'

export const settingsForm: WordsOf<'settingsForm'> = {
  one: (label, before) => `1 Änderung: „${label}“ war ${before}`,
  several: (count, labels) => `${count} Änderungen: ${labels}`,
  empty: 'leer',
  on: 'an',
  off: 'aus',
  quoted: (value) => `„${value}“`,
  undo: 'Rückgängig',
  changed: 'Jemand hat das inzwischen geändert:',
  both: (theirs, mine) => `${theirs}, hier ${mine}`,
  take: 'Deren Fassung übernehmen',
  keep: 'Meine behalten',
  leave: {
    title: 'Ohne Speichern verlassen?',
    text: 'Was Sie auf dieser Seite geändert haben, ist nicht gespeichert.',
    leave: 'Verlassen',
    stay: 'Bleiben',
  },
}
