/** What a service is found in. Null in documents: no data, which is neither up nor down. */
export type ServiceStatus = 'operational' | 'degraded' | 'outage' | 'maintenance'

export const INCIDENT_STATUSES = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number]

export const INCIDENT_SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export type IncidentSeverity = (typeof INCIDENT_SEVERITIES)[number]

/** Seconds and limits of the probes; `status.service_ids()` in SQL is tested equal to the services below. */
export const STATUS_PROBES = {
  everySeconds: 30,
  /** A probe without an answer after so long has failed. */
  timeLimitMs: 5000,
  /** Newest sample older than this: no data. Three probes, so that one late round does not turn a page grey. */
  staleSeconds: 90,
  bucketSeconds: 300,
  historyDays: 30,
} as const

export type StatusService = {
  id: string
  name: string
  description: string
  /** Percent over 30 days that is aimed at, never a measurement. Null: none was set. */
  objective: number | null
  /** An answer that takes longer counts as degraded, ms. */
  slowMs: number
}

/**
 * What the status page lists, in its order. The objectives are four figures. A service without a
 * probe on this server is "not set up": grey, and never counted.
 */
export const STATUS_SERVICES = [
  {
    id: 'api',
    name: 'API',
    description: 'Answers requests of browsers and programs',
    objective: 99.95,
    slowMs: 1000,
  },
  {
    id: 'database',
    name: 'Database',
    description: 'Keeps accounts, sealed keys and records',
    objective: 99.98,
    slowMs: 500,
  },
  {
    id: 'storage',
    name: 'File storage',
    description: 'Keeps the content of files, sealed by browsers',
    objective: 99.99,
    slowMs: 2000,
  },
  {
    id: 'auth',
    name: 'Sign-in',
    description: 'Opens sessions and signs their tokens',
    objective: 99.97,
    slowMs: 1000,
  },
  {
    id: 'mail',
    name: 'Mail',
    description: 'Sends confirmations, links and notices',
    objective: null,
    slowMs: 4000,
  },
  {
    id: 'ai',
    name: 'AI analysis',
    description: 'Compares meanings of texts, and reaches the model that writes in the studio',
    objective: null,
    slowMs: 4000,
  },
  {
    id: 'ledger',
    name: 'Verifiable audit ledger',
    description: 'Gives each event its place in a signed log',
    objective: null,
    slowMs: 2000,
  },
] as const satisfies StatusService[]
export type ServiceId = (typeof STATUS_SERVICES)[number]['id']

/** One day of one service, as measured; a day without probes has `probes` 0. */
export type StatusDay = {
  /** `2026-11-21`, in UTC. */
  date: string
  /** Null: no data. */
  status: ServiceStatus | null
  /** Percent of the counted probes that were answered; null when none was counted. */
  uptime: number | null
  /** Taken, planned ones included. Each stands for 30 seconds. */
  probes: number
}

export type StatusItem = {
  id: ServiceId
  name: string
  description: string
  status: ServiceStatus | null
  /** Percent over 30 days of what was measured. */
  uptime: number | null
  /** Mean of the answers of the last 24 hours, ms. */
  responseTime: number | null
  objective: number | null
  isSetUp: boolean
  /** Oldest first, 30 of them; empty when the history could not be read yet. */
  days: StatusDay[]
}

type IncidentUpdate = { id: string; status: IncidentStatus; text: string; created_at: string }
export type Incident = {
  id: string
  title: string
  status: IncidentStatus
  severity: IncidentSeverity
  description: string
  services: ServiceId[]
  /** Opened by the probes. */
  is_automatic: boolean
  created_at: string
  updated_at: string
  resolved_at: string | null
  /** Newest first. */
  updates: IncidentUpdate[]
}
export type Maintenance = {
  id: string
  title: string
  description: string
  services: ServiceId[]
  starts_at: string
  ends_at: string
}

/** `GET /status.json`. Times are ISO 8601 in UTC. */
export type StatusDocument = {
  /** Null: no data of any service. */
  status: Exclude<ServiceStatus, 'maintenance'> | null
  /** When the newest probes were made; null before the first. */
  checkedAt: string | null
  /** When this document was made. */
  generatedAt: string
  /** When incidents and maintenance were read, and uptimes and days at most a minute before: older than the states while the database does not answer. */
  historyAt: string | null
  services: StatusItem[]
  /** Open ones and those of the last 90 days, newest first. */
  incidents: Incident[]
  /** Under way or to come. */
  maintenance: Maintenance[]
}

/** The overall state: services without data, or in maintenance, do not count. */
export function overallStatus(statuses: readonly (ServiceStatus | null)[]): StatusDocument['status'] {
  if (statuses.includes('outage')) return 'outage'
  if (statuses.includes('degraded')) return 'degraded'
  return statuses.some((status) => status !== null) ? 'operational' : null
}

/** Percent to two decimals, rounded down: 99.999 is not 100. Null when nothing was counted. */
export function uptimePercent(up: number, down: number): number | null {
  return up + down === 0 ? null : Math.floor((up / (up + down)) * 10_000) / 100
}

/** `API, Database` */
export const namesOfServices = (services: readonly ServiceId[]): string =>
  STATUS_SERVICES.filter(({ id }) => services.includes(id))
    .map(({ name }) => name)
    .join(', ')
