import {
  type Incident,
  type Maintenance,
  overallStatus,
  STATUS_PROBES,
  STATUS_SERVICES,
  type ServiceId,
  type StatusDay,
  type StatusDocument,
  type StatusItem,
  uptimePercent,
} from '#contract/status.ts'
import type { QueryResultRow } from 'pg'
import type { Database, Statement } from '../db/database.ts'
import { dayStatus, type Sample, serviceStatus } from './status-rules.ts'
import type { StatusRounds } from './status-rounds.ts'
import {
  type DayRow,
  daysSince,
  type IncidentRow,
  listIncidents,
  type MaintenanceRow,
  openMaintenance,
  presentSample,
  responseTimes,
  type SampleRow,
  samplesSince,
} from './status.sql.ts'
import { within } from './within.ts'

export const CACHE_SECONDS = 10
const FIGURES_SECONDS = 60
const DAY_MS = 86_400_000
/** The state needs two samples, the older one at most so old. */
const STATE_MS = 2 * STATUS_PROBES.staleSeconds * 1000

/** A month of buckets and a day of samples; what they say moves slowly. */
type Figures = { at: Date; days: DayRow[]; responseMs: ReadonlyMap<string, number> }
type History = {
  at: Date
  figures: Figures
  incidents: Incident[]
  maintenance: Maintenance[]
}

/**
 * What the page, the JSON and the feed are made from, at most once in ten seconds. The state is always of now: from the
 * database, or from this node's own probes while it does not answer. The history is the last one that could be read, its figures
 * up to a minute older.
 */
export class StatusReport {
  readonly #database: Database
  readonly #rounds: () => StatusRounds | undefined
  #history: History | undefined
  #cached: { atMs: number; document: Promise<StatusDocument> } | undefined

  constructor(database: Database, rounds: () => StatusRounds | undefined) {
    this.#database = database
    this.#rounds = rounds
  }

  current(now = new Date()): Promise<StatusDocument> {
    const cached = this.#cached
    if (cached && now.getTime() - cached.atMs < CACHE_SECONDS * 1000) return cached.document
    const document = this.#make(now)
    this.#cached = { atMs: now.getTime(), document }
    return document
  }

