import { formatBytes, formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

export const storage: WordsOf<'storage'> = {
  label: 'Belegter Speicher',
  usedOf: (used, limit) => `${used} von ${limit}`,
  nearlyFull: 'Fast voll',
  full: 'Voll',
  changePlan: 'Tarif wechseln',
  planPath: '/dashboard?tab=settings&section=billing',
  ownLimit: 'Von Ihrer Organisation begrenzt',
  tryAgain: 'Erneut versuchen',
  notStored: (count) =>
    count === 1 ? '1 Datei wurde nicht gespeichert.' : `${formatCount(count)} Dateien wurden nicht gespeichert.`,
  noRoom: (usedBytes, limitBytes, isOwnLimit) =>
    `${limitBytes === null ? 'Der Platz hat nicht gereicht.' : `Der Platz reicht nicht: ${formatBytes(usedBytes)} von ${formatBytes(limitBytes)} sind belegt.`} Was schon gespeichert ist, bleibt unberührt. ${isOwnLimit ? 'Löschen Sie Dateien endgültig, oder fragen Sie, wer die Personen Ihrer Organisation verwaltet: Sie hat diese Grenze für Sie gesetzt.' : 'Löschen Sie Dateien endgültig, oder wechseln Sie den Tarif in den Einstellungen unter Abrechnung, und versuchen Sie es dann noch einmal.'}`,
}
