import type { ServiceStatus } from '#contract/status.ts'
import { formatCount } from '#web/lib/format.ts'
import { pageWords } from './languages/page-words.ts'

const STATE: Record<ServiceStatus | 'unknown' | 'error', string> = {
  operational: 'Healthy',
  degraded: 'Degraded',
  outage: 'Down',
  maintenance: 'Maintenance',
  unknown: 'No data',
  error: 'Error',
}

/** The frame of the admin panel and its overview. */
export const admin = pageWords('admin', {
  title: 'Admin Panel',
  navigation: 'Admin pages',
  demo: 'Demo',
  plan: (tier: string) => `${tier.toUpperCase()} Plan`,
  goTo: 'Go to a page or action',
  toDashboard: 'Dashboard',
  groups: { core: 'Core Admin', growth: 'Growth & Marketing', operations: 'Operations' },
  pages: {
    overview: 'Overview',
    security: 'Security',
    comprehensiveTest: 'Comprehensive Test',
    auditLogs: 'Audit Logs',
    compliance: 'Compliance',
    integrations: 'Integrations',
    training: 'Training',
    marketing: 'Marketing',
    sales: 'Sales',
    partners: 'Partners',
    billing: 'Billing',
    newsletters: 'Newsletters',
    documentation: 'Documentation',
    seo: 'SEO',
    status: 'Manage status',
    operations: 'Server',
    tenants: 'Tenants',
  },
  integrationsLead: 'What this organisation is connected to.',
  marketingLead: 'People outside whom you know, and which of them agreed to hear from you.',
  retry: 'Retry',
  overview: {
    runTest: 'Run Comprehensive Test',
    checked: (when: string) => `checked ${when}`,
    notChecked: 'not checked yet',
    health: {
      title: 'Health',
      loading: 'Asking the services',
      failed: 'The services could not be asked',
      state: (state: ServiceStatus | 'unknown' | 'error') => STATE[state],
      answers: (ms: number) => `answers in ${formatCount(ms)} ms`,
      uptime: (percent: number) => `${percent} % of checks in the last 30 days`,
      notSetUp: 'Not set up',
      services: {
        api: 'API',
        database: 'Database',
        storage: 'File storage',
        auth: 'Sign-in',
        mail: 'Mail',
        ai: 'AI analysis',
        ledger: 'Audit ledger',
      },
    },
    figures: {
      title: 'Figures',
      loading: 'Loading figures',
      failed: 'The figures could not be loaded',
      active: 'People active in 30 days',
      activeNote: (people: number) => `of ${formatCount(people)}`,
      stored: 'Files stored today',
      storage: 'Storage',
      storageNote: (contents: number) =>
        `${formatCount(contents)} sealed ${contents === 1 ? 'content' : 'contents'}, earlier versions included`,
      ledger: 'Events in the ledger',
      ledgerNote: (when: string) => `signed ${when}`,
      ledgerUnsigned: 'Nothing is signed yet',
      signedIn: 'Sign-ins today',
      refused: 'Failed sign-ins today',
      detected: 'Detections today',
      incidents: 'Open incidents',
      incidentsNote: (opened: number) => `${formatCount(opened)} opened in 14 days`,
      before: (count: number) => `${formatCount(count)} in the 13 days before`,
      chart: (counts: readonly number[]) => `The last 14 days: ${counts.map(formatCount).join(', ')}`,
    },
    activity: {
      title: 'Recent activity',
      all: 'Audit Logs',
      loading: 'Loading events',
      failed: 'The events could not be loaded',
      none: 'Nothing has happened yet',
      noneText: 'What people and the server do appears here.',
    },
    waits: {
      title: 'Needs attention',
      loading: 'Looking for what needs attention',
      failed: 'What needs attention could not be loaded',
      none: 'Nothing needs attention',
      noneText: 'Open incidents, failing streams and the like appear here.',
      open: 'Open',
      openOf: (what: string) => `Open: ${what}`,
      incidents: (count: number) => (count === 1 ? '1 open incident' : `${formatCount(count)} open incidents`),
      streams: (count: number) =>
        count === 1 ? '1 event stream is failing' : `${formatCount(count)} event streams are failing`,
      recoveries: (count: number) =>
        count === 1 ? '1 person asks to be let back in' : `${formatCount(count)} people ask to be let back in`,
      invitations: (count: number) =>
        count === 1 ? '1 invitation has expired' : `${formatCount(count)} invitations have expired`,
      checks: (count: number) =>
        count === 1 ? '1 check of the last test failed' : `${formatCount(count)} checks of the last test failed`,
      certificates: (count: number) =>
        count === 1 ? '1 certification record has expired' : `${formatCount(count)} certification records have expired`,
    },
    organisation: {
      title: 'Organisation',
      name: 'Name',
      plan: 'Plan',
      since: 'Since',
      people: 'People',
      withoutVault: (count: number) =>
        count === 0
          ? 'everybody has a vault'
          : count === 1
            ? '1 person has no vault yet'
            : `${formatCount(count)} people have no vault yet`,
    },
  },
})
