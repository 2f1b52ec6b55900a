import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

const days = (count: number): string => `${formatCount(count)} ${count < 2 ? 'jour' : 'jours'}`
const hours = (count: number): string =>
  count > 0 && count % 24 === 0 ? days(count / 24) : `${formatCount(count)} ${count < 2 ? 'heure' : 'heures'}`

const some = (without: number, people: number): string => {
  if (people === 1) return 'La seule personne ici n’a'
  return `${formatCount(without)} ${without === 1 ? 'personne' : 'personnes'} sur ${formatCount(people)} ${without === 1 ? 'n’a' : 'n’ont'}`
}

const lacking =
  (withAll: string, missing: string) =>
  (without: number, people: number): string =>
    without === 0
      ? withAll
      : `${some(without, people)} ${missing}. À partir de ce jour, le coffre reste fermé jusqu’à une connexion par ce moyen.`

export const policies: WordsOf<'policies'> = {
  views: { label: 'Sécurité de l’organisation', threats: 'Menaces', sessions: 'Sessions ouvertes', policies: 'Règles' },
  retry: 'Réessayer',
  required: {
    title: 'Un second facteur est exigé',
    lead: (organisation) =>
      `${organisation} exige de tous un second facteur à la connexion. Vos fichiers sont là où ils étaient ; configurez-en un pour les ouvrir.`,
    app: 'Configurer une application d’authentification',
    appHint: 'Une application de votre téléphone affiche un code que vous saisissez après la connexion.',
    passkey: 'Ajouter une clé d’accès et se connecter avec',
    passkeyHint: 'Votre appareil ou une clé de sécurité confirme que c’est bien vous.',
    leadPasskey: (organisation) =>
      `${organisation} exige de tous un second facteur à la connexion. Votre compte a une clé d’accès : connectez-vous avec elle pour ouvrir vos fichiers.`,
    signInByPasskey: 'Se connecter avec votre clé d’accès',
    lostPasskey: 'Si vous avez perdu votre clé d’accès, demandez à l’administration de ce serveur de la supprimer.',
    noPasskeyToAdd:
      'Ce navigateur ne prend pas en charge les clés d’accès. Connectez-vous avec un autre navigateur, et ajoutez-y une clé d’accès.',
    noPasskeysHere: 'Ce navigateur ne prend pas en charge les clés d’accès. Connectez-vous là où se trouve la vôtre.',
    signOut: 'Se déconnecter',
  },
  requiredWay: {
    title: 'Connectez-vous autrement',
    lead: {
      passkey: (organisation) =>
        `${organisation} exige de tous la connexion par clé d’accès. Vos fichiers sont là où ils étaient.`,
      provider: (organisation) =>
        `${organisation} exige de tous la connexion par un fournisseur d’identité. Vos fichiers sont là où ils étaient.`,
      either: (organisation) =>
        `${organisation} exige de tous la connexion par clé d’accès ou par un fournisseur d’identité. Vos fichiers sont là où ils étaient.`,
    },
    providers: 'Se connecter par un fournisseur d’identité',
    ownProviderHint: 'Choisissez celui qui est relié à ce compte.',
    providersHint: 'Il doit vous connaître par l’adresse de ce compte.',
  },
  strip: (when) => `À partir du ${when}, votre organisation exige un second facteur.`,
  stripWays: {
    passkey: (when) => `À partir du ${when}, votre organisation exige la connexion par clé d’accès.`,
    provider: (when) =>
      `À partir du ${when}, votre organisation exige la connexion par un fournisseur d’identité. Connectez-vous une fois par lui avant ce jour.`,
    either: (when) =>
      `À partir du ${when}, votre organisation exige la connexion par clé d’accès ou par un fournisseur d’identité.`,
  },
  stripSession: 'Cette session a été ouverte autrement : à partir de ce jour, elle n’ouvrira plus rien.',
  stripWaysAction: 'Ajouter une clé d’accès',
  stripAction: 'En configurer un',
  shortStrip: (least) =>
    `Votre organisation exige au moins ${formatCount(least)} caractères ; votre mot de passe est plus court.`,
  shortAction: 'Le changer',
  links: {
    none: 'Votre organisation n’autorise pas les liens.',
    rule: (parts) => `Règle de votre organisation : ${parts.join(', ')}.`,
    password: 'un lien a un mot de passe',
    days: (count) => `il prend fin dans un délai de ${days(count)}`,
    downloads: (count) => (count === 1 ? 'un téléchargement au plus' : `${formatCount(count)} téléchargements au plus`),
    passwordLabel: 'Mot de passe',
    noRequests: 'Votre organisation n’autorise pas les demandes de fichiers.',
  },
  rules: {
    title: 'Règles',
    lead: 'Elles valent pour tous dans l’organisation, y compris pour qui les fixe. Le serveur refuse ce qui les enfreint, sauf deux choses que seul le navigateur peut vérifier : la longueur du mot de passe d’un coffre, et que le mot de passe d’un lien n’est pas vide.',
    loading: 'Chargement des règles',
    failed: 'Les règles n’ont pas pu être chargées',
    last: (who, when) => `Dernière modification par ${who}, ${when}`,
    never: 'Personne n’a encore fixé de règle.',
    signIn: 'Connexion',
    factor: 'Exiger un second facteur',
    factorHint: (without, people) =>
      without === 0
        ? 'Tout le monde a déjà une application d’authentification ou une clé d’accès.'
        : `${some(without, people)} ni application d’authentification ni clé d’accès. À partir de ce jour, le coffre reste fermé tant que l’une des deux n’est pas configurée.`,
    factorHintApp: (without, people) =>
      without === 0
        ? 'Tout le monde a déjà une application d’authentification. Une clé d’accès n’est pas un second facteur là où seuls les fournisseurs d’identité sont admis.'
        : `${some(without, people)} pas d’application d’authentification, et une clé d’accès n’est pas un second facteur là où seuls les fournisseurs d’identité sont admis. À partir de ce jour, le coffre reste fermé tant qu’aucune n’est configurée.`,
    factorFrom: 'À partir du',
    factorToo: 'Choisissez après-demain ou plus tard, pour que personne ne soit exclu aussitôt.',
    ways: 'Moyens de connexion',
    waysOf: {
      passkey: 'Clé d’accès seulement',
      provider: 'Fournisseur d’identité seulement',
      either: 'Clé d’accès ou fournisseur d’identité',
    },
    everyWay: 'Tous les moyens',
    waysFrom: 'Ces moyens comptent à partir du',
    waysHint: {
      passkey: lacking('Tout le monde a déjà une clé d’accès.', 'aucune clé d’accès'),
      provider: lacking('Tout le monde a déjà un fournisseur d’identité relié.', 'aucun fournisseur d’identité relié'),
      either: lacking(
        'Tout le monde a déjà une clé d’accès ou un fournisseur d’identité relié.',
        'ni clé d’accès ni fournisseur d’identité relié',
      ),
    },
    waysSuspended: (when) =>
      `La règle en vigueur aujourd’hui cesse à l’enregistrement. Jusqu’au ${when}, tous les moyens ouvrent de nouveau le coffre.`,
    waysNote:
      'La ligne de commande se connecte avec le mot de passe ; à partir de ce jour, elle n’ouvre plus aucun coffre de l’organisation.',
    providerNote: 'Si un fournisseur d’identité peut être indisponible, autorisez aussi les clés d’accès.',
    ownWayFirst:
      'Connectez-vous d’abord vous-même par un moyen que vous exigez : déconnectez-vous, puis reconnectez-vous ainsi.',
    ownFirst: 'Configurez d’abord votre propre second facteur, et connectez-vous avec.',
    ownAction: 'Ouvrir Sécurité',
    password: 'Mot de passe le plus court',
    passwordHint: 'Vérifié quand un mot de passe est défini. Qui en a un plus court est invité à le changer.',
    characters: (count) => `${formatCount(count)} caractères`,
    usual: (what) => `${what} (du serveur)`,
    idle: 'Une session prend fin sans utilisation après',
    longest: 'Une session prend fin dans tous les cas après',
    hours,
    days,
    sharing: 'Partage avec des personnes extérieures',
    inside:
      'Les fichiers ne sont partagés qu’avec des personnes de cette organisation. Les liens et les demandes sont les voies vers les autres.',
    allowsLinks: 'Autoriser les liens',
    linksStay: (count, open) =>
      count === 0
        ? 'Aucun lien n’est actif.'
        : `${count === 1 ? '1 lien est actif' : `${formatCount(count)} liens sont actifs`}${open === 0 ? '' : `, dont ${formatCount(open)} sans mot de passe`}. Ils restent tels quels, et personne ne peut en étendre un au-delà des règles.`,
    needsPassword: 'Un lien doit avoir un mot de passe',
    linkDays: 'Un lien prend fin dans un délai de',
    linkDownloads: 'Téléchargements d’un lien',
    downloads: (count) => `${formatCount(count)} au plus`,
    noLimit: 'Sans limite',
    guestLinks: 'Les invités peuvent créer des liens',
    guestDays: 'Les invités désignés par le fournisseur d’identité restent',
    noGuests: 'Il ne fait de personne un invité',
    allowsRequests: 'Autoriser les demandes de fichiers',
    requestsStay: (count) =>
      count === 0
        ? 'Aucune demande n’est ouverte en ce moment.'
        : `${count === 1 ? '1 demande est ouverte' : `${formatCount(count)} demandes sont ouvertes`} en ce moment. Elles le restent jusqu’à leur fin.`,
    exports: 'Exportations',
    exportsBy: 'Les listes et les dossiers sont enregistrés dans des fichiers par',
    exporters: { readers: 'Tous ceux qui peuvent les lire', owners: 'Les propriétaires seuls' },
    exportsHint:
      'Le journal d’audit, les contacts, les affaires, les partenaires, les formations, les revues d’accès, les factures et les résultats de tests. Ceux qui peuvent les lire peuvent toujours copier ce que montre l’écran, et la page enregistre elle-même le journal d’audit, après avoir interrogé le serveur.',
    changes: 'Ce qui change',
    change: (name, before, after) => `${name} : avant ${before}, maintenant ${after}`,
    on: 'oui',
    off: 'non',
    save: 'Enregistrer les règles',
    saving: 'Enregistrement…',
    undo: 'Annuler',
    saved: 'Les règles sont enregistrées',
    savedText: 'Elles valent aussitôt, un second facteur et les moyens de connexion à partir de leur jour.',
    saveFailed: 'Les règles n’ont pas pu être enregistrées',
    conflict: (who) =>
      `${who} a modifié les règles entre-temps, donc rien de votre part n’a été enregistré. Ce que vous voyez maintenant contient ces modifications. Relisez les vôtres, puis enregistrez.`,
  },
  sessions: {
    title: 'Sessions de tous',
    lead: 'Où les personnes de l’organisation sont connectées, les dernières utilisées d’abord.',
    loading: 'Chargement des sessions',
    failed: 'Les sessions n’ont pas pu être chargées',
    none: 'Personne n’est connecté',
    noneText: 'Les sessions apparaissent ici quand quelqu’un se connecte.',
    row: (who, device) => `${who} : ${device}`,
    detail: (parts) => parts.join(' • '),
    used: (when) => `utilisée ${when}`,
    started: (when) => `depuis ${when}`,
    factor: 'Second facteur',
    held: 'Retenue',
    current: 'Cette session',
    end: 'Fermer',
    endOf: (who, device) => `Fermer une session de ${who}, ${device}`,
    owner: 'Seul un propriétaire ferme les sessions d’un propriétaire.',
    ask: (who) => `Fermer des sessions de ${who}`,
    choice: 'Quelles sessions',
    one: 'Cette session seulement',
    oneHint: (device, when) => `${device}, utilisée ${when}.`,
    all: 'Toutes les sessions',
    allHint: 'Partout où la personne est connectée. Votre propre session ici reste ouverte.',
    askText: 'La personne est avertie et doit se reconnecter. Ce qu’elle n’a pas enregistré peut être perdu.',
    submit: 'Fermer',
    busy: 'Fermeture…',
    done: (count) => (count === 1 ? 'La session est fermée' : `${formatCount(count)} sessions sont fermées`),
    gone: 'Il n’y avait plus rien à fermer',
    endFailed: 'La session n’a pas pu être fermée',
  },
  ledger: {
    title: 'Registre d’audit',
    lead: 'Ce navigateur vérifie que le journal de l’organisation prolonge ce qu’il a vu auparavant.',
    open: 'Ouvrir le journal d’audit',
  },
}
