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
  goTo: 'Zu einer Seite oder Aktion',
  toDashboard: 'Zurück zum Tresor',
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
    waits: {
      title: 'Zu erledigen',
      loading: 'Es wird nachgesehen, was zu erledigen ist',
      failed: 'Was zu erledigen ist, konnte nicht geladen werden',
      none: 'Nichts zu erledigen',
      noneText: 'Offene Vorfälle, gestörte Ereignisströme und Ähnliches erscheinen hier.',
      open: 'Öffnen',
      openOf: (what) => `Öffnen: ${what}`,
      incidents: (count) => (count === 1 ? '1 offener Vorfall' : `${formatCount(count)} offene Vorfälle`),
      streams: (count) =>
        count === 1 ? '1 Ereignisstrom ist gestört' : `${formatCount(count)} Ereignisströme sind gestört`,
      recoveries: (count) =>
        count === 1 ? '1 Person bittet um neuen Zugang' : `${formatCount(count)} Personen bitten um neuen Zugang`,
      invitations: (count) =>
        count === 1 ? '1 Einladung ist abgelaufen' : `${formatCount(count)} Einladungen sind abgelaufen`,
      checks: (count) =>
        count === 1
          ? '1 Prüfung des letzten Tests schlug fehl'
          : `${formatCount(count)} Prüfungen des letzten Tests schlugen fehl`,
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
