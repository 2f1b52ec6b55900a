import type { GuideTopic } from '../../../help/help-guide.ts'
import { learnGuide, rulesGuide, statusGuide, teamGuides } from './help-organisation.ts'
import { MY_FILES, SECURITY } from './help-guide.ts'

export const peopleTopics: readonly GuideTopic[] = [
  {
    title: 'Partage',
    guides: [
      {
        id: 'share-person',
        title: 'Partager un fichier avec un collègue',
        steps: [
          'Appuyez sur « Partager » dans la ligne du fichier, saisissez le nom ou l’adresse d’une personne de votre organisation, choisissez-la dans la liste et appuyez sur « Partager le fichier ». Pour plusieurs personnes à la fois, séparez les adresses par des virgules ou collez une liste.',
          'Votre navigateur enveloppe la clé du fichier pour celle de la personne, dès que le journal public montre que c’est la sienne ; si elle vient de créer son coffre, cela prend une minute au plus. Au premier contact, il vous montre la personne : appuyez encore une fois sur « Partager le fichier ». « Fixer une fin » y met fin après quelques jours.',
          'La personne le trouve sous « Partagés ». Elle peut l’ouvrir et le télécharger, pas le modifier.',
          'Le menu d’un dossier partage tous les fichiers qu’il contient maintenant. Les fichiers ajoutés plus tard ne sont pas compris ; pour ceux-là, créez un espace d’équipe.',
        ],
        to: MY_FILES,
      },
      {
        id: 'safety-number',
        title: 'Être sûr de partager avec la bonne personne',
        steps: [
          'En partageant, ou sous « Détails » sur la page « Équipe », ouvrez « Comparer le numéro de sécurité ». Demandez à l’autre personne de vous chercher aussi.',
          'Lisez-vous les 60 chiffres, face à face ou par téléphone. S’ils sont identiques, appuyez sur « Les numéros sont les mêmes ».',
          'Si un message dit que des clés ont changé, ne partagez rien avant d’avoir demandé à la personne par un autre moyen.',
        ],
        to: { path: '/dashboard/team', label: 'Ouvrir Équipe' },
      },
      {
        id: 'share-link',
        title: 'Partager un fichier par un lien, avec des personnes sans compte',
        steps: [
          'Appuyez sur « Partager » dans la ligne du fichier, puis sur « Créer le lien ». Il prend fin après 7 jours ; avant, « Fin, limite, mot de passe » vous laisse choisir.',
          'Copiez-le, ou scannez le code avec un téléphone. Votre coffre le conserve : sous « Partagés », « Afficher » le retrouve et modifie sa fin, sa limite ou son mot de passe.',
          'Pour un dossier ou plusieurs fichiers sélectionnés, un seul lien suffit : choisissez « Partager ». Il ouvre ce qui s’y trouve maintenant ; les visiteurs enregistrent les fichiers un par un ou en ZIP.',
          'Envoyez le mot de passe séparément du lien. Le lien ouvre le fichier tel qu’il est maintenant et prend fin quand le contenu est remplacé. Les visiteurs peuvent afficher la plupart des types de fichiers avant de les télécharger.',
        ],
        to: MY_FILES,
      },
      {
        id: 'stop-sharing',
        title: 'Voir ce que vous partagez, et y mettre fin',
        steps: [
          'Ouvrez « Partagés ». Sous « Partagés par moi » figurent chaque personne et chaque lien, avec leur fin et leurs téléchargements.',
          'Appuyez sur « Ne plus partager » dans la ligne. Le partage prend fin aussitôt. Mettre un fichier à la corbeille suspend aussi son partage.',
          'Une copie que quelqu’un a téléchargée lui reste.',
        ],
        to: { path: '/dashboard/shared', label: 'Ouvrir Partagés' },
      },
    ],
  },
  {
    title: 'Espaces d’équipe',
    guides: [
      {
        id: 'team-space',
        title: 'Travailler ensemble sur des fichiers',
        steps: [
          'Ouvrez « Espaces d’équipe » et appuyez sur « Nouvel espace ». Donnez-lui un nom et ajoutez des personnes de votre organisation ; choisissez pour chacune le rôle « Gestionnaire », « Éditeur » ou « Lecteur ».',
          'Chaque membre peut ouvrir ce que vous y mettez, et aussi ce qui s’y trouvait avant son arrivée. Personne d’autre ne le peut, pas même un administrateur.',
          'Les dossiers, les versions et la corbeille fonctionnent comme dans « Mes fichiers ». Éditeurs et gestionnaires modifient, lecteurs ouvrent et téléchargent.',
        ],
        to: { path: '/dashboard/spaces', label: 'Ouvrir Espaces d’équipe' },
      },
      {
        id: 'team-space-members',
        title: 'Ajouter ou retirer un membre d’un espace',
        steps: [
          'Ouvrez l’espace et appuyez sur « Membres ». Seuls ses gestionnaires peuvent modifier la liste.',
          'Appuyez sur « Enregistrer les membres » : l’espace reçoit une nouvelle clé. Qui n’est plus dans la liste ne peut pas ouvrir ce qui est ajouté désormais.',
          'Gardez deux gestionnaires. Si le seul qu’il y ait perd son compte, personne ne peut plus modifier la liste.',
        ],
        to: { path: '/dashboard/spaces', label: 'Ouvrir Espaces d’équipe' },
      },
    ],
  },
  {
    title: 'Fichiers reçus d’autres personnes',
    guides: [
      {
        id: 'request-files',
        title: 'Demander des fichiers à quelqu’un',
        steps: [
          'Appuyez sur « Demander des fichiers » dans « Mes fichiers » ou sur la page « Partagés ». Dites ce qu’il vous faut et jusqu’à quand ; les limites, un mot de passe et votre nom sont derrière Options.',
          'Envoyez le lien par un moyen de confiance. Personne n’a besoin d’un compte pour l’utiliser. Si vous choisissez un mot de passe, envoyez-le séparément.',
          'Le navigateur de l’expéditeur scelle les fichiers pour votre clé. Le vôtre les vérifie tant que votre coffre est ouvert, et les range dans le dossier que vous avez choisi.',
          '« Partagés » liste vos demandes avec ce qui est arrivé. Mettre fin à une demande arrête ce qui est en route ; ce qui est arrivé reste.',
        ],
        to: { path: '/dashboard/shared', label: 'Ouvrir Partagés' },
      },
      {
        id: 'received-files',
        title: 'Savoir d’où vient un fichier reçu',
        steps: [
          'Appuyez sur I sur le fichier. Vous voyez la demande par laquelle il est arrivé, et le nom que l’expéditeur a indiqué, s’il en a indiqué un.',
          'L’expéditeur n’est pas vérifié : toute personne qui a le lien a pu l’envoyer. Si c’est important, demandez à la personne.',
          'Un fichier dont la vérification a échoué est listé sur la page « Partagés », marqué « Endommagé ». Il n’est pas dans votre coffre ; supprimez-le et redemandez-le.',
        ],
        to: { path: '/dashboard/shared', label: 'Ouvrir Partagés' },
      },
    ],
  },
  {
    title: 'Sécurité de votre compte',
    guides: [
      {
        id: 'sessions',
        title: 'Voir où vous êtes connecté, et déconnecter un appareil perdu',
        steps: [
          'Ouvrez « Sécurité ». Sous « Sessions et appareils », chaque ligne indique le navigateur, l’adresse et la dernière activité.',
          'Appuyez sur « Déconnecter » dans la ligne de l’appareil. Il cesse de fonctionner ici en moins d’une seconde.',
          'Si vous ne l’avez pas reconnu, changez aussi votre mot de passe, sur la même page.',
        ],
        to: SECURITY,
      },
      {
        id: 'noticed',
        title: 'Quelque chose d’inhabituel a été remarqué',
        steps: [
          'Ouvrez Sécurité. « Ce qui a été remarqué » dit ce que c’était, pourquoi, et ce que le serveur a fait. Une session retenue demande un code avant d’ouvrir quoi que ce soit.',
          'Appuyez sur « C’était moi » si vous savez ce que c’était. C’est une réponse pour ceux qui s’occupent de la sécurité ; cela ne met fin à rien.',
          'Sinon, appuyez sur « Ce n’était pas moi » : toutes les autres sessions prennent fin, et vous êtes conduit au bouton qui change votre mot de passe.',
        ],
        to: SECURITY,
      },
      {
        id: 'change-email',
        title: 'Modifier votre adresse e-mail',
        steps: [
          'Ouvrez Sécurité et appuyez sur « Modifier l’e-mail ». Saisissez la nouvelle adresse et votre mot de passe.',
          'Ouvrez dans les 24 heures le lien de l’e-mail qui y arrive. D’ici là, vous vous connectez avec l’adresse actuelle.',
          'L’adresse que vous quittez est avertie et peut arrêter la modification. Vos fichiers, vos clés et vos partages restent tels quels.',
        ],
        to: SECURITY,
      },
      {
        id: 'two-step',
        title: 'Demander un code à la connexion',
        steps: [
          'Ouvrez « Sécurité » et appuyez sur « Activer la double authentification ». Scannez le QR code avec une application d’authentification et saisissez le code qu’elle affiche.',
          'Créez des codes de secours et gardez-les loin de votre téléphone. Chacun remplace une fois un code de l’application.',
          'Dès lors, la connexion demande un code après votre mot de passe.',
        ],
        to: SECURITY,
      },
      {
        id: 'lost-phone',
        title: 'Votre téléphone est perdu, et la connexion demande son code',
        steps: [
          'Connectez-vous avec votre mot de passe, appuyez sur « Pas de téléphone ? Utiliser un code de secours » et saisissez un de vos codes. Il sert une fois.',
          'Ouvrez « Sécurité », retirez l’application du téléphone perdu et ajoutez celle du nouveau.',
          'Sans codes, l’exploitant de ce serveur peut retirer l’application. Personne ne peut ouvrir votre coffre à votre place.',
        ],
        to: SECURITY,
      },
      {
        id: 'two-step-terminal',
        title: 'Se connecter avec un second facteur en ligne de commande',
        steps: [
          'La commande quantumshield login demande le code de votre application, ou un code de secours.',
          'Les scripts le transmettent dans la variable QUANTUMSHIELD_CODE.',
        ],
      },
      {
        id: 'passkeys',
        title: 'Se connecter et déverrouiller avec une clé d’accès',
        steps: [
          'Ouvrez « Sécurité » et appuyez sur « Ajouter une clé d’accès ». Votre navigateur demande le verrouillage de cet appareil ou une clé de sécurité.',
          'Sur la page de connexion, appuyez sur « Se connecter avec une clé d’accès ». Votre coffre demande ensuite votre mot de passe, sauf si la clé d’accès l’ouvre.',
          'Si votre organisation exige à partir d’un jour une clé d’accès ou un fournisseur d’identité, connectez-vous ainsi avant ce jour, et non avec le mot de passe : une session ouverte par le mot de passe n’obtient plus rien de votre coffre à partir de ce jour.',
          'Pour qu’elle ouvre le coffre, appuyez sur « Autoriser une clé d’accès à ouvrir le coffre » sous « Sécurité », saisissez votre mot de passe et utilisez la clé d’accès. Tous les appareils ne le peuvent pas ; la page le dit.',
          'Perdue ? Retirez-la sous « Sécurité ». Votre coffre reçoit alors une nouvelle clé qu’elle n’ouvre pas.',
        ],
        to: SECURITY,
      },
      {
        id: 'other-ways',
        title: 'Se connecter avec un code, ou avec un compte d’ailleurs',
        steps: [
          'Sur la page de connexion, appuyez sur « Code par SMS ou e-mail », saisissez votre adresse ou votre numéro, puis les six chiffres reçus. Pour les SMS, ouvrez d’abord « Sécurité » et appuyez sur « Ajouter un numéro ».',
          'Ou appuyez sur le nom d’un service ou sur « Votre organisation ». Vous vous y connectez et revenez dans le même onglet.',
          'Dans tous les cas, le coffre demande ensuite son mot de passe. Un nouveau compte choisit d’abord ce mot de passe ; le service ne l’apprend jamais.',
        ],
        to: SECURITY,
      },
      {
        id: 'score',
        title: 'Comprendre votre score de sécurité',
        steps: [
          'Le score additionne six contrôles, de 0 % à 100 %. Rien n’y est estimé.',
          'La page « Sécurité » liste chaque contrôle avec ses points, et ce qu’il faut faire pour ceux qui restent.',
        ],
        to: SECURITY,
      },
      {
        id: 'activity',
        title: 'Voir ce qui s’est passé dans votre compte',
        steps: [
          'Ouvrez « Activité ». Elle liste jour par jour ce que vous avez fait avec vos fichiers, les connexions, et les changements de vos clés et paramètres.',
          'Choisissez un type au-dessus de la liste pour ne voir que celui-ci. Aucun compte ne peut modifier ni supprimer une ligne ; qui détient l’accès du propriétaire de la base de données le pourrait.',
        ],
        to: { path: '/dashboard/activity', label: 'Ouvrir Activité' },
      },
      {
        id: 'notifications',
        title: 'Choisir ce dont vous êtes averti',
        steps: [
          'Ouvrez « Notifications ». Le nombre à côté de l’entrée compte celles que vous n’avez pas marquées comme lues.',
          'Sous la liste, ouvrez un groupe et cochez pour chaque événement si vous voulez être averti dans l’application, par e-mail ou les deux.',
          'Les e-mails sur votre mot de passe, vos clés, votre adresse et vos moyens de connexion sont toujours envoyés.',
        ],
        to: { path: '/dashboard/notifications', label: 'Ouvrir Notifications' },
      },
      learnGuide,
      {
        id: 'language',
        title: 'Utiliser l’application en allemand ou en anglais',
        steps: [
          'Ouvrez « Paramètres », « Préférences », et choisissez sous « Langue ». Le choix vaut pour ce navigateur, aussi pour la page de connexion.',
          'L’application change aussitôt, et votre coffre reste ouvert. « Comme le navigateur » suit le navigateur.',
          'Les e-mails et les pages publiques du serveur sont en anglais.',
        ],
      },
    ],
  },
  {
    title: 'Pour les administrateurs',
    guides: [
      {
        id: 'invite',
        title: 'Inviter quelqu’un, changer un rôle ou retirer un membre',
        steps: [
          'Ouvrez « Équipe » et appuyez sur « Inviter ». Saisissez une ou plusieurs adresses et choisissez un rôle ; le lien de chaque e-mail sert une fois, pendant sept jours.',
          'Pour exclure que quelqu’un s’interpose, transmettez le lien qui apparaît autrement que par e-mail. Ouvert avant l’e-mail, il dit au navigateur de la personne quelles clés sont les vôtres.',
          'Appuyez sur « Détails » à côté d’un membre pour comparer le numéro de sécurité ou changer le rôle. Seuls les propriétaires nomment et changent des propriétaires.',
          'Retirer quelqu’un le déconnecte aussitôt et met fin à ce qu’il partage. Ses propres fichiers restent scellés ; réintégrez-le, et il retrouve tout.',
        ],
        to: { path: '/dashboard/team', label: 'Ouvrir Équipe' },
      },
      {
        id: 'roles',
        title: 'Choisir un rôle pour quelqu’un',
        steps: [
          'Ouvrez « Équipe », appuyez sur « Détails » à côté de la personne et choisissez un rôle. Chacun dit ce qu’il permet ; « Enregistrer le rôle » l’applique aussitôt.',
          'Un rôle n’ouvre jamais de fichiers : ce que quelqu’un a scellé ou partagé reste tel quel.',
          'Seuls les propriétaires nomment et changent des propriétaires, et il y en a toujours au moins un.',
          'Un rôle qui ouvre l’administration est annoncé à sa personne et à tous ceux qui gèrent des personnes, dans l’application et par e-mail.',
        ],
        to: { path: '/dashboard/team', label: 'Ouvrir Équipe' },
      },
      ...teamGuides,
      {
        id: 'remove-member',
        title: 'Quelqu’un quitte l’organisation',
        steps: [
          'Ouvrez « Équipe », appuyez sur « Détails » à côté de la personne, puis sur « Retirer de l’organisation ». Elle est aussitôt déconnectée partout.',
          'Ce qu’elle partage prend fin, et ce qui est partagé avec elle aussi. Ses propres fichiers restent scellés, et personne d’autre ne peut les ouvrir : faites-vous remettre avant ce qu’il vous faut.',
          '« Réintégrer », sous « Retirés », lui rend tout, avec le rôle « Membre ».',
        ],
        to: { path: '/dashboard/team', label: 'Ouvrir Équipe' },
      },
      {
        id: 'audit-logs',
        title: 'Rechercher dans le journal d’audit de votre organisation',
        steps: [
          '« Journal d’audit » est dans la barre latérale des personnes qui ont le rôle admin, security_admin ou un rôle supérieur.',
          'Recherchez par des mots comme « échec de connexion », par un nom ou une adresse, un résultat ou un ID, et affinez par catégorie, risque, personne et jours. L’adresse de la page garde vos filtres ; vous pouvez donc l’envoyer à un collègue.',
          'Appuyez sur une ligne pour voir tout ce qui est enregistré de l’événement, et le copier.',
        ],
        to: { path: '/dashboard?tab=audit-logs', label: 'Ouvrir Journal d’audit' },
      },
      {
        id: 'audit-export',
        title: 'Exporter le journal d’audit pour un rapport',
        steps: [
          'Réglez les filtres, puis appuyez sur « Exporter ». Le fichier contient les événements que les filtres laissent passer, sur toutes les pages, et tout ce qui a disparu avec un compte supprimé.',
          'C’est un fichier CSV avec des heures en UTC. Un texte qu’un tableur exécuterait comme formule est précédé d’une apostrophe.',
        ],
      },
      {
        id: 'incidents',
        title: 'S’occuper d’un incident de sécurité',
        steps: [
          'Ouvrez Sécurité dans l’administration et appuyez sur Détails. Prenez l’incident en charge, pour que les autres voient qui l’examine, et notez ce que vous découvrez.',
          'Interrogez la personne de vive voix ou par téléphone. « Lever » met fin à ce que le serveur a fait quand c’était une fausse alerte ; personne ne lève ce qui le concerne.',
          'Appuyez sur « Résoudre » quand c’est fini. Plus bas, chaque détecteur peut être moins sensible, ou seulement noter ce qu’il aurait fait.',
        ],
        to: { path: '/admin/security', label: 'Ouvrir Sécurité' },
      },
      rulesGuide,
      statusGuide,
    ],
  },
]
