import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

export const storage: WordsOf<'storage'> = {
  label: 'Belegter Speicher',
  usedOf: (used, limit) => `${used} von ${limit}`,
  nearlyFull: 'Fast voll',
  full: 'Voll',
  changePlan: 'Tarif wechseln',
  planPath: '/dashboard?tab=settings&section=billing',
  tryAgain: 'Erneut versuchen',
  notStored: (count) =>
    count === 1 ? '1 Datei wurde nicht gespeichert.' : `${formatCount(count)} Dateien wurden nicht gespeichert.`,
}
