import type { IncidentSeverity, IncidentStatus, ServiceStatus, StatusDay } from '#contract/status.ts'

const STATE: Record<ServiceStatus, string> = {
  operational: 'Operational',
  degraded: 'Degraded',
  outage: 'Outage',
  maintenance: 'Maintenance',
}
const NO_DATA = 'No data'
const INCIDENT: Record<IncidentStatus, string> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
}
const SEVERITY: Record<IncidentSeverity, string> = { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' }

const percent = (value: number) => `${value.toFixed(2).replace(/\.?0+$/, '')} %`

/** Two probes a minute. */
function measured(probes: number): string {
  const minutes = Math.round(probes / 2)
  if (minutes >= 120) return `${Math.round(minutes / 60)} hours measured`
  return minutes === 1 ? '1 minute measured' : `${minutes} minutes measured`
}

const day = (date: string) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The page /status. */
export const status = {
  title: 'Status',
  lead: 'This server checks itself every 30 seconds. Uptime and response times were measured here; days that were not measured are empty, and an objective is an aim.',
  state: (found: ServiceStatus | null) => (found ? STATE[found] : NO_DATA),
  incident: (found: IncidentStatus) => INCIDENT[found],
  severity: (found: IncidentSeverity) => `Severity: ${SEVERITY[found].toLowerCase()}`,
  banner: {
    operational: 'Every service that is measured is operational',
    degraded: 'A service is degraded',
    outage: 'A service is in outage',
    none: 'No data: nothing was measured in the last 90 seconds',
    asking: 'Asking the server…',
    away: 'This server does not answer your browser',
    awayText:
      'No state is shown until it answers; figures and days below are from its last answer. Your files stay where they are, sealed. This page asks again every 10 seconds.',
    open: (titles: readonly string[]) => `Open: ${titles.join(' · ')}.`,
    checked: (seconds: number) => (seconds < 2 ? 'Last checked just now' : `Last checked ${ago(seconds)}`),
    history: (time: string) => `Figures and incidents cannot be read now: they are those of ${time}.`,
  },
  withoutScript: 'This page needs JavaScript to ask the server. The same facts are here as plain documents:',
  json: 'Status as JSON',
  rss: 'Incidents as RSS',
  services: 'Services',
  notSetUp: 'Not set up on this server',
  figures: {
    uptime: 'Uptime, 30 days',
    of: (probes: number) => `of ${measured(probes)}`,
    objective: (value: number) => `Objective ${percent(value)}`,
    noObjective: 'No objective',
    response: 'Mean response, 24 h',
    none: NO_DATA,
    percent,
    milliseconds: (value: number) => `${value.toLocaleString('en-US')} ms`,
  },
  bars: {
    label: (service: string) => `${service}: the last 30 days. Arrow keys move between days.`,
    title: 'Last 30 days',
    /** @param measured the first day with a measurement. @param first the first day that is shown; empty before an answer. */
    since(measured: string | undefined, first: string): string {
      if (first === '') return ''
      if (measured === undefined) return 'Nothing measured yet'
      return measured === first ? '30 days ago to today' : `Measured since ${day(measured)}`
    },
    day: ({ date, status: found, uptime, probes }: StatusDay) =>
      found === null
        ? [date && `${day(date)}: `, NO_DATA].join('')
        : `${day(date)}: ${STATE[found]}${uptime === null ? '' : `, ${percent(uptime)}`}, ${measured(probes)}`,
  },
  maintenance: {
    title: 'Maintenance',
    running: 'Under way',
    announced: 'Announced',
    window: (from: string, to: string) => `${from} to ${to}`,
    affects: (services: string) => `Affects: ${services}`,
  },
  incidents: {
    title: 'Incidents',
    lead: 'Open ones, and those of the last 90 days.',
    none: 'No incident was recorded in the last 90 days.',
    unknown: 'The list of incidents could not be read.',
    automatic: 'Opened by the checks',
    manage: 'Manage incidents',
    updates: 'Updates',
  },
  subscribe: {
    title: 'Subscribe to updates',
    lead: 'An email when an incident opens, changes or ends. You confirm the address first, and each mail has a link that stops them.',
    email: 'Email',
    submit: 'Subscribe',
    busy: 'Asking…',
    asked: 'Check your mail: if the address can receive mail, a link is on its way to it.',
    invalid: 'Enter an email address, for example name@example.com.',
    tooMany: (minutes: number) =>
      `Too many mails were asked for. Nothing was sent; try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    failed: 'Nothing was sent, because the server did not answer. Try again in a few minutes.',
    others: 'Without mail:',
  },
  rules: {
    title: 'How this is measured',
    list: [
      'Every 30 seconds this server asks its own API, database, file storage, sign-in, mail queue and audit ledger, with a limit of 5 seconds. The checks run on the server itself, so they do not see the network between you and it.',
      'Degraded: the last check failed, or took longer than its limit. Outage: the last two checks failed.',
      'The whole is in outage when one service is, degraded when one is, and operational otherwise. Services without data do not count.',
      'Uptime is the share of checks that were answered. Time in which the server was stopped is a gap, neither up nor down; so is announced maintenance. Percentages are rounded down.',
      'The objective is what is aimed at. It was not measured.',
      'An incident is opened after two minutes of outage and closed after five good minutes, or by an administrator. Days are those of UTC.',
    ],
  },
} as const

function ago(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds ago`
  const minutes = Math.floor(seconds / 60)
  return minutes < 120 ? `${minutes} minutes ago` : `${Math.floor(minutes / 60)} hours ago`
}
