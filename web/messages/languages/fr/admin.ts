import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const STATE = {
  operational: 'En bon état',
  degraded: 'Dégradé',
  outage: 'En panne',
  maintenance: 'En maintenance',
  unknown: 'Pas de données',
  error: 'Erreur',
} as const

export const admin: WordsOf<'admin'> = {
  title: 'Administration',
  navigation: 'Pages d’administration',
  demo: 'Démo',
  plan: (tier) => `Offre ${tier.toUpperCase()}`,
  goTo: 'Aller à une page ou une action',
  toDashboard: 'Retour au coffre',
  groups: { core: 'Essentiel', growth: 'Croissance et marketing', operations: 'Exploitation' },
  pages: {
    overview: 'Vue d’ensemble',
    security: 'Sécurité',
    comprehensiveTest: 'Test complet',
    auditLogs: 'Journal d’audit',
    compliance: 'Conformité',
    integrations: 'Intégrations',
    training: 'Formations',
    marketing: 'Contacts et marketing',
    sales: 'Ventes',
    partners: 'Partenaires',
    billing: 'Facturation',
    newsletters: 'Lettres d’information',
    documentation: 'Documentation',
    seo: 'SEO',
    status: 'Gérer l’état',
    operations: 'Serveur',
    tenants: 'Locataires',
  },
  integrationsLead: 'Ce à quoi cette organisation est connectée.',
  marketingLead: 'Les personnes extérieures que vous connaissez, et celles qui veulent de vos nouvelles.',
  retry: 'Réessayer',
  overview: {
    runTest: 'Lancer le test complet',
    checked: (when) => `vérifié ${when}`,
    notChecked: 'pas encore vérifié',
    health: {
      title: 'État',
      loading: 'Interrogation des services',
      failed: 'Les services n’ont pas pu être interrogés',
      state: (state) => STATE[state],
      answers: (ms) => `répond en ${formatCount(ms)} ms`,
      uptime: (percent) => `${String(percent).replace('.', ',')} % des contrôles des 30 derniers jours`,
      notSetUp: 'Non configuré',
      services: {
        api: 'API',
        database: 'Base de données',
        storage: 'Stockage des fichiers',
        auth: 'Connexion',
        mail: 'E-mail',
        ai: 'Analyse par IA',
        ledger: 'Registre d’audit',
      },
    },
    figures: {
      title: 'Chiffres',
      loading: 'Chargement des chiffres',
      failed: 'Les chiffres n’ont pas pu être chargés',
      active: 'Personnes actives en 30 jours',
      activeNote: (people) => `sur ${formatCount(people)}`,
      stored: 'Fichiers déposés aujourd’hui',
      storage: 'Stockage',
      storageNote: (contents) =>
        `${formatCount(contents)} ${contents === 1 ? 'contenu scellé' : 'contenus scellés'}, versions antérieures comprises`,
      ledger: 'Événements du registre',
      ledgerNote: (when) => `signé ${when}`,
      ledgerUnsigned: 'Rien n’est encore signé',
      signedIn: 'Connexions aujourd’hui',
      refused: 'Connexions échouées aujourd’hui',
      detected: 'Détections aujourd’hui',
      incidents: 'Incidents ouverts',
      incidentsNote: (opened) => `${formatCount(opened)} ouverts en 14 jours`,
      before: (count) => `${formatCount(count)} les 13 jours précédents`,
      chart: (counts) => `Les 14 derniers jours : ${counts.map(formatCount).join(', ')}`,
    },
    activity: {
      title: 'Activité récente',
      all: 'Journal d’audit',
      loading: 'Chargement des événements',
      failed: 'Les événements n’ont pas pu être chargés',
      none: 'Rien ne s’est encore passé',
      noneText: 'Ce que font les personnes et le serveur apparaît ici.',
    },
    waits: {
      title: 'À traiter',
      loading: 'Recherche de ce qui est à traiter',
      failed: 'Ce qui est à traiter n’a pas pu être chargé',
      none: 'Rien à traiter',
      noneText: 'Les incidents ouverts, les flux en échec et le reste apparaissent ici.',
      open: 'Ouvrir',
      openOf: (what) => `Ouvrir : ${what}`,
      incidents: (count) =>
        count < 2 ? `${formatCount(count)} incident ouvert` : `${formatCount(count)} incidents ouverts`,
      streams: (count) =>
        count < 2
          ? `${formatCount(count)} flux d’événements échoue`
          : `${formatCount(count)} flux d’événements échouent`,
      recoveries: (count) =>
        count < 2
          ? `${formatCount(count)} personne demande à retrouver l’accès`
          : `${formatCount(count)} personnes demandent à retrouver l’accès`,
      invitations: (count) =>
        count < 2 ? `${formatCount(count)} invitation a expiré` : `${formatCount(count)} invitations ont expiré`,
      checks: (count) =>
        count < 2
          ? '1 contrôle du dernier test a échoué'
          : `${formatCount(count)} contrôles du dernier test ont échoué`,
      certificates: (count) =>
        count < 2 ? `${formatCount(count)} certification a expiré` : `${formatCount(count)} certifications ont expiré`,
    },
    organisation: {
      title: 'Organisation',
      name: 'Nom',
      plan: 'Offre',
      since: 'Depuis',
      people: 'Personnes',
      withoutVault: (count) =>
        count === 0
          ? 'tous ont un coffre'
          : count === 1
            ? '1 personne n’a pas encore de coffre'
            : `${formatCount(count)} personnes n’ont pas encore de coffre`,
    },
  },
}