  async #make(now: Date): Promise<StatusDocument> {
    const rounds = this.#rounds()
    const samples = await this.#read(now, rounds)
    const history = this.#history
    const setUp = rounds?.setUp ?? []
    const services = STATUS_SERVICES.map((service) => {
      const newestFirst = samples.filter((sample) => sample.service === service.id)
      const isInMaintenance = isPlanned(history?.maintenance ?? [], service.id, now)
      const status = serviceStatus(newestFirst, { now, isInMaintenance })
      const isSetUp = setUp.includes(service.id) || newestFirst.length > 0
      return presentService(service, { status, isSetUp, history, now })
    })
    return {
      status: overallStatus(services.map(({ status }) => status)),
      checkedAt: samples[0]?.at.toISOString() ?? null,
      generatedAt: now.toISOString(),
      historyAt: history?.at.toISOString() ?? null,
      services,
      incidents: history?.incidents ?? [],
      maintenance: history?.maintenance ?? [],
    }
  }

  #freshFigures(now: Date): Figures | undefined {
    const figures = this.#history?.figures
    const isFresh = figures && now.getTime() - figures.at.getTime() < FIGURES_SECONDS * 1000
    // None before the first round; a day that has begun shows at once.
    const isOfToday = figures?.days.length && firstDay(now).getTime() === firstDay(figures.at).getTime()
    return isFresh && isOfToday ? figures : undefined
  }

  /** @returns samples of the last minutes, newest first. */
  async #read(now: Date, rounds: StatusRounds | undefined): Promise<readonly Sample[]> {
    const own = rounds?.recent ?? []
    if (rounds && !rounds.isDatabaseReachable) return own
    try {
      const [samples, history] = await within(
        STATUS_PROBES.timeLimitMs,
        Promise.all([readSamples(this.#database, now), readHistory(this.#database, now, this.#freshFigures(now))]),
      )
      this.#history = history
      return rounds?.hasUnsaved && timeOf(own[0]) > timeOf(samples[0]) ? own : samples
    } catch {
      // That it cannot be read is in what this node measured, or will be after the next round.
      return own
    }
  }
}

const timeOf = (sample: Sample | undefined): number => sample?.at.getTime() ?? 0

async function readSamples(database: Database, now: Date): Promise<Sample[]> {
  const { text, values } = samplesSince(new Date(now.getTime() - STATE_MS))
  const { rows } = await database.owner<SampleRow>(text, values)
  return rows.map(presentSample).toReversed()
}

async function readHistory(database: Database, now: Date, known: Figures | undefined): Promise<History> {
  const [figures, { rows: incidents }, { rows: maintenance }] = await Promise.all([
    known ?? readFigures(database, now),
    ask<IncidentRow>(database, listIncidents(now)),
    ask<MaintenanceRow>(database, openMaintenance(now)),
  ])
  return {
    at: now,
    figures,
    incidents: incidents.map(presentIncident),
    maintenance: maintenance.map((row) => ({
      ...row,
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
    })),
  }
}

async function readFigures(database: Database, now: Date): Promise<Figures> {
  const [{ rows: days }, { rows: times }] = await Promise.all([
    ask<DayRow>(database, daysSince(firstDay(now))),
    ask<{ service: string; response_ms: number }>(database, responseTimes(new Date(now.getTime() - DAY_MS))),
  ])
  return { at: now, days, responseMs: new Map(times.map(({ service, response_ms }) => [service, response_ms])) }
}

const ask = <Row extends QueryResultRow>(
  database: Database,
  { text, values }: Required<Pick<Statement, 'text' | 'values'>>,
) => database.owner<Row>(text, values)

const presentIncident = ({ created_at, updated_at, resolved_at, updates, ...row }: IncidentRow): Incident => ({
  ...row,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
  resolved_at: resolved_at?.toISOString() ?? null,
  // Out of JSON, where times are texts with an offset.
  updates: updates.map((update) => ({ ...update, created_at: new Date(update.created_at).toISOString() })),
})

function presentService(
  { id, name, description, objective }: (typeof STATUS_SERVICES)[number],
  {
    status,
    isSetUp,
    history,
    now,
  }: Pick<StatusItem, 'status' | 'isSetUp'> & { history: History | undefined; now: Date },
): StatusItem {
  const rows = history?.figures.days.filter(({ service }) => service === id) ?? []
  return {
    id,
    name,
    description,
    status,
    uptime: uptimePercent(total(rows, 'up') + total(rows, 'slow'), total(rows, 'down')),
    responseTime: history?.figures.responseMs.get(id) ?? null,
    objective,
    isSetUp,
    days: history ? daysOf(rows, now) : [],
  }
}

const total = (rows: readonly DayRow[], key: 'up' | 'slow' | 'down'): number =>
  rows.reduce((sum, row) => sum + row[key], 0)

function daysOf(rows: readonly DayRow[], now: Date): StatusDay[] {
  const first = firstDay(now).getTime()
  return Array.from({ length: STATUS_PROBES.historyDays }, (_, index) => {
    const date = new Date(first + index * DAY_MS).toISOString().slice(0, 10)
    const row = rows.find(({ day }) => day === date)
    if (!row) return { date, status: null, uptime: null, probes: 0 }
    const { up, slow, down, planned, had_outage: hadOutage } = row
    return {
      date,
      status: dayStatus({ up, slow, down, planned, hadOutage }),
      uptime: uptimePercent(up + slow, down),
      probes: up + slow + down + planned,
    }
  })
}

/** The beginning, in UTC, of the oldest of the days that are shown. */
function firstDay(now: Date): Date {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return new Date(today - (STATUS_PROBES.historyDays - 1) * DAY_MS)
}

function isPlanned(windows: readonly Maintenance[], service: ServiceId, now: Date): boolean {
  return windows.some(
    ({ services, starts_at, ends_at }) =>
      services.includes(service) && new Date(starts_at) <= now && now < new Date(ends_at),
  )
}
