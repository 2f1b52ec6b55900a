import { formatCount } from '#web/lib/format.ts'
import type { WordsOf } from '../catalogue.ts'

const STATE = {
  operational: 'In Ordnung',
  degraded: 'Eingeschränkt',
  outage: 'Ausgefallen',
  maintenance: 'Wartung',
  unknown: 'Keine Daten',
  error: 'Fehler',
} as const

export const admin: WordsOf<'admin'> = {
  title: 'Verwaltung',
  navigation: 'Seiten der Verwaltung',
  demo: 'Demo',
  plan: (tier) => `Tarif ${tier.toUpperCase()}`,
  goTo: 'Zu einer Seite, Person oder Aktion',
  toDashboard: 'Zurück zum Tresor',
  switcher: {
    open: (name) => `${name}: Organisation wechseln`,
    title: 'Organisationen',
    placeholder: 'Name, Domain oder Adresse einer Organisation',
    hint: 'Enter wählt die markierte Zeile, Esc schließt. Eine andere Organisation betreten Sie mit einem Grund.',
    organisations: 'Organisationen dieser Installation',
    isOpen: 'Jetzt offen',
    own: 'Ihre eigene',
    back: 'Zurück zu Ihrer eigenen Organisation',
    enter: (name) => `${name} betreten`,
  },
  groups: { core: 'Grundlagen', growth: 'Wachstum & Marketing', operations: 'Betrieb' },
  pages: {
    overview: 'Übersicht',
    security: 'Sicherheit',
    comprehensiveTest: 'Umfassender Test',
    auditLogs: 'Prüfprotokoll',
    compliance: 'Compliance',
    integrations: 'Anbindungen',
    training: 'Schulungen',
    marketing: 'Kontakte & Marketing',
    sales: 'Vertrieb',
    partners: 'Partner',
    billing: 'Abrechnung',
    newsletters: 'Newsletter',
    documentation: 'Dokumentation',
    seo: 'SEO',
    status: 'Status verwalten',
    operations: 'Server',
    tenants: 'Mandanten',
  },
  integrationsLead: 'Womit diese Organisation verbunden ist.',
  marketingLead: 'Menschen außerhalb, die Sie kennen, und wer davon von Ihnen hören möchte.',
  retry: 'Erneut versuchen',
  actions: {
    invite: 'Personen einladen…',
    importPeople: 'Personen importieren…',
    newReview: 'Zugriffsprüfung beginnen…',
    runTest: 'Umfassenden Test ausführen',
    exportLog: 'Prüfprotokoll als CSV exportieren',
    newGuide: 'Anleitung schreiben…',
    assignCourse: 'Kurs zuweisen…',
    newRecord: 'Zertifizierung eintragen…',
    newStream: 'Ereignisstrom hinzufügen…',
    newIncident: 'Vorfall melden…',
    planMaintenance: 'Wartung planen…',
    newTenant: 'Neue Organisation…',
    makeDemo: 'Demo-Organisation…',
    newDeal: 'Geschäft hinzufügen…',
    newPartner: 'Partner hinzufügen…',
    newContact: 'Kontakt hinzufügen…',
    importContacts: 'Kontakte importieren…',
    newNewsletter: 'Newsletter schreiben…',
    startCrawl: 'Website durchsuchen',
    askForPlan: 'Anderen Tarif anfragen…',
  },
  overview: {
    runTest: 'Umfassenden Test ausführen',
    checked: (when) => `geprüft ${when}`,
    notChecked: 'noch nicht geprüft',
    health: {
      title: 'Zustand',
      loading: 'Die Dienste werden gefragt',
      failed: 'Die Dienste konnten nicht gefragt werden',
      state: (state) => STATE[state],
      answers: (ms) => `antwortet in ${formatCount(ms)} ms`,
      uptime: (percent) => `${String(percent).replace('.', ',')} % der Prüfungen der letzten 30 Tage`,
      notSetUp: 'Nicht eingerichtet',
      services: {
        api: 'API',
        database: 'Datenbank',
        storage: 'Dateispeicher',
        auth: 'Anmeldung',
        mail: 'E-Mail',
        ai: 'KI-Analyse',
        ledger: 'Prüfbuch',
      },
    },
    figures: {
      title: 'Zahlen',
      loading: 'Zahlen werden geladen',
      failed: 'Die Zahlen konnten nicht geladen werden',
      active: 'In 30 Tagen aktive Personen',
      activeNote: (people) => `von ${formatCount(people)}`,
      stored: 'Heute abgelegte Dateien',
      storage: 'Speicher',
      storageNote: (contents) =>
        `${formatCount(contents)} ${contents === 1 ? 'versiegelter Inhalt' : 'versiegelte Inhalte'}, frühere Fassungen eingeschlossen`,
      ledger: 'Ereignisse im Ledger',
      ledgerNote: (when) => `${when} signiert`,
      ledgerUnsigned: 'Noch ist nichts signiert',
      signedIn: 'Heutige Anmeldungen',
      refused: 'Heute fehlgeschlagene Anmeldungen',
      detected: 'Heute erkannt',
      incidents: 'Offene Vorfälle',
      incidentsNote: (opened) => `${formatCount(opened)} in 14 Tagen eröffnet`,
      before: (count) => `${formatCount(count)} in den 13 Tagen davor`,
      grown: (counts) => `Signierte Ereignisse an jedem der letzten 14 Tage: ${counts.map(formatCount).join(', ')}`,
      openEach: (counts) => `Offen am Ende jedes der letzten 14 Tage: ${counts.map(formatCount).join(', ')}`,
      noCourse: (note) => `${note}; frühere Werte werden nicht aufgezeichnet`,
      chart: (counts) => `Die letzten 14 Tage: ${counts.map(formatCount).join(', ')}`,
    },
    activity: {
      title: 'Letzte Ereignisse',
      all: 'Prüfprotokoll',
      loading: 'Ereignisse werden geladen',
      failed: 'Die Ereignisse konnten nicht geladen werden',
      none: 'Noch ist nichts geschehen',
      noneText: 'Was Personen und der Server tun, erscheint hier.',
    },
    alerts: {
      title: 'Warnungen',
      open: 'Öffnen',
      openOf: (what) => `Öffnen: ${what}`,
      service: (name, state) => `${name}: ${state}`,
      database: 'Die Datenbank hat dieser Seite nicht geantwortet',
      incidents: (count) => (count === 1 ? '1 offener Vorfall' : `${formatCount(count)} offene Vorfälle`),
      checks: (count) =>
        count === 1
          ? '1 Prüfung des letzten Tests schlug fehl'
          : `${formatCount(count)} Prüfungen des letzten Tests schlugen fehl`,
      unwitnessed: (hours) =>
        `Das Ledger wurde zuletzt vor ${hours === 1 ? '1 Stunde' : `${formatCount(hours)} Stunden`} bezeugt`,
      storage: (count) =>
        count === 1
          ? '1 Person hat mindestens neun Zehntel ihres Speichers belegt'
          : `${formatCount(count)} Personen haben mindestens neun Zehntel ihres Speichers belegt`,
      disks: (count) =>
        count === 1
          ? '1 Server hat weniger als ein Zehntel seiner Platte frei'
          : `${formatCount(count)} Server haben weniger als ein Zehntel ihrer Platte frei`,
    },
    waits: {
      title: 'Zu erledigen',
      loading: 'Es wird nachgesehen, was zu erledigen ist',
      failed: 'Was zu erledigen ist, konnte nicht geladen werden',
      none: 'Nichts zu erledigen',
      noneText: 'Anfragen, Einladungen, endende Rollen und Ähnliches erscheinen hier.',
      open: 'Öffnen',
      openOf: (what) => `Öffnen: ${what}`,
      streams: (count) =>
        count === 1 ? '1 Ereignisstrom ist gestört' : `${formatCount(count)} Ereignisströme sind gestört`,
      recoveries: (count) =>
        count === 1 ? '1 Person bittet um neuen Zugang' : `${formatCount(count)} Personen bitten um neuen Zugang`,
      invitations: (count) =>
        count === 1 ? '1 Einladung ist abgelaufen' : `${formatCount(count)} Einladungen sind abgelaufen`,
      expiring: (count) =>
        count === 1 ? '1 Einladung endet in zwei Tagen' : `${formatCount(count)} Einladungen enden in zwei Tagen`,
      reviews: (count) =>
        count === 1 ? '1 Zugriffsprüfung ist überfällig' : `${formatCount(count)} Zugriffsprüfungen sind überfällig`,
      roles: (count) =>
        count === 1
          ? '1 Person hat eine Rolle, die binnen einer Woche endet'
          : `${formatCount(count)} Personen haben Rollen, die binnen einer Woche enden`,
      guests: (count) =>
        count === 1 ? '1 Gast geht binnen einer Woche' : `${formatCount(count)} Gäste gehen binnen einer Woche`,
      keys: (count) =>
        count === 1
          ? '1 Person vom Anbieter hat noch keine Schlüssel'
          : `${formatCount(count)} Personen vom Anbieter haben noch keine Schlüssel`,
      certificates: (count) =>
        count === 1 ? '1 Zertifizierung ist abgelaufen' : `${formatCount(count)} Zertifizierungen sind abgelaufen`,
    },
    organisation: {
      title: 'Organisation',
      name: 'Name',
      plan: 'Tarif',
      since: 'Seit',
      people: 'Personen',
      withoutVault: (count) =>
        count === 0
          ? 'alle haben einen Tresor'
          : count === 1
            ? '1 Person hat noch keinen Tresor'
            : `${formatCount(count)} Personen haben noch keinen Tresor`,
    },
  },
}
