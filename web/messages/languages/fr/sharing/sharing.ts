import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

/** French counts zero and one as singular. */
const counted = (count: number, one: string, several: string) => `${formatCount(count)} ${count < 2 ? one : several}`
const many = (count: number) => counted(count, 'fichier', 'fichiers')

export const sharing: WordsOf<'sharing'> = {
  title: (name) => `Partager ${name}`,
  titleMany: (count) => `Partager ${many(count)}`,
  submit: (count) => (count === 1 ? 'Partager le fichier' : `Partager ${many(count)}`),
  submitTo: (count, people) =>
    `Partager ${count === 1 ? 'le fichier' : many(count)} avec ${counted(people, 'personne', 'personnes')}`,
  sharing: 'Partage…',
  shareOf: (done, count) => (done === count ? many(count) : `${formatCount(done)} sur ${many(count)}`),
  progress: (done, count) => `${counted(done, 'fichier partagé', 'fichiers partagés')} sur ${formatCount(count)}`,
  stop: 'Arrêter ici',
  folder: {
    open: 'Partager tous ses fichiers',
    title: (name, count) => `Partager ${count === 1 ? 'le fichier' : `les ${many(count)}`} de ${name}`,
    empty: 'Il n’y a aucun fichier dans ce dossier',
    notLater: 'Cela partage ce que le dossier contient maintenant. Les fichiers ajoutés plus tard ne sont pas compris.',
    space: 'Plutôt un espace d’équipe',
    look: (count) =>
      count === 1
        ? 'Ce fichier est compris. Regardez son nom et son dossier : pour les dossiers plus anciens, c’est le serveur qui dit lequel contient lequel.'
        : `Ces ${many(count)} sont compris. Parcourez les noms : pour les dossiers plus anciens, c’est le serveur qui dit lequel contient lequel.`,
    names: 'Fichiers compris',
  },
  people: {
    email: 'Nom ou e-mail d’un collègue',
    hint: 'Une personne de votre organisation ; pour plusieurs, leurs adresses complètes séparées par des virgules.',
    suggested: 'Collègues',
    whole: 'Choisissez un collègue dans la liste ou saisissez une adresse e-mail complète.',
    yourself: 'C’est votre propre adresse. Le fichier est déjà à vous ; saisissez l’adresse de quelqu’un d’autre.',
    found: 'Personnes trouvées',
    leftOut: (emails) => `Non retenu : ${emails.join(', ')}.`,
    stranger:
      'Vous pouvez partager avec des personnes de votre organisation. Pour quelqu’un d’autre, créez un lien ou invitez d’abord cette personne.',
    strangerMember:
      'Vous pouvez partager avec des personnes de votre organisation. Pour quelqu’un d’autre, créez un lien.',
    makeLink: 'Créer plutôt un lien',
    invite: 'Inviter',
    finding: 'Recherche…',
    confirm: (who, button) =>
      who === null
        ? `S’agit-il bien de ces personnes ? Appuyez alors sur « ${button} ».`
        : `S’agit-il bien de ${who} ? Appuyez alors de nouveau sur « ${button} ».`,
    setEnd: 'Fixer une fin',
    ends: 'Prend fin après (jours)',
    endsHint: 'Si c’est vide, jusqu’à ce que vous cessiez de partager.',
    how: 'Comment cela fonctionne',
    what: 'La personne peut ouvrir et télécharger le fichier. Votre navigateur enveloppe sa clé pour celle de la personne ; le serveur ne peut pas la lire.',
  },
  trust: {
    new: 'Premier contact : ses clés seront retenues.',
    seen: 'Les mêmes clés que lorsque vous avez ouvert un de ses fichiers pour la première fois.',
    chosen:
      'Les mêmes clés que lors de votre premier partage avec cette personne, ou celles de son invitation par e-mail.',
    invited: 'Les clés de l’adresse que cette personne vous a donnée.',
    compared: 'Numéro de sécurité comparé',
    changed: 'Clés changées',
    moved: 'Autre compte',
  },
  trustShort: {
    new: 'Premier contact',
    seen: 'Clés connues',
    chosen: 'Clés connues',
    invited: 'Vous a invité',
    compared: 'Comparé',
    changed: 'Clés changées',
    moved: 'Autre compte',
  },
  moved:
    'Cette adresse menait auparavant à un autre compte. La personne a peut-être créé un nouveau compte, ou quelqu’un a repris l’adresse. Comparez le numéro de sécurité ; s’il est le même, l’adresse mène désormais à ce compte.',
  safety: {
    title: 'Comparer le numéro de sécurité',
    how: (who) =>
      `Demandez à ${who} de vous chercher aussi, sur la page Équipe ou en partageant. Vous voyez tous deux les mêmes 60 chiffres si personne n’a échangé vos clés. Comparez-les de vive voix, face à face ou par téléphone.`,
    label: 'Numéro de sécurité',
    confirm: 'Les numéros sont les mêmes',
    confirming: 'Enregistrement…',
  },
  link: {
    title: 'Partager par un lien',
    usual: (days) =>
      `Toute personne qui a le lien ouvre le fichier tel qu’il est maintenant, pendant ${counted(days, 'jour', 'jours')}.`,
    terms: 'Fin, limite, mot de passe',
    days: 'Prend fin après (jours)',
    daysHint: (most) => `De 1 à ${formatCount(most)}.`,
    password: 'Mot de passe (facultatif)',
    passwordHint: 'Il fait partie de la clé. Envoyez-le séparément du lien.',
    limit: 'Limite de téléchargements',
    sender: 'Votre nom pour les visiteurs',
    senderHint: 'Si c’est vide, la page ne dit pas qui a partagé.',
    submit: 'Créer le lien',
    busy: 'Création…',
    promise:
      'Toute personne qui a le lien ouvre le fichier tel qu’il est maintenant. Le serveur veille à la date de fin et à la limite, votre navigateur au chiffrement.',
    made: 'Toute personne qui a ce lien ouvre le fichier. Vous retrouvez le lien sous « Qui a accès ».',
    scan: 'Scannez le code pour ouvrir le lien sur un téléphone.',
    address: 'Lien',
    copy: 'Copier le lien',
    copied: 'Lien copié',
    copyFailed: 'Le navigateur n’a pas permis la copie. Sélectionnez le lien et copiez-le vous-même.',
    qr: 'QR code du lien',
    another: 'Créer un autre lien',
  },
  several: {
    name: (folder, count) => (folder === null ? many(count) : `${folder} · ${many(count)}`),
    usual: (count, size, days) =>
      `Toute personne qui a le lien ouvre ${count === 1 ? 'ce fichier' : `ces ${many(count)}`}${size === null ? '' : ` (${size})`} sans compte${days === null ? '' : `, pendant ${counted(days, 'jour', 'jours')}`}.`,
    snapshot:
      'Il les ouvre tels qu’ils étaient à sa création. Les fichiers ajoutés plus tard n’en font pas partie, et un fichier dont le contenu change n’y est plus.',
    promise:
      'Le serveur fait respecter la date de fin et la limite, votre navigateur assure le chiffrement. Une visite compte une seule fois pour tous les fichiers.',
    tooMany: (most) =>
      `Un lien ouvre au plus ${formatCount(most)} fichiers. Choisissez-en moins, ou téléchargez-les en ZIP, envoyez ce ZIP et créez un lien vers lui.`,
    sealed: (done, count) => `${formatCount(done)} sur ${many(count)} vérifiés`,
    made: (count) =>
      `Toute personne qui a ce lien ouvre ${count === 1 ? 'le fichier' : `les ${many(count)}`}. Vous retrouvez le lien sur la page « Partagés ».`,
    left: (open, count) => `encore ${formatCount(open)} sur ${many(count)}`,
    which: (count) => `Afficher les ${many(count)}`,
    files: 'Fichiers du lien',
    outside: (count) =>
      count < 2
        ? 'Un fichier du dossier a été ajouté ou modifié depuis. Pour l’inclure, partagez à nouveau le dossier et créez un nouveau lien.'
        : `${many(count)} du dossier ont été ajoutés ou modifiés depuis. Pour les inclure, partagez à nouveau le dossier et créez un nouveau lien.`,
    gone: 'n’y est plus',
  },
  newPassword: {
    generate: 'Générer',
    advice: '« Générer » en donne un que personne ne devine.',
    copy: 'Copier le mot de passe',
    copied: 'Mot de passe copié',
    copyFailed: 'Le navigateur n’a pas permis la copie. Sélectionnez le mot de passe et copiez-le vous-même.',
  },
  remains: (ended, links, people) => {
    const who = [
      people > 0 ? counted(people, 'personne', 'personnes') : '',
      links > 0 ? counted(links, 'lien', 'liens') : '',
    ].filter(Boolean)
    if (people === 0) return `${ended} ${who.join('')} ${links < 2 ? 'reste ouvert' : 'restent ouverts'}.`
    return `${ended} ${who.join(' et ')} ${people + links < 2 ? 'peut' : 'peuvent'} encore l’ouvrir.`
  },
  endedPerson: (who, name) => `${who} ne peut plus ouvrir ${name}.`,
  endedLink: (name) => `Le lien vers ${name} est fermé.`,
  access: {
    title: 'Qui a accès',
    onlyYou: 'Vous seul.',
    failed: 'La liste des accès n’a pas pu être lue',
    link: 'Lien',
    linkWithPassword: 'Lien avec un mot de passe',
    made: (when) => `Créé le ${when}`,
    since: (when) => `Depuis le ${when}`,
    until: (when) => `jusqu’au ${when}`,
    untilStopped: 'sans date de fin',
    ended: (when) => `a pris fin le ${when}`,
    downloads: (count, most) =>
      most === null
        ? counted(count, 'téléchargement', 'téléchargements')
        : `${counted(count, 'téléchargement', 'téléchargements')} sur ${formatCount(most)}`,
    inTrash: 'Fermé : dans la corbeille',
    expired: 'Expiré',
    usedUp: 'Épuisé',
    show: 'Afficher',
    change: 'Modifier',
    showLink: (when) => `Afficher ou modifier le lien créé le ${when}`,
    changed: 'Modifié par le serveur',
    stop: 'Ne plus partager',
    stopPerson: (who) => `Ne plus partager avec ${who}`,
    stopLink: (when) => `Ne plus partager par le lien créé le ${when}`,
    copies: 'Qui l’a téléchargé garde sa copie.',
  },
  shown: {
    title: (name) => `Lien vers ${name}`,
    expired: 'Ce lien a expiré. Fixez une fin plus tardive pour le rouvrir.',
    usedUp: 'Ce lien est épuisé. Relevez sa limite pour le rouvrir.',
    notKept:
      'Ce lien a été créé avant que les liens soient conservés : son adresse ne peut plus être affichée. Vous pouvez encore modifier sa fin et sa limite, ou y mettre fin et en créer un autre.',
    change: 'Modifier fin, limite ou mot de passe',
    days: 'Nouvelle fin (jours)',
    daysHint: (most, until) =>
      `De 1 à ${formatCount(most)}, à partir de maintenant. Si c’est vide, il prend fin le ${until}.`,
    limitHint: (count) => `Comptés jusqu’ici : ${formatCount(count)}. Si c’est vide, il n’y a pas de limite.`,
    password: {
      label: 'Mot de passe',
      keep: 'Garder le mot de passe',
      other: 'Choisir un autre mot de passe',
      remove: 'Retirer le mot de passe',
      without: 'Sans mot de passe',
      add: 'Ajouter un mot de passe',
      typed: 'Nouveau mot de passe',
      opened: 'L’adresse reste la même. Les personnes qui ont déjà ouvert le lien ont pu garder le fichier.',
    },
    save: 'Enregistrer',
    saving: 'Enregistrement…',
    failed: 'Le lien n’a pas été modifié',
    saved: 'Lien modifié',
    savedText: (name) => `Le lien vers ${name} a ses nouvelles conditions. Son adresse est la même.`,
  },
  stopAll: {
    title: (name) => `Ne plus partager ${name} ?`,
    text: 'Ses liens prennent fin aussitôt, et les personnes avec qui vous l’avez partagé ne peuvent plus l’ouvrir. Les copies qu’elles ont téléchargées leur restent.',
    looking: 'Recherche de liens qui ouvrent plusieurs fichiers…',
    unknown: 'Si un lien l’ouvre avec d’autres fichiers, ce lien prend fin pour tous.',
    several: (links) =>
      links.length === 1
        ? `Un lien qui ouvre plusieurs fichiers prend fin pour tous : ${links.join('')}.`
        : `Des liens qui ouvrent plusieurs fichiers prennent fin pour tous : ${links.join(' ; ')}.`,
    submit: 'Ne plus partager',
  },
  page: {
    title: 'Partagés',
    withMe: 'Partagés avec moi',
    withMeEmpty: 'Les fichiers partagés avec vous apparaissent ici',
    withMeEmptyText: 'Vos collègues partagent avec votre adresse e-mail.',
    byMe: 'Partagés par moi',
    byMeEmpty: 'Rien n’est partagé',
    byMeEmptyText: 'Choisissez Partager dans la liste de vos fichiers.',
    loading: 'Chargement des fichiers partagés',
    failed: 'Les fichiers n’ont pas pu être chargés',
    retry: 'Réessayer',
    from: (who) => `De ${who}`,
    unknownFile: 'Un fichier qui ne peut pas être affiché',
    download: 'Télécharger',
    downloadFile: (name) => `Télécharger et déchiffrer ${name}`,
    remove: 'Retirer',
    removeFile: (name) => `Retirer ${name} de cette liste`,
    removed: 'Fichier retiré',
    removedText: (name) => `${name} n’est plus partagé avec vous`,
    removeFailed: 'Le fichier n’a pas pu être retiré de la liste',
    vanished: (names) =>
      names.length === 1
        ? `${names[0] ?? ''} ne vous est plus accessible`
        : `${formatCount(names.length)} fichiers ne vous sont plus accessibles`,
    vanishedText: 'Mis à la corbeille, plus partagé, ou arrivé à échéance.',
    stopPerson: (name, who) => `Ne plus partager ${name} avec ${who}`,
    stopLink: (name, when) => `Ne plus partager ${name} par le lien créé le ${when}`,
    showLink: (name, when) => `Afficher ou modifier le lien vers ${name} créé le ${when}`,
    problem: {
      key_changed:
        'Les clés de cette personne ont changé. Le fichier n’est pas ouvert ; demandez-lui de vive voix, pas ici.',
      file_damaged: 'Ce qui a été partagé ne porte pas la signature de son propriétaire. Rien n’est ouvert.',
    },
  },
  number: {
    whole: (min, max) => `Saisissez un nombre entier de ${formatCount(min)} à ${formatCount(max)}.`,
  },
}
