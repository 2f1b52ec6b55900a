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
  goTo: 'Go to a page, person or action',
  toDashboard: 'Dashboard',
  switcher: {
    open: (name: string) => `${name}: switch organisation`,
    title: 'Organisations',
    placeholder: 'Name, domain or address of an organisation',
    hint: 'Enter chooses what is marked, Esc closes. Entering another organisation asks for a reason.',
    organisations: 'Organisations of this installation',
    isOpen: 'Open now',
    own: 'Your own',
    back: 'Back to your own organisation',
    enter: (name: string) => `Enter ${name}`,
  },
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
  actions: {
    invite: 'Invite people…',
    importPeople: 'Import people…',
    newReview: 'Begin an access review…',
    runTest: 'Run Comprehensive Test',
    exportLog: 'Export audit log as CSV',
    newGuide: 'Write a guide…',
    assignCourse: 'Assign a course…',
    newRecord: 'Add a certification record…',
    newStream: 'Add an event stream…',
    newIncident: 'Report an incident…',
    planMaintenance: 'Plan maintenance…',
    newTenant: 'New organisation…',
    makeDemo: 'Demo organisation…',
    newDeal: 'Add a deal…',
    newPartner: 'Add a partner…',
    newContact: 'Add a contact…',
    importContacts: 'Import contacts…',
    newNewsletter: 'Write a newsletter…',
    startCrawl: 'Crawl the site',
    askForPlan: 'Ask for another plan…',
  },
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
      grown: (counts: readonly number[]) =>
        `Events signed on each of the last 14 days: ${counts.map(formatCount).join(', ')}`,
      openEach: (counts: readonly number[]) =>
        `Open at the end of each of the last 14 days: ${counts.map(formatCount).join(', ')}`,
      noCourse: (note: string) => `${note}; earlier values are not recorded`,
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
    alerts: {
      title: 'Alerts',
      open: 'Open',
      openOf: (what: string) => `Open: ${what}`,
      service: (name: string, state: string) => `${name}: ${state}`,
      database: 'The database did not answer this page',
      incidents: (count: number) => (count === 1 ? '1 open incident' : `${formatCount(count)} open incidents`),
      checks: (count: number) =>
        count === 1 ? '1 check of the last test failed' : `${formatCount(count)} checks of the last test failed`,
      unwitnessed: (hours: number) =>
        `The ledger was last witnessed ${hours === 1 ? '1 hour' : `${formatCount(hours)} hours`} ago`,
      storage: (count: number) =>
        count === 1
          ? '1 person has used nine tenths of their storage or more'
          : `${formatCount(count)} people have used nine tenths of their storage or more`,
      disks: (count: number) =>
        count === 1
          ? '1 server has less than a tenth of its disk free'
          : `${formatCount(count)} servers have less than a tenth of their disk free`,
    },
    waits: {
      title: 'Needs attention',
      loading: 'Looking for what needs attention',
      failed: 'What needs attention could not be loaded',
      none: 'Nothing needs attention',
      noneText: 'Requests, invitations, roles that end and the like appear here.',
      open: 'Open',
      openOf: (what: string) => `Open: ${what}`,
      streams: (count: number) =>
        count === 1 ? '1 event stream is failing' : `${formatCount(count)} event streams are failing`,
      recoveries: (count: number) =>
        count === 1 ? '1 person asks to be let back in' : `${formatCount(count)} people ask to be let back in`,
      invitations: (count: number) =>
        count === 1 ? '1 invitation has expired' : `${formatCount(count)} invitations have expired`,
      expiring: (count: number) =>
        count === 1 ? '1 invitation ends within two days' : `${formatCount(count)} invitations end within two days`,
      reviews: (count: number) =>
        count === 1 ? '1 access review is late' : `${formatCount(count)} access reviews are late`,
      roles: (count: number) =>
        count === 1
          ? '1 person has a role that ends within a week'
          : `${formatCount(count)} people have roles that end within a week`,
      guests: (count: number) =>
        count === 1 ? '1 guest leaves within a week' : `${formatCount(count)} guests leave within a week`,
      keys: (count: number) =>
        count === 1
          ? '1 person whom your provider added has no keys yet'
          : `${formatCount(count)} people whom your provider added have no keys yet`,
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
