import type { WordsOf } from '../../catalogue.ts'

export const commands: WordsOf<'commands'> = {
  title: 'Aller à',
  open: 'Chercher des pages, des actions et des fichiers',
  placeholder: 'Une page, une action ou le nom d’un fichier',
  empty: 'Rien ne porte ce nom.',
  hint: 'Entrée ouvre ce qui est marqué, Échap ferme.',
  groups: { pages: 'Pages', actions: 'Actions', files: 'Fichiers', people: 'Personnes', guides: 'Aide' },
  people: {
    placeholder: 'Une page, une action ou une personne',
    hint: 'Entrée ouvre ce qui est marqué, Échap ferme. Les personnes sont cherchées par le serveur.',
    asking: 'Recherche de personnes…',
    failed: 'Les personnes n’ont pas pu être cherchées',
    retry: 'Chercher de nouveau des personnes',
  },
  upload: 'Envoyer des fichiers',
  auditLogs: 'Journal d’audit',
  shortcuts: 'Raccourcis clavier',
  scheme: 'Passer du clair au sombre ou inversement',
  lock: 'Verrouiller le coffre',
  signOut: 'Se déconnecter',
}
