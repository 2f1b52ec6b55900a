import type { CheckAdvice } from '#contract/checks/check-advice.ts'

export const checkAdvice: Record<CheckAdvice, string> = {
  access:
    'Quelqu’un entre peut-être, ou va plus loin qu’il ne devrait. Tenez les inconnus à l’écart du serveur jusqu’à ce que ce soit réglé, et signalez-le avec les résultats exportés.',
  isolation:
    'Des personnes voient ou modifient peut-être ce qui ne leur appartient pas. Tenez tout le monde à l’écart du serveur jusqu’à ce que ce soit réglé : comparez la base de données avec npm run doctor, et signalez-le avec les résultats exportés.',
  product:
    'Les réglages n’y sont pour rien : c’est un défaut du programme. Cherchez une version plus récente, et signalez-le avec les résultats exportés.',
  pages:
    'Ce qui est livré diffère du contenu de cette version. Réinstallez cette version, et cherchez un proxy qui modifie ou garde les réponses.',
  answers:
    'Si une page manque ou porte un autre titre, installez de nouveau cette version et cherchez un proxy qui modifie les réponses ou les garde en cache. Si une page est seulement lente, regardez la charge de la machine.',
  tampered:
    'Des fichiers du serveur ont été modifiés après leur construction. Si ce n’était pas vous, considérez le serveur comme compromis ; réinstallez cette version depuis une source de confiance.',
  proxy:
    'Regardez le proxy placé devant le serveur : il doit transmettre en-têtes et codes d’état tels quels. Les exemples de la documentation le font.',
  tls: 'Renouvelez le certificat, et n’autorisez que TLS 1.2 et 1.3 là où TLS se termine : au proxy, ou dans TLS_CERT_FILE.',
  addresses: 'Retirez de REDIRECT_ALLOW_LIST les adresses qui ne sont pas les vôtres.',
  origins: 'Retirez de CORS_ORIGINS les origines qui ne sont pas les vôtres.',
  passwords: 'Vérifiez PASSWORD_MIN_LENGTH et BREACHED_PASSWORDS_FILE.',
  limits: 'Vérifiez RATE_LIMIT_FACTOR : il vaut 1 pour un serveur que d’autres atteignent.',
  providers: 'Vérifiez les réglages du fournisseur de connexion, AUTH_…, et l’adresse de ce serveur qu’il connaît.',
  database: 'Vérifiez la charge et les connexions de PostgreSQL, DATABASE_POOL_SIZE et le disque.',
  durability: 'Réactivez fsync, full_page_writes et synchronous_commit de PostgreSQL, et redémarrez-le.',
  schema:
    'La base de données n’est pas telle que les migrations de cette version la laissent. npm run doctor nomme la différence ; annulez ce qui a été changé à la main.',
  primary: 'DATABASE_URL doit mener au serveur qui écrit, et non à une copie.',
  content: 'Lancez npm run scrub : il nomme ce qui manque ou est endommagé, et le remet depuis une sauvegarde.',
  backup:
    'Faites une sauvegarde maintenant avec npm run backup, et cherchez pourquoi la dernière prévue n’a pas eu lieu.',
  room: 'Faites de la place : un disque plus grand, ou moins d’anciennes versions et de sauvegardes.',
  billing: 'Vérifiez les réglages du prestataire de paiement : clés, prix et secret de ses webhooks.',
  mail: 'Vérifiez SMTP_URL, SMTP_TLS et MAIL_FROM, et essayez le même compte avec un autre logiciel de messagerie.',
  queue:
    'Regardez la page Serveur, qui dit quelles tâches et quels e-mails ont échoué et pourquoi, et si un serveur avec le rôle worker tourne.',
  support: 'Définissez SUPPORT_EMAIL, et ouvrez les pages nommées pour voir ce qu’elles disent.',
  private: 'Retirez de OUTBOUND_PRIVATE_HOSTS les réseaux qui n’ont pas à être atteints.',
  witness:
    'Vérifiez LEDGER_WITNESSES, et si le témoin répond. npm run ledger -- witnesses dit ce que chacun a signé en dernier.',
  timestamps: 'Vérifiez LEDGER_TIMESTAMP_URL, et si le service répond.',
  studio: 'Vérifiez les réglages du studio d’IA, et si son serveur de modèles répond.',
  audit:
    'Le journal a été modifié ou perdu. Arrêtez le serveur, gardez une copie de la base de données telle quelle, et cherchez avec npm run ledger -- check où il diffère avant toute autre chose.',
  secrets: 'Remplacez le secret nommé avec npm run secrets ou npm run rotate-keys, et cherchez qui a pu le lire.',
}
