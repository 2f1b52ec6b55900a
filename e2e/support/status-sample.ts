import { STATUS_SERVICES, type StatusDay, type StatusDocument } from '#contract/status.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** A month with everything that the page can show: what a test cannot wait for. */
export function statusSample(now = new Date()): StatusDocument {
  const at = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const services = STATUS_SERVICES.map(({ id, name, description, objective }): StatusDocument['services'][number] => {
    const service = { id, name, description, objective }
    const isSetUp = service.id !== 'ai'
    const empty = { status: null, uptime: null, responseTime: null, isSetUp, days: daysOf(now, () => NO_DATA) }
    if (!isSetUp) return { ...service, ...empty }
    const days = daysOf(now, (index) => dayOf(service.id, index))
    return { ...service, status: 'operational', uptime: 99.97, responseTime: 14, isSetUp, days }
  })
  const [, database, storage, , mail] = services
  if (database) Object.assign(database, { status: 'degraded', responseTime: 812, uptime: 99.9 })
  if (storage) Object.assign(storage, { status: 'outage', uptime: 98.42, responseTime: 1204 })
  if (mail) Object.assign(mail, { status: 'maintenance', uptime: null, responseTime: null })
  return {
    status: 'outage',
    checkedAt: at(7000),
    generatedAt: at(0),
    historyAt: at(0),
    services,
    incidents: [
      {
        id: '5b1ad0a4-0000-4000-8000-000000000001',
        title: 'File storage: outage',
        status: 'investigating',
        severity: 'high',
        description: 'The checks have failed.',
        services: ['storage'],
        is_automatic: true,
        created_at: at(HOUR_MS / 4),
        updated_at: at(HOUR_MS / 4),
        resolved_at: null,
        updates: [
          {
            id: '5b1ad0a4-0000-4000-8000-000000000011',
            status: 'investigating',
            text: 'Since 2026-11-21 17:30 UTC, the checks of File storage have failed. They run every 30 seconds. This incident was opened by rule after two minutes, and is closed when every check of File storage has passed for five minutes.',
            created_at: at(HOUR_MS / 4),
          },
        ],
      },
      {
        id: '5b1ad0a4-0000-4000-8000-000000000002',
        title: 'Confirmation mails arrive late',
        status: 'resolved',
        severity: 'low',
        description: 'Mails wait.',
        services: ['mail', 'auth'],
        is_automatic: false,
        created_at: at(5 * DAY_MS),
        updated_at: at(5 * DAY_MS - HOUR_MS),
        resolved_at: at(5 * DAY_MS - HOUR_MS),
        updates: [
          {
            id: '5b1ad0a4-0000-4000-8000-000000000022',
            status: 'resolved',
            text: 'The mail server of our provider takes mails again; everything that waited was sent.',
            created_at: at(5 * DAY_MS - HOUR_MS),
          },
          {
            id: '5b1ad0a4-0000-4000-8000-000000000021',
            status: 'investigating',
            text: 'Mails wait longer than usual. Links in them are good for 24 hours, so none is lost.',
            created_at: at(5 * DAY_MS),
          },
        ],
      },
    ],
    maintenance: [
      {
        id: '5b1ad0a4-0000-4000-8000-000000000031',
        title: 'New mail server',
        description: 'Mails wait while it is exchanged.',
        services: ['mail'],
        starts_at: at(HOUR_MS),
        ends_at: at(-HOUR_MS),
      },
    ],
  }
}

type Day = Omit<StatusDay, 'date'>
const NO_DATA: Day = { status: null, uptime: null, probes: 0 }

function dayOf(service: string, index: number): Day {
  if (index < 6 || index === 14) return NO_DATA
  if (service === 'storage' && index === 29) return { status: 'outage', uptime: 97.1, probes: 2050 }
  if (service === 'mail' && index === 29) return { status: 'maintenance', uptime: null, probes: 120 }
  if (index === 21) return { status: 'degraded', uptime: 99.96, probes: 2880 }
  return { status: 'operational', uptime: 100, probes: index === 6 ? 640 : 2880 }
}

function daysOf(now: Date, day: (index: number) => Day): StatusDay[] {
  return Array.from({ length: 30 }, (_, index) => ({
    date: new Date(now.getTime() - (29 - index) * DAY_MS).toISOString().slice(0, 10),
    ...day(index),
  }))
}
