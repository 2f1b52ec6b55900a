import { formatBytes } from '#web/lib/format.ts'
import { release } from '../common.ts'
import type { WordsOf } from '../../catalogue.ts'

export const costs: WordsOf<'account'>['signup']['costs'] = {
  release,
  unknown: 'Was ein Tarif kostet und enthält, sehen Sie, bevor Sie zustimmen.',
  closed: 'Auf diesem Server entstehen neue Konten nur auf Einladung. Bitten Sie den Betreiber um eine.',
  free: (bytes) =>
    `Ein Konto ist${bytes === null ? '' : ` bis ${formatBytes(bytes)}`} kostenlos, braucht keine Karte und läuft nicht ab.`,
  trial: (days) =>
    `Ein erstes Abonnement beginnt mit ${days === 1 ? 'einem kostenlosen Tag' : `${days} kostenlosen Tagen`}; das steht auch an der Kasse, bevor Sie zustimmen.`,
  noTrial: 'Tarife mit mehr Speicher kosten vom ersten Tag an.',
  sandbox: 'Die Kasse dieses Servers ist zum Ausprobieren: Es fließt kein Geld.',
}
