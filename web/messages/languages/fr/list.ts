import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

export const list: WordsOf<'list'> = {
  columns: {
    open: 'Colonnes',
    all: 'Afficher toutes les colonnes',
  },
  views: {
    title: 'Vues enregistrées',
    save: 'Enregistrer la vue',
    saveTitle: 'Enregistrer ces filtres comme vue',
    renameTitle: 'Renommer la vue',
    name: 'Nom',
    nameMissing: 'Une vue a besoin d’un nom',
    hint: 'Vous la trouvez dans chaque navigateur où vous vous connectez. Le serveur connaît son nom et ses filtres.',
    submit: 'Enregistrer',
    saved: 'Vue enregistrée',
    changed: (name) => `${name} (modifiée)`,
    more: (name) => `Plus sur la vue ${name}`,
    rename: 'Renommer',
    update: 'Enregistrer les filtres actuels',
    remove: 'Supprimer la vue',
    removed: 'Vue supprimée',
    failedRead: 'Vos vues enregistrées n’ont pas pu être lues',
    failed: 'La vue n’a pas été modifiée',
    retry: 'Réessayer',
  },
  chosen: {
    column: 'Choisir',
    one: (name) => `Choisir ${name}`,
    all: 'Choisir tous ceux qui sont affichés',
    count: (count) => `${formatCount(count)} choisis`,
    clear: 'Annuler le choix',
    failed: (failed, all) =>
      failed === all
        ? 'Rien n’a été modifié :'
        : `${formatCount(failed)} sur ${formatCount(all)} n’ont pas été modifiés :`,
    reason: (name, reason) => `${name} : ${reason}`,
    further: (count) => `et ${formatCount(count)} de plus`,
    working: (done, all) => `${formatCount(done)} sur ${formatCount(all)}`,
  },
  menu: {
    column: 'Plus',
    more: (name) => `Plus pour ${name}`,
  },
  panel: {
    previous: 'Ligne précédente',
    next: 'Ligne suivante',
    raw: 'Données brutes',
    copy: 'Copier le JSON',
    copied: 'Copié',
    copyFailed: 'Le navigateur n’a pas permis de copier. Le texte est affiché ici.',
  },
  imports: {
    choose: 'Choisir un fichier',
    reading: 'Lecture du fichier',
    file: 'Fichier',
    encoding: 'Encodage',
    separator: 'Séparateur',
    separators: { ',': 'virgule', ';': 'point-virgule', '\t': 'tabulation' },
    noSeparator: 'aucun, une colonne',
    leftOut: 'Non lue',
    columns: (used, all) => `Colonnes : ${used} sur ${all} sont lues`,
    columnNo: (place) => `Colonne ${place}`,
  },
}
