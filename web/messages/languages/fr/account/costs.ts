import { formatBytes } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

export const costs: WordsOf<'account'>['signup']['costs'] = {
  release: 'Version 0.2, sans audit indépendant : ne gardez pas encore ici votre seule copie de quoi que ce soit.',
  unknown: 'Vous voyez ce qu’une offre coûte et comprend avant de l’accepter.',
  closed: 'Ce serveur n’ouvre de nouveaux comptes que sur invitation. Demandez-en une à ses exploitants.',
  free: (bytes) =>
    `Un compte est gratuit${bytes === null ? '' : ` jusqu’à ${formatBytes(bytes)}`}, sans carte bancaire et sans date d’expiration.`,
  trial: (days) =>
    `Un premier abonnement commence par ${days === 1 ? 'un jour gratuit' : `${days} jours gratuits`} ; la page de paiement le rappelle avant votre accord.`,
  noTrial: 'Les offres avec plus d’espace sont payantes dès le premier jour.',
  sandbox: 'Le paiement de ce serveur sert à essayer : aucun argent ne circule.',
}
