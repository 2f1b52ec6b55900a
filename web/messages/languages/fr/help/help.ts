import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'
import { fileTopics } from './help-files.ts'
import { peopleTopics } from './help-people.ts'

/** `mod` stands for Ctrl, or for ⌘ on a Mac. */
const shortcuts: NonNullable<WordsOf<'help'>['shortcuts']> = [
  {
    title: 'Partout',
    keys: [
      [['mod', 'K'], 'Aller à une page, une action ou un fichier'],
      [['?'], 'Afficher ces raccourcis'],
      [['/'], 'Chercher dans cette page'],
      [['mod', 'B'], 'Afficher ou masquer la barre latérale'],
      [['Alt', 'S'], 'Aller au contenu'],
      [['Échap'], 'Fermer ce qui est ouvert, ne rien sélectionner'],
    ],
  },
  {
    title: 'Dans la liste des fichiers',
    keys: [
      [['↑', '↓'], 'Passer d’un fichier à l’autre ; entre vignettes, ← et → aussi'],
      [['Maj', '↓'], 'Sélectionner d’ici à là'],
      [['Espace'], 'Voir l’aperçu du fichier'],
      [['Ctrl', 'Espace'], 'Sélectionner ou désélectionner le fichier'],
      [['mod', 'A'], 'Sélectionner tous les fichiers'],
      [['Entrée'], 'Ouvrir un dossier, voir l’aperçu d’un fichier'],
      [['I'], 'Afficher les détails du fichier'],
      [['F2'], 'Renommer'],
      [['Suppr'], 'Mettre à la corbeille'],
      [['mod', 'C'], 'Préparer la copie des fichiers sélectionnés'],
      [['mod', 'V'], 'Les copier dans le dossier ouvert'],
      [['mod', 'Z'], 'Annuler la dernière action : déplacer, copier, supprimer ou renommer'],
      [['Maj', 'F10'], 'Ouvrir le menu du fichier'],
      [['A–Z'], 'Aller au nom qui commence ainsi'],
    ],
  },
]

export const help: WordsOf<'help'> = {
  title: 'Aide',
  lead: 'De courts guides sur ce qui fonctionne ici. Chacun dit sur quoi appuyer et ce qui se passe.',
  search: 'Chercher dans les guides',
  clearSearch: 'Effacer la recherche',
  start: 'Par où commencer',
  index: 'Thèmes',
  topics: [...fileTopics, ...peopleTopics],
  found: (count) => `${formatCount(count)} ${count < 2 ? 'guide trouvé' : 'guides trouvés'}`,
  empty: 'Aucun guide trouvé',
  emptyText: 'Essayez un autre mot, par exemple « mot de passe » ou « envoyer ».',
  shortcutsTitle: 'Raccourcis clavier',
  shortcutsLead: 'Appuyez sur ? sur n’importe quelle page pour les voir.',
  shortcuts,
  showShortcuts: 'Afficher les raccourcis clavier',
}
