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
  goTo: 'Aller à une page, une personne ou une action',
  toDashboard: 'Retour au coffre',
  switcher: {
    open: (name) => `${name} : changer d’organisation`,
    title: 'Organisations',
    placeholder: 'Nom, domaine ou adresse d’une organisation',
    hint: 'Entrée choisit la ligne marquée, Échap ferme. Entrer dans une autre organisation demande un motif.',
    organisations: 'Organisations de cette installation',
    isOpen: 'Ouverte maintenant',
    own: 'La vôtre',
    back: 'Retour à votre propre organisation',
    enter: (name) => `Entrer dans ${name}`,
  },
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
  actions: {
    invite: 'Inviter des personnes…',
    importPeople: 'Importer des personnes…',
    newReview: 'Commencer une revue des accès…',
    runTest: 'Lancer le test complet',
    exportLog: 'Exporter le journal d’audit en CSV',
    newGuide: 'Écrire un guide…',
    assignCourse: 'Attribuer un cours…',
    newRecord: 'Ajouter une certification…',
    newStream: 'Ajouter un flux d’événements…',
    newIncident: 'Signaler un incident…',
    planMaintenance: 'Planifier une maintenance…',
    newTenant: 'Nouvelle organisation…',
    makeDemo: 'Organisation de démonstration…',
    newDeal: 'Ajouter une affaire…',
    newPartner: 'Ajouter un partenaire…',
    newContact: 'Ajouter un contact…',
    importContacts: 'Importer des contacts…',
    newNewsletter: 'Écrire une newsletter…',
    startCrawl: 'Explorer le site',
    askForPlan: 'Demander une autre formule…',
  },
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
      grown: (counts) => `Événements signés chacun des 14 derniers jours : ${counts.map(formatCount).join(', ')}`,
      openEach: (counts) => `Ouverts à la fin de chacun des 14 derniers jours : ${counts.map(formatCount).join(', ')}`,
      noCourse: (note) => `${note} ; les valeurs antérieures ne sont pas enregistrées`,
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
    alerts: {
      title: 'Alertes',
      open: 'Ouvrir',
      openOf: (what) => `Ouvrir : ${what}`,
      service: (name, state) => `${name} : ${state}`,
      database: 'La base de données n’a pas répondu à cette page',
      incidents: (count) =>
        count < 2 ? `${formatCount(count)} incident ouvert` : `${formatCount(count)} incidents ouverts`,
      checks: (count) =>
        count < 2
          ? '1 contrôle du dernier test a échoué'
          : `${formatCount(count)} contrôles du dernier test ont échoué`,
      unwitnessed: (hours) =>
        `Dernier témoignage du registre il y a ${formatCount(hours)} ${hours < 2 ? 'heure' : 'heures'}`,
      storage: (count) =>
        count < 2
          ? `${formatCount(count)} personne a utilisé au moins neuf dixièmes de son stockage`
          : `${formatCount(count)} personnes ont utilisé au moins neuf dixièmes de leur stockage`,
      disks: (count) =>
        count < 2
          ? `${formatCount(count)} serveur a moins d’un dixième de son disque libre`
          : `${formatCount(count)} serveurs ont moins d’un dixième de leur disque libre`,
    },
    waits: {
      title: 'À traiter',
      loading: 'Recherche de ce qui est à traiter',
      failed: 'Ce qui est à traiter n’a pas pu être chargé',
      none: 'Rien à traiter',
      noneText: 'Les demandes, les invitations, les rôles qui se terminent et le reste apparaissent ici.',
      open: 'Ouvrir',
      openOf: (what) => `Ouvrir : ${what}`,
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
      expiring: (count) =>
        count < 2
          ? `${formatCount(count)} invitation se termine d’ici deux jours`
          : `${formatCount(count)} invitations se terminent d’ici deux jours`,
      reviews: (count) =>
        count < 2
          ? `${formatCount(count)} revue des accès est en retard`
          : `${formatCount(count)} revues des accès sont en retard`,
      roles: (count) =>
        count < 2
          ? `${formatCount(count)} personne a un rôle qui se termine d’ici une semaine`
          : `${formatCount(count)} personnes ont des rôles qui se terminent d’ici une semaine`,
      guests: (count) =>
        count < 2
          ? `${formatCount(count)} invité part d’ici une semaine`
          : `${formatCount(count)} invités partent d’ici une semaine`,
      keys: (count) =>
        count < 2
          ? `${formatCount(count)} personne ajoutée par votre fournisseur n’a pas encore de clés`
          : `${formatCount(count)} personnes ajoutées par votre fournisseur n’ont pas encore de clés`,
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
