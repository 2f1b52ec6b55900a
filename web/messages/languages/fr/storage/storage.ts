import { formatBytes, formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

export const storage: WordsOf<'storage'> = {
  label: 'Espace utilisé',
  usedOf: (used, limit) => `${used} sur ${limit}`,
  nearlyFull: 'Presque plein',
  full: 'Plein',
  planPath: '/dashboard?tab=settings&section=billing',
  changePlan: 'Changer d’offre',
  ownLimit: 'Limite fixée par votre organisation',
  tryAgain: 'Réessayer',
  notStored: (count) =>
    count < 2
      ? `${formatCount(count)} fichier n’a pas été enregistré.`
      : `${formatCount(count)} fichiers n’ont pas été enregistrés.`,
  noRoom: (usedBytes, limitBytes, isOwnLimit) =>
    `${limitBytes === null ? 'Il n’y avait pas assez de place.' : `Il n’y a pas assez de place : ${formatBytes(usedBytes)} sur ${formatBytes(limitBytes)} sont utilisés.`} Ce qui est déjà enregistré reste intact. ${isOwnLimit ? 'Supprimez définitivement des fichiers, ou adressez-vous à qui gère les personnes de votre organisation : elle a fixé cette limite pour vous.' : 'Supprimez des fichiers définitivement, ou changez d’offre dans les paramètres, sous « Facturation », puis réessayez.'}`,
}
