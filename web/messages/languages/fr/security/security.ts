import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../../catalogue.ts'

export const security: WordsOf<'security'> = {
  title: 'Sécurité',
  lead: 'Ce qui protège votre compte et vos fichiers, et où vous êtes connecté.',
  loading: 'Chargement de la sécurité de votre compte',
  failed: 'La sécurité de votre compte n’a pas pu être chargée',
  retry: 'Réessayer',
  checks: 'Contrôles et protections',
  states: {
    on: 'Activé',
    fine: 'En ordre',
    off: 'Désactivé',
    lacking: 'Désactivé',
    attention: 'À vérifier',
    none: 'Indisponible',
  },
  score: {
    title: 'Score de sécurité',
    percent: (percent) => `${formatCount(percent)} %`,
    note: 'Protection post-quantique',
    lead: 'La somme des contrôles ci-dessous, d’après ce que le serveur et ce navigateur savent vraiment. Sans contrôle, pas de points.',
    points: (earned, most) => `${earned} ${earned < 2 ? 'point' : 'points'} sur ${most}`,
    reasons: {
      keys: {
        name: 'Vous seul détenez les clés',
        good: 'Votre navigateur a créé vos clés : ML-KEM-768 avec X25519 pour les clés, AES-256 pour le contenu. Le serveur les conserve scellées.',
        bad: 'Ce compte n’a pas encore de coffre. Connectez-vous à l’application et créez vos clés.',
      },
      recovery: {
        bad: 'Il n’y a pas de fiche de secours, ou vous en avez ressaisi des mots il y a plus de 180 jours. Vérifiez que vous savez encore la retrouver et la lire.',
      },
      factor: {
        good: 'Avec votre seul mot de passe, personne ne peut se connecter.',
      },
      email: {
        name: 'Adresse e-mail',
        bad: 'Ouvrez le lien de l’e-mail que nous avons envoyé à votre inscription.',
      },
      theft: {
        good: 'Personne d’autre n’a utilisé vos sessions depuis le choix de votre mot de passe, d’après ce que le serveur a vu ces 30 derniers jours.',
        bad: 'Une session était utilisée par deux parties et a été fermée. Choisissez un autre mot de passe : cela déconnecte tous les autres appareils.',
      },
      idle: {
        bad: 'Un appareil n’a pas servi depuis 14 jours. Déconnectez-le si vous ne l’utilisez plus.',
      },
    },
  },
  sees: {
    action: 'Ce que le serveur voit',
    lead: 'Votre navigateur chiffre avant que quoi que ce soit ne le quitte. Voici l’essentiel de ce qui reste visible pour le serveur.',
    seesTitle: 'Le serveur voit, entre autres',
    complete: 'La liste',
    sees: [
      [
        'Fichiers',
        'Leur nombre, leurs tailles, des identifiants aléatoires, et quand ils ont été enregistrés, ouverts, remplacés et supprimés.',
      ],
      [
        'Rangement',
        'Quel fichier est dans quel dossier, les couleurs des étiquettes et ce qui les porte, les favoris et la corbeille ; pas de noms.',
      ],
      [
        'Compte',
        'Votre nom, votre entreprise et votre adresse e-mail tels que saisis, vos connexions, votre offre et vos notifications.',
      ],
      ['Appareils', 'L’adresse IP et le nom du navigateur de chaque requête.'],
      [
        'Partage',
        'Avec quels comptes un fichier est partagé ; d’un lien, sa fin, sa limite, ses téléchargements et s’il a un mot de passe.',
      ],
      ['Équipe', 'Qui fait partie de l’organisation, avec quel rôle, et qui a invité ou retiré qui.'],
    ],
    neverTitle: 'Le serveur ne voit jamais',
    never: [
      [
        'Noms et types',
        'Les noms des fichiers, des dossiers et des étiquettes, et les types de fichiers, sont scellés dans ce navigateur.',
      ],
      ['Contenus', 'Les fichiers sont scellés avec AES-256-GCM dans ce navigateur.'],
      [
        'Clés',
        'Elles sont conservées enveloppées ; ce qui les ouvre vient de votre mot de passe ou de vos mots de secours.',
      ],
      ['Mot de passe', 'Le serveur reçoit une valeur qui en est dérivée avec Argon2id et qui n’ouvre pas le coffre.'],
    ],
  },
  code: {
    title: 'Application dans ce navigateur',
    lead: 'Les scripts, le document et le service worker de cette application sont tels que son serveur les répertorie. Seule une comparaison avec le code source, depuis un autre ordinateur, montre si cette liste est juste. Ce navigateur refuse les scripts échangés ; il n’impose pas la liste entière.',
    builds: 'Builds exécutés par ce navigateur',
    version: (version, build) => `Version ${version}, build ${build}`,
    since: (when) => `Ici depuis le ${when}`,
  },
  sessions: {
    title: 'Sessions et appareils',
    lead: 'Partout où vous êtes connecté. Une session que vous fermez cesse de fonctionner en moins d’une seconde ; son appareil ne garde rien qui ouvre vos fichiers sans votre mot de passe, sauf si vous y avez choisi de rester déverrouillé.',
    loading: 'Chargement des sessions',
    failed: 'Vos sessions n’ont pas pu être chargées',
    current: 'Cette session',
    secondFactor: 'Second facteur',
    created: (when) => `Connexion le ${when}`,
    activeNow: 'Active en ce moment',
    active: (when) => `Dernière activité ${when}`,
    from: (ip) => `depuis ${ip}`,
    revoke: 'Déconnecter',
    revokeLabel: (device, when) => `Déconnecter ${device}, connexion le ${when}`,
    revoked: 'Session fermée',
    revokedText: (device) => `${device} n’est plus connecté`,
    goneText: 'Elle était déjà fermée',
    revokeFailed: 'La session n’a pas pu être fermée',
  },
  events: {
    title: 'Événements de sécurité récents',
    empty: 'Rien pour l’instant.',
    all: 'Toute l’activité',
  },
}
