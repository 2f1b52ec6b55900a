import { LIMITS } from '#contract/limits.ts'
import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

const DAYS = `${LIMITS.trashDays} jours`
/** French counts zero and one as singular. */
const counted = (count: number, one: string, several: string) => `${formatCount(count)} ${count < 2 ? one : several}`
const elements = (count: number) => counted(count, 'élément', 'éléments')
/** One thing by its name, several by their number. */
const named = (names: readonly string[]) => (names.length === 1 ? (names[0] ?? '') : elements(names.length))
/** What happened to them: "déplacé" for one, "déplacés" for several. */
const done = (names: readonly string[], what: string) => `${named(names)} ${what}${names.length < 2 ? '' : 's'}`

export const items: WordsOf<'items'> = {
  list: 'Fichiers et dossiers',
  named,
  folder: 'Dossier',
  fetchFailed: 'Les dossiers n’ont pas pu être chargés',
  holds: elements,
  summary: (folders, files) =>
    [
      folders > 0 ? counted(folders, 'dossier', 'dossiers') : '',
      files > 0 || folders === 0 ? counted(files, 'fichier', 'fichiers') : '',
    ]
      .filter(Boolean)
      .join(', '),
  found: (count) => `${elements(count)} ${count < 2 ? 'trouvé' : 'trouvés'}`,
  selectAll: 'Sélectionner tous les fichiers et dossiers',
  where: (place) => `dans ${place}`,
  up: (name) => `Remonter à ${name}`,
  more: 'Dossiers intermédiaires',
  moreTools: 'Nouveau dossier et plus',
  views: { label: 'Vue', all: 'Tous les fichiers', starred: 'Favoris', trash: 'Corbeille' },
  layout: { label: 'Disposition', list: 'Liste', tiles: 'Vignettes' },
  open: 'Ouvrir',
  emptyFolder: { title: 'Ce dossier est vide', text: 'Déposez des fichiers ici, ou envoyez-en.' },
  folderGone: {
    title: 'Ce dossier n’est pas ici',
    text: 'Il a été supprimé, ou il appartient à un autre coffre.',
    action: 'Aller à mes fichiers',
  },
  emptyStarred: {
    title: 'Aucun favori',
    text: 'Ajoutez des fichiers et des dossiers aux favoris pour les retrouver ici.',
  },
  star: {
    on: 'Ajouter aux favoris',
    off: 'Retirer des favoris',
    onOf: (name) => `Ajouter ${name} aux favoris`,
    offOf: (name) => `Retirer ${name} des favoris`,
    is: 'Favori',
    failed: 'Le favori n’a pas pu être modifié',
  },
  newFolder: {
    open: 'Nouveau dossier',
    title: 'Nouveau dossier',
    label: 'Nom du dossier',
    hint: 'Le nom est chiffré avant d’être enregistré.',
    submit: 'Créer le dossier',
    created: 'Dossier créé',
    failed: 'Le dossier n’a pas pu être créé',
  },
  rename: {
    folder: 'Renommer le dossier',
    folderDone: 'Dossier renommé',
    folderText: (name) => `Le dossier s’appelle maintenant ${name}`,
    folderFailed: 'Le dossier n’a pas pu être renommé',
  },
  move: {
    open: 'Déplacer vers…',
    selected: 'Déplacer',
    title: (names) => `Déplacer ${named(names)}`,
    tree: 'Dossiers',
    hint: 'Les flèches parcourent les dossiers ; la droite en ouvre un.',
    submit: 'Déplacer ici',
    here: 'C’est déjà dans ce dossier.',
    inside: 'Un dossier ne peut pas être déplacé dans lui-même.',
    done: (names, to) => `${done(names, 'déplacé')} vers ${to}`,
    failed: 'Le déplacement a échoué',
  },
  copy: {
    here: 'Faire une copie',
    open: 'Copier vers…',
    selected: 'Copier',
    title: (names) => `Copier ${named(names)}`,
    tree: 'Mes fichiers, espaces d’équipe et leurs dossiers',
    hint: 'Les flèches parcourent les dossiers ; la droite en ouvre un. Le contenu n’est pas renvoyé.',
    treeFailed: (place) => `Les dossiers de ${place} n’ont pas pu être lus.`,
    submit: 'Copier ici',
    busy: (names) => `Copie de ${named(names)}…`,
    done: (names, to) => `${done(names, 'copié')} vers ${to}`,
    failed: 'La copie a échoué. Rien n’a été modifié, et ce qui était déjà copié a été retiré.',
    held: (names) => `${done(names, 'prêt')} à être ${names.length < 2 ? 'copié' : 'copiés'}`,
    heldText: (key) => `Ouvrez un dossier, ici ou dans un espace d’équipe, et appuyez sur ${key}+V.`,
    along: {
      title: (names, to) => `Copier ${named(names)} vers ${to} ?`,
      look: (count) =>
        `Avec tout son contenu, ${count === 1 ? 'un fichier est compris' : `${formatCount(count)} fichiers sont compris`}. Parcourez les noms : pour les dossiers plus anciens, c’est le serveur qui dit lequel contient lequel.`,
      names: 'Ce qui est compris',
      submit: 'Copier',
    },
  },
  trash: {
    done: (names) => `${done(names, 'placé')} dans la corbeille`,
    note: `La suppression est définitive après ${DAYS}.`,
    sharedNote: 'Les accès partagés et les liens sont suspendus jusqu’à la restauration.',
    sharedAgain: 'Ce qui était partagé est de nouveau ouvert aux mêmes personnes et aux mêmes liens.',
    losers: (people, links, files) => {
      const who = [
        people > 0 ? counted(people, 'personne', 'personnes') : '',
        links > 0 ? counted(links, 'lien', 'liens') : '',
      ].filter(Boolean)
      const verb = people + links === 1 ? 'ne peut plus' : 'ne peuvent plus'
      return `${who.join(' et ')} ${verb} ouvrir ${files === 1 ? 'le fichier tant qu’il est' : 'les fichiers tant qu’ils sont'} dans la corbeille.`
    },
    deleteSelected: 'Supprimer',
    intro: `Ce qui est ici est supprimé définitivement après ${DAYS}.`,
    from: 'Emplacement d’origine',
    when: 'Supprimé',
    empty: { title: 'La corbeille est vide', text: `Ce que vous supprimez reste ici ${DAYS}.` },
    restore: 'Restaurer',
    restoreOf: (name) => `Restaurer ${name}`,
    restored: (names, place) => `${done(names, 'restauré')} dans ${place}`,
    movedHome: (count) =>
      `${elements(count)} ${count < 2 ? 'est revenu' : 'sont revenus'} dans « Mes fichiers », car le dossier n’existe plus ou est dans la corbeille.`,
    restoreFailed: 'La restauration a échoué',
    deleteForever: 'Supprimer définitivement',
    deleteOf: (name) => `Supprimer ${name} définitivement`,
    emptyAll: 'Vider la corbeille',
    titleOf: (names) => `Supprimer ${named(names)} définitivement ?`,
    titleAll: 'Vider la corbeille ?',
    text: 'Les octets chiffrés et leurs clés sont effacés, avec tout ce que contiennent les dossiers. Il n’y a pas de retour.',
    deletedMany: (count) => `${elements(count)} ${count < 2 ? 'a été supprimé' : 'ont été supprimés'} définitivement`,
    deletedTitle: 'Supprimé définitivement',
    folderDeleted: 'Dossier supprimé',
    folderFailed: 'Le dossier n’a pas pu être supprimé',
  },
  zip: {
    open: 'Télécharger en ZIP',
    empty: 'Il ne contient aucun fichier.',
    done: (name) => `${name} a été déchiffré et téléchargé`,
    failedAt: (path, reason) => `Échec à ${path} ; rien de l’archive n’a été enregistré. ${reason}`,
  },
  undone: 'Action annulée',
  conflict: {
    title: (count) =>
      count === 1 ? 'Un fichier de ce nom est déjà ici' : `${formatCount(count)} fichiers des mêmes noms sont déjà ici`,
    more: (count) => `et ${counted(count, 'autre', 'autres')}`,
    rest: (count) =>
      count === 1 ? 'L’autre continue sans attendre.' : `Les ${formatCount(count)} autres continuent sans attendre.`,
    choices: 'Que faire',
    replace: 'Remplacer',
    replaceHint: `Le fichier qui est ici va à la corbeille, pour ${DAYS}.`,
    versionHint: 'Ce qui est ici est conservé comme version antérieure. Les liens vers le fichier prennent fin.',
    keepBoth: 'Garder les deux',
    keepBothHint: (name) => `Le nouveau s’appelle ${name}.`,
    skip: 'Ignorer',
    skipHint: 'Le fichier qui est ici reste, le nouveau est laissé où il est.',
    submit: 'Continuer',
  },
  folderUpload: {
    unread: (names: readonly string[]) =>
      `Ce navigateur n’a pas pu lire ${listed(names)}. Tout le reste est en cours d’enregistrement.`,
    unmade: (names: readonly string[]) => `Non enregistré : ${listed(names)}.`,
    again: 'Réessayer',
    open: 'Envoyer un dossier',
    files: 'Envoyer des fichiers',
    failed: 'Les dossiers n’ont pas pu être créés',
    failedText: 'Rien de ce dossier n’a été envoyé. Réessayez.',
    empty: 'Il n’y a aucun fichier dans ce dossier.',
  },
}

const MAX_NAMED = 3

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(', ')
  return names.length > MAX_NAMED ? `${shown} et ${names.length - MAX_NAMED} autres` : shown
}
