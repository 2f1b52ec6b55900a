import type { Catalogue } from '../catalogue.ts'

export const sentences: Catalogue['sentences'] = {
  invalid_credentials: 'L’e-mail ou le mot de passe est faux.',
  account_closed:
    'Un administrateur a fermé ce compte. Vos fichiers sont toujours là, scellés ; demandez-lui de vous laisser revenir.',
  organisation_leaving:
    'Votre organisation est en cours de suppression : seuls ses propriétaires se connectent et peuvent demander à la garder.',
  organisation_suspended:
    'Votre organisation est suspendue : personne ne peut s’y connecter. Rien n’a été supprimé ; adressez-vous à l’opérateur de ce serveur.',
  email_not_confirmed: 'Confirmez d’abord votre e-mail : ouvrez le lien que nous vous avons envoyé.',
  user_already_exists: 'Un compte existe déjà avec cet e-mail. Connectez-vous.',
  weak_password: 'Ce mot de passe est trop facile à deviner. Utilisez-en un plus long.',
  elsewhere_refused:
    'La connexion n’y a pas réussi : elle a été annulée, refusée, ou le service est injoignable. Rien n’a été ouvert ; réessayez ou connectez-vous autrement.',
  elsewhere_unconfirmed:
    'Votre adresse n’y est pas confirmée, rien n’a donc été ouvert. Confirmez-la là-bas, puis réessayez.',
  organisation_unknown:
    'Aucune organisation ne se connecte ici avec ce domaine. Vérifiez l’orthographe, ou utilisez votre mot de passe.',
  signup_closed: 'Ce serveur n’accepte pas de nouveaux comptes. Demandez une invitation à un administrateur.',
  wrong_sent_code:
    'Ce code ne convient pas, a déjà servi ou est trop ancien. Vérifiez-le, ou faites-en envoyer un nouveau.',
  no_address: 'Ce compte n’a pas d’adresse e-mail, et un coffre en exige une. Rien n’a été ouvert.',
  phone_taken: 'Un autre compte utilise ce numéro. Rien n’a été modifié.',
  rate_limited: 'Trop de tentatives. Attendez une minute et réessayez.',
  link_expired: 'Ce lien a expiré ou a déjà été utilisé.',
  offline: 'Rien n’est perdu. Vérifiez la connexion et réessayez.',
  file_too_large: 'Le fichier dépasse la taille permise. Rien n’a été envoyé.',
  app_outdated:
    'Cette page est plus ancienne que le serveur ne l’accepte. Rien n’a été enregistré ; rechargez la page et réessayez.',
  quota_reached: 'Non enregistré : il n’y a pas assez de place. Ce qui est déjà enregistré reste intact.',
  organisation_without_room:
    'Votre organisation n’a plus d’espace de stockage. Rien n’a été enregistré ; supprimez définitivement des fichiers, ou demandez à ses administrateurs.',
  too_many_files:
    'Non enregistré : vous ou votre organisation avez autant de fichiers que ce serveur en permet. Supprimez-en définitivement, ou demandez à l’exploitant.',
  limit_reached: 'Le serveur n’accepte plus d’entrées de ce type. Rien n’a été modifié.',
  bad_file_name:
    'Ce nom ne convient pas. Retirez / et \\, et utilisez au plus 255 caractères (accents, émojis et autres écritures comptent deux à quatre fois).',
  file_damaged: 'Ce fichier a été modifié ou endommagé ; rien n’a été enregistré.',
  not_as_shown:
    'Cet élément n’est pas dans le dossier, ou ne porte pas le nom, qui était affiché. Rien n’a été fait et rien n’est perdu ; regardez la liste à nouveau.',
  folder_refused:
    'Un dossier n’est pas là où il était affiché, porte un autre nom, ou ce qui est signé à son sujet n’est pas valable. Rien n’a été fait et rien n’est perdu ; regardez la liste à nouveau.',
  not_found: 'Le fichier n’existe plus.',
  file_unreadable: 'Le fichier sur cet appareil a été déplacé, modifié ou retiré. Choisissez-le à nouveau.',
  source_changed: 'Le fichier sur cet appareil a changé pendant l’envoi. Rien n’en est conservé ; réessayez.',
  upload_expired: 'Le serveur n’a plus le début de cet envoi. Réessayez, depuis le début.',
  save_not_started:
    'Le navigateur n’a pas commencé à enregistrer ; rien n’a été enregistré. Rechargez la page et réessayez.',
  worker_exchanged:
    'Le serveur fournit un autre service worker que celui avec lequel cette page a été construite ; votre fichier ne lui a pas été confié. Si QuantumShield vient d’être mis à jour, rechargez la page. Si cela persiste, ne saisissez ici aucun mot de passe et prévenez l’exploitant.',
  save_stopped: 'Le navigateur a arrêté le téléchargement ; rien n’a été enregistré.',
  vault_locked: 'Le coffre a été verrouillé ; rien n’a été enregistré.',
  wrong_password: 'Ce n’est pas le mot de passe de ce coffre.',
  wrong_recovery_phrase: 'Ces mots n’ouvrent pas ce coffre.',
  same_password: 'C’est votre mot de passe actuel. Rien n’a été modifié ; choisissez-en un autre.',
  wrong_code:
    'Ce code ne convient pas ou a déjà été utilisé. Attendez le suivant, et vérifiez l’heure de votre téléphone.',
  plan_full:
    'L’organisation n’a plus de place pour d’autres personnes. Rien n’a été changé ; retirez quelqu’un, annulez une invitation, ou demandez plus de place à l’opérateur.',
  row_limit: 'Il n’y a plus de place pour des entrées de ce genre. Rien n’a été enregistré.',
  guest_makes_no_space: 'Les invités ne créent ni ne gèrent d’espaces d’équipe. Rien n’a été changé.',
  entry_gone: 'Cet élément n’existe plus. Quelqu’un l’a peut-être supprimé.',
  changed_meanwhile: 'Quelqu’un l’a modifié entre-temps. Rien n’a été enregistré ; regardez-le à nouveau.',
  billing_closed: 'Cet élément est désormais dans un autre état. Rien n’a été modifié ; regardez-le à nouveau.',
  request_waits: 'Une demande de ce type attend déjà une réponse.',
  payments_failed:
    'Le prestataire de paiement est injoignable pour le moment. Rien n’a été payé ; réessayez plus tard.',
  name_taken: 'Vous utilisez déjà ce nom. Choisissez-en un autre.',
  too_many_factors: 'Un compte ne peut pas en avoir plus. Retirez-en un d’abord.',
  passkey_opens_nothing:
    'Cette clé d’accès n’ouvre pas ce coffre. Utilisez votre mot de passe ; dans Sécurité, vous pouvez autoriser la clé à l’ouvrir.',
  passkey_without_prf:
    'Cette clé d’accès permet de se connecter, mais pas d’ouvrir le coffre : il manque à son appareil ou à ce navigateur l’extension PRF.',
  passkey_needs_words:
    'Créez d’abord de nouveaux mots de secours, dans Sécurité. Sans eux, la clé de ce compte ne pourrait pas être remplacée si la clé d’accès était perdue.',
  passkey_removed:
    'Cette clé d’accès a été retirée de votre coffre, qui ne l’accepte plus. Ajoutez-en une nouvelle dans Sécurité.',
  passkey_opens_vault:
    'Cette clé d’accès ouvre votre coffre : la retirer demande votre mot de passe. Rechargez la page et réessayez.',
  passkey_unknown: 'Cette clé d’accès n’appartient pas à ce compte. Ajoutez-la d’abord.',
  passkey_stopped:
    'Aucune clé d’accès n’a été utilisée : c’était annulé, trop long, ou cet appareil n’en a pas pour ce site.',
  needs_second_factor: 'Cela demande votre second facteur. Déconnectez-vous, reconnectez-vous et saisissez le code.',
  proof_needed: 'Confirmez avec votre mot de passe pour continuer.',
  sign_in_too_old:
    'Votre connexion est trop ancienne pour cela. Déconnectez-vous, puis reconnectez-vous ou utilisez un nouveau lien.',
  second_factor_required:
    'Votre organisation exige un second facteur. Configurez-en un, ou utilisez celui que vous avez.',
  sign_in_way_required:
    'Votre organisation exige un autre moyen de connexion. Déconnectez-vous, puis reconnectez-vous ainsi.',
  against_rules:
    'Les règles de votre organisation ne le permettent pas. Ses propriétaires et ses administrateurs peuvent les modifier.',
  confirmation_needed: 'Quelque chose d’inhabituel a été remarqué sur cette session. Confirmez que c’est bien vous.',
  reading_slowed:
    'De très nombreux fichiers ont été lus sur ce nouvel appareil, ils arrivent donc un par seconde. Confirmez sur la page Sécurité que c’est bien vous pour continuer à pleine vitesse.',
  changes_paused:
    'De très nombreux fichiers ont été remplacés ou supprimés d’un coup, c’est donc suspendu. Rien d’autre n’est perdu : confirmez sur la page Sécurité que c’était vous.',
  session_ended: 'Votre session est terminée. Reconnectez-vous.',
  share_link_unknown: 'Ce lien n’existe pas, ou une partie manque. Rien n’a été ouvert.',
  share_link_revoked: 'La personne qui a partagé ceci a mis fin au lien. Demandez-lui-en un nouveau.',
  share_link_expired: 'Le lien a expiré. Demandez-en un nouveau à la personne qui l’a partagé.',
  share_link_used_up: 'Le lien a servi aussi souvent que permis. Demandez-en un nouveau.',
  share_link_unavailable:
    'Le fichier n’est pas disponible pour le moment. Adressez-vous à la personne qui vous a envoyé le lien.',
  share_link_password: 'Ce n’est pas le mot de passe de ce lien.',
  share_link_damaged:
    'Son adresse est incomplète, ou ce qu’il transmet a été modifié en route. Rien n’a été ouvert ni enregistré. Copiez le lien entier à nouveau, ou demandez-en un autre.',
  share_link_changed: 'Le lien a été modifié ou terminé ailleurs. Regardez-le à nouveau.',
  share_link_file_missing: 'Le lien n’ouvre plus ce fichier. Adressez-vous à la personne qui vous a envoyé le lien.',
  share_visit_ended:
    'Une heure s’est écoulée depuis l’ouverture du lien, et le téléchargement s’est arrêté. Rien n’a été enregistré ; relancez-le, cela comptera comme un téléchargement de plus.',
  link_too_many: 'Un lien ouvre au plus 1 000 fichiers. Choisissez-en moins, ou partagez un ZIP.',
  link_too_large:
    'Les noms de ces fichiers et dossiers sont trop longs pour un seul lien. Choisissez moins de fichiers.',
  weak_settings:
    'Le serveur a proposé des réglages faibles pour le mot de passe ; rien n’a donc été envoyé. Prévenez votre administrateur.',
  person_unknown: 'Personne dans votre organisation n’utilise cette adresse. Vérifiez l’orthographe.',
  person_without_vault:
    'Cette personne n’a pas encore créé son coffre. Demandez-lui de se connecter une fois, puis partagez à nouveau.',
  key_changed:
    'Les clés de cette personne ne sont pas celles que vous avez vues avant. Rien n’a été partagé ni ouvert. Demandez-lui en personne, pas ici, et prévenez votre administrateur.',
  key_not_listed:
    'Le journal public ne mentionne pas encore les clés de toutes les personnes que vous avez choisies. Rien n’a été partagé ni modifié. Les nouvelles clés suivent en moins d’une minute : réessayez alors. Si cela persiste, interrogez l’exploitant.',
  key_other_listed:
    'Pour une personne que vous avez choisie, le journal public mentionne d’autres clés que celles que donne le serveur. Rien n’a été partagé ni modifié. Équipe, Détails montre pour qui. Interrogez cette personne et l’exploitant, en personne ou par téléphone : quelqu’un essaie peut-être de lire ce que vous partagez.',
  key_listed_twice:
    'Pour une personne que vous avez choisie, le journal public a mentionné auparavant d’autres clés. Rien n’a été partagé ni modifié. Équipe, Détails montre pour qui : comparez le numéro de sécurité en personne, puis réessayez.',
  key_unproved:
    'Le serveur ne prouve pas quelles clés le journal public mentionne pour une personne que vous avez choisie. Rien n’a été partagé ni modifié. Réessayez ; si cela persiste, interrogez l’exploitant en personne ou par téléphone.',
  key_log_refused:
    'Le journal public n’est pas celui que ce navigateur connaissait. Rien n’a été partagé, enregistré ni modifié. Interrogez l’exploitant en personne ou par téléphone ; la page Sécurité permet ensuite de continuer avec le journal actuel.',
  key_log_late:
    'Trop peu de témoins indépendants ont signé le journal public ces deux dernières heures ; il s’agit peut-être d’un ancien état. Rien n’a été partagé, enregistré ni modifié. Vérifiez l’horloge de cet appareil et réessayez. Si cela persiste, interrogez l’exploitant, en personne ou par téléphone : si le journal a d’autres témoins maintenant, vous pouvez les attendre sous Journal d’audit.',
  key_log_offline:
    'Le journal public est injoignable, et rien ne montre donc que les clés et les listes de membres sont les bonnes. Rien n’a été partagé, enregistré ni modifié ; vérifiez la connexion et réessayez.',
  roster_not_listed:
    'Le journal public ne mentionne pas encore les membres actuels de cet espace. Rien n’a été enregistré ni modifié. Une nouvelle liste y figure en moins d’une minute : réessayez alors. Si cela persiste, interrogez l’exploitant.',
  roster_other_listed:
    'Le journal public mentionne pour cet espace d’autres membres que ceux que montre le serveur, ou deux listes sous un même numéro. Rien n’a été enregistré ni modifié. Comparez le code de la liste avec un gestionnaire de l’espace, en personne ou par téléphone, et prévenez l’exploitant : quelqu’un essaie peut-être de lire ce que vous enregistrez.',
  roster_newer_listed:
    'Le journal public mentionne pour cet espace une liste de membres plus récente que celle que montre le serveur. Rien n’a été enregistré ni modifié. Réessayez ; si cela persiste, demandez à un gestionnaire de l’espace, en personne ou par téléphone, qui en fait partie, et prévenez l’exploitant.',
  roster_unproved:
    'Le serveur ne prouve pas que le journal public mentionne les membres de cet espace tels qu’il les montre. Rien n’a été enregistré ni modifié. Réessayez ; si cela persiste, interrogez l’exploitant en personne ou par téléphone.',
  policy_not_listed:
    'Le journal public ne mentionne pas encore ce qui a été décidé sur la récupération par l’organisation. Rien n’a été modifié. Cela y figure en moins d’une minute : réessayez alors. Si cela persiste, interrogez l’exploitant.',
  policy_other_listed:
    'Le journal public mentionne sur la récupération par l’organisation une autre décision que celle que montre le serveur, ou deux sous un même numéro. Rien n’a été modifié. Demandez à l’administrateur qui a décidé, en personne ou par téléphone, qui il a désigné, et prévenez l’exploitant : quelqu’un essaie peut-être d’ouvrir des coffres.',
  policy_newer_listed:
    'Le journal public mentionne sur la récupération par l’organisation une décision plus récente que celle que montre le serveur. Rien n’a été modifié. Réessayez ; si cela persiste, demandez à un administrateur, en personne ou par téléphone, ce qui a été décidé, et prévenez l’exploitant.',
  policy_unproved:
    'Le serveur ne prouve pas que le journal public mentionne ce qui a été décidé sur la récupération par l’organisation. Rien n’a été modifié. Réessayez ; si cela persiste, interrogez l’exploitant en personne ou par téléphone.',
  log_not_signed: 'Le registre n’est pas encore signé. Réessayez dans un instant.',
  share_ended:
    'Ce fichier n’est plus partagé avec vous. Rien n’a été enregistré ; demandez à son propriétaire si vous en avez encore besoin.',
  members_differ:
    'La personne qui a enregistré ce fichier a vu une autre liste de membres que vous. Rien n’a été ouvert ; comparez les membres avec elle, mais pas ici, et prévenez un gestionnaire de l’espace.',
  share_refused:
    'Ce partage n’a pas été fait pour vous par le propriétaire du fichier, ou a été remplacé. Rien n’a été ouvert.',
  not_allowed: 'Votre rôle ne le permet pas. Rien n’a été modifié ; demandez à un propriétaire ou à un administrateur.',
  not_a_pdf:
    'Un certificat est un fichier PDF de 2 Mio au plus. Rien n’a été enregistré ; choisissez un autre fichier.',
  vault_rolled_back:
    'Le serveur a répondu avec un état de vos clés plus ancien que celui que cet appareil a vu. Rien n’a été ouvert ni modifié. Prévenez votre administrateur.',
  keys_refused:
    'Cet appareil a refusé les clés données par le serveur : elles ne font pas suite à celles qu’il a retenues. Rien n’a été ouvert ni modifié. Quelqu’un essaie peut-être de vous montrer de fausses clés : prévenez votre administrateur, et interrogez-le en dehors de ce service. Seulement si vous en connaissez la raison, comme des clés restaurées d’une sauvegarde ou changées de nombreuses fois sur d’autres appareils, faites oublier à cet appareil ce qu’il a retenu.',
  keys_replaced:
    'Les clés de votre coffre ont été changées sur un autre appareil, ou le serveur mélange d’anciennes clés et de nouvelles. Rien n’a été ouvert ni modifié. Saisissez à nouveau votre mot de passe ; si cela persiste, prévenez votre administrateur.',
  keyring_damaged:
    'Ce que votre coffre retient d’autres personnes, et ses clés privées, ont été écrasés sur le serveur et ne s’ouvrent plus. Vos fichiers ne sont pas modifiés. Un état antérieur peut être rétabli ; dites à votre administrateur que quelqu’un l’a écrasé.',
  keyring_full:
    'Votre coffre a déjà retenu autant de personnes et d’espaces qu’il le peut. Rien n’a été modifié ni perdu ; prévenez votre administrateur.',
  address_private:
    'Cette adresse mène à un réseau privé. L’exploitant de ce serveur décide lesquels peuvent être joints.',
  address_needs_https: 'L’adresse doit commencer par https://. L’exploitant de ce serveur peut en permettre d’autres.',
  host_unknown: 'Le DNS ne connaît pas cet hôte, ou n’a pas répondu. Vérifiez l’adresse.',
  not_a_domain: 'Ce n’est pas un domaine. Saisissez ce qui suit le @ de vos adresses, comme example.com.',
  request_unknown: 'Cette demande n’existe pas, ou une partie de son lien manque. Rien n’a été envoyé.',
  request_ended:
    'La personne qui a fait cette demande y a mis fin. Ce qui est arrivé lui reste ; rien de plus ne peut être envoyé.',
  request_expired:
    'Le délai de cette demande est passé. Rien de plus ne peut être envoyé ; demandez-en une nouvelle à la personne.',
  request_password: 'Ce n’est pas le mot de passe de cette demande.',
  device_refused: 'Le serveur a refusé ce que l’appareil demandait.',
  device_inbox_refused:
    'La clé que le serveur présente pour les appareils n’est pas celle dont leur propriétaire se porte garant. Rien n’a été envoyé.',
  device_code_unreadable: 'Ce n’est pas un code d’inscription, ou il en manque une partie.',
  request_damaged:
    'Le contenu de cette demande a été modifié en route. Rien n’a été envoyé ; demandez un nouveau lien à la personne.',
  request_full: 'Cette demande n’accepte plus de fichiers. Celui-ci n’a pas été envoyé.',
  request_no_room: 'Ce fichier dépasse ce que la demande accepte encore. Il n’a pas été envoyé.',
  space_refused:
    'La liste des membres de cet espace n’est pas celle qu’un de ses gestionnaires a signée, ou est plus ancienne qu’une que vous avez vue. Rien n’a été ouvert ; demandez à un gestionnaire de l’espace.',
  space_gone: 'Cet espace a été supprimé, ou vous n’en faites plus partie.',
  space_changed: 'Quelqu’un d’autre a modifié cet espace au même moment. Rien n’a été modifié ; regardez à nouveau.',
  policy_refused:
    'Ce que le serveur montre de la récupération par l’organisation n’est pas ce qu’un administrateur a signé, ou est plus ancien que ce que vous avez vu. Rien n’a été modifié ; prévenez votre administrateur en personne.',
  policy_author_unknown:
    'Votre coffre n’a jamais vu les clés de la personne qui a pris cette décision. Comparez d’abord le numéro de sécurité avec elle : Équipe, Détails.',
  policy_author_gone:
    'Le compte de la personne qui a décidé en dernier de la récupération par l’organisation n’existe plus ; personne ne peut vérifier ce qu’elle a signé. Rien n’a été modifié ; un administrateur doit décider à nouveau.',
  policy_changed:
    'Quelqu’un d’autre a modifié la récupération par l’organisation au même moment. Rien n’a été modifié ; regardez à nouveau.',
  evidence_too_many:
    'Un fichier de preuves contient au plus 1 000 événements. Resserrez les filtres, par exemple par date, et enregistrez plusieurs fichiers.',
  evidence_refused:
    'Le registre ou l’un de ces événements n’est pas ce qu’il devrait être et ne prouve donc rien. Rien n’a été enregistré. Rechargez cette page, lisez ce qu’elle dit du registre et prévenez votre administrateur.',
  evidence_empty:
    'Aucun de ces événements n’a encore son entrée signée. Rien n’a été enregistré ; réessayez dans deux minutes.',
  status_over: 'C’est terminé ou annulé entre-temps. Rien n’a été modifié.',
  policy_too_few:
    'En dehors de vous, il y a moins de personnes désignées qu’il n’en faut. Demandez à un administrateur d’en désigner une de plus.',
  recovery_code_wrong:
    'Ce n’est pas le code de la demande que ce serveur montre. Rien n’a été remis. Appelez la personne et comparez ; si les chiffres diffèrent encore, refusez la demande.',
  recovery_share_refused:
    'Ce que le serveur garde pour vous n’est pas la part de cette personne. Rien n’a été remis ; prévenez-la.',
  recovery_refused:
    'Ce qui a été remis n’ouvre pas ce coffre. Rien n’a été modifié, et vos fichiers sont toujours scellés. Annulez la demande et recommencez.',
  recovery_waiting: 'Pas assez de personnes ont encore répondu. Rien n’a été modifié.',
  recovery_elsewhere:
    'Ce navigateur n’a pas la clé de la demande. Continuez là où vous l’avez faite, ou refaites-la ici.',
  recovery_asked_often: 'Vous avez demandé cinq fois en un jour. Rien n’a été envoyé ; réessayez demain.',
  last_manager: 'Un espace garde au moins un gestionnaire. Donnez d’abord ce rôle à quelqu’un d’autre.',
  last_owner:
    'Une organisation qui a d’autres membres garde au moins un propriétaire. Rien n’a été modifié ; donnez d’abord ce rôle à quelqu’un d’autre.',
  not_member: 'Quelqu’un d’autre a modifié ceci entre-temps. Rien n’a été fait ; regardez à nouveau la liste.',
  account_exists: 'Cette adresse a déjà un compte. Rien n’a été envoyé ; cherchez-la dans la liste des membres.',
  unexpected: 'Un problème est survenu de notre côté. Rien n’est perdu ; réessayez.',
}
