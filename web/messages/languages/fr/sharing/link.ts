import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

export const link: WordsOf<'link'> = {
  title: 'Un fichier a été partagé avec vous',
  opening: 'Ouverture du lien…',
  size: 'Taille',
  sender: 'Partagé par',
  senderHidden: 'Non indiqué',
  expires: 'Fin du lien',
  several: {
    title: 'Des fichiers ont été partagés avec vous',
    files: (count) => `${formatCount(count)} ${count < 2 ? 'fichier' : 'fichiers'}`,
    list: 'Fichiers de ce lien',
    all: 'Tout télécharger',
    rest: (count) => `Télécharger les ${formatCount(count)} autres`,
    zip: 'Dans un seul fichier ZIP.',
    downloadFile: (name) => `Télécharger ${name}`,
    previewFile: (name) => `Aperçu de ${name}`,
    more: (count) => `En afficher ${formatCount(count)} de plus`,
    missing: 'Manquant',
    missingText: (count) =>
      `${count === 1 ? 'Un fichier n’est' : `${formatCount(count)} fichiers ne sont`} plus disponible${count === 1 ? '' : 's'} ici. Les autres peuvent être ouverts.`,
    damaged: 'Endommagé',
    failed: (name, sentence) => `${name} : ${sentence}`,
    saved: (name) => `${name} est enregistré. Chaque octet a été vérifié contre le sceau de son propriétaire.`,
    how: 'Votre navigateur déchiffre ces fichiers avec le secret à la fin du lien. Le serveur conserve des octets scellés et ne voit jamais ce secret.',
    counts:
      'Ouvrir un fichier compte comme un de ces téléchargements. Tout ce que vous ouvrez ici en une heure dans cet onglet compte une seule fois.',
    onVisit: (until, left) =>
      `Compté une fois pour cet onglet : vous pouvez ouvrir et télécharger les fichiers ici jusqu’à ${until}.${left === 0 ? ' C’était le dernier téléchargement de ce lien.' : ''}`,
  },
  left: 'Téléchargements restants',
  leftValue: (count) => formatCount(count),
  download: 'Télécharger le fichier',
  downloading: 'Téléchargement…',
  again: 'Télécharger à nouveau',
  progress: (name) => `Progression de ${name}`,
  decrypting: (done, all) => `Téléchargement et déchiffrement, ${done} sur ${all}`,
  saved: 'Enregistré. Chaque octet a été vérifié d’après le sceau du propriétaire.',
  usedUp:
    'C’était le dernier téléchargement de ce lien. S’il vous faut encore le fichier, demandez un nouveau lien à la personne qui l’a partagé.',
  preview: 'Aperçu',
  counts:
    'Ouvrir le fichier compte pour un de ces téléchargements. Aperçu et téléchargement dans cet onglet comptent une seule fois pendant une heure.',
  onVisit: (until, left) =>
    `Compté une fois pour cet onglet : vous pouvez voir et télécharger le fichier ici jusqu’à ${until}.${left === 0 ? ' C’était le dernier téléchargement de ce lien.' : ''}`,
  how: 'Votre navigateur déchiffre ce fichier avec le secret placé à la fin du lien. Le serveur conserve des octets scellés et ne voit jamais ce secret.',
  unsigned:
    'Le nom de la personne qui partage est celui qu’a écrit le propriétaire du lien. En cas de doute, demandez-lui.',
  password: {
    title: 'Ce lien a un mot de passe',
    lead: 'La personne qui vous a envoyé le lien a le mot de passe. Il fait partie de la clé : le serveur ne peut ni le vérifier ni le réinitialiser.',
    label: 'Mot de passe',
    submit: 'Ouvrir le fichier',
    busy: 'Ouverture…',
  },
  over: {
    share_link_revoked: 'Ce lien a pris fin',
    share_link_expired: 'Ce lien a expiré',
    share_link_used_up: 'Ce lien est épuisé',
    share_link_unavailable: 'Fichier non disponible',
    share_link_unknown: 'Ce lien n’existe pas',
    share_link_damaged: 'Ce lien ne s’ouvre pas',
  },
  incomplete: {
    title: 'Une partie de ce lien manque',
    text: 'Le secret à la fin de l’adresse, après le signe #, n’est pas arrivé. Copiez à nouveau le lien entier, jusqu’au dernier caractère.',
  },
  failed: 'Le lien n’a pas pu être ouvert',
  retry: 'Réessayer',
  downloadFailed: (sentence) => `Échec du téléchargement. ${sentence}`,
}
