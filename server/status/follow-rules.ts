import { STATUS_SERVICES, type ServiceId } from '#contract/status.ts'
import type { Transaction } from '../db/database.ts'
import { closedText, openedWords, SEVERITY } from './incident-words.ts'
import {
  insertIncident,
  insertUpdate,
  lastResolved,
  lockIncidents,
  type OpenIncident,
  openIncidents,
  resolveIncident,
} from './incidents.sql.ts'
import { type KeptSample, LOOK_BACK_MS, type Move, movesOf, serviceStatus } from './status-rules.ts'
import { presentSample, type SampleRow, samplesSince } from './status.sql.ts'

/** What others stand on comes first: one incident for a stopped database, not four. */
const CAUSES: readonly ServiceId[] = ['database', 'storage', 'api', 'auth', 'mail', 'ai', 'ledger']

/**
 * Opens and closes incidents for samples that were saved, from `first` on. Harmless to repeat.
 *
 * @returns false when another node does so now: then they wait for the next round.
 */
export async function followRules(db: Transaction, first: { slot: number; at: Date }): Promise<boolean> {
  const { rows: locks } = await db.query<{ is_mine: boolean }>({ text: lockIncidents })
  if (!locks[0]?.is_mine) return false
  const since = new Date(first.at.getTime() - LOOK_BACK_MS)
  const { rows: kept } = await db.query<SampleRow>(samplesSince(since))
  const { rows: open } = await db.query<OpenIncident>({ text: openIncidents })
  const { rows: resolved } = await db.query<{ opened_for: ServiceId; resolved_at: Date }>(lastResolved(since))
  const samples = kept.map(presentSample)
  const moves = CAUSES.flatMap((service, rank) =>
    movesOf(samplesOf(samples, service), {
      after: first.slot - 1,
      isOpen: open.some(({ opened_for }) => opened_for === service),
    }).map((move) => ({ ...move, service, rank })),
  ).sort((a, b) => a.slot - b.slot || a.rank - b.rank)

  for (const move of moves) {
    // Somebody resolved it while it fails: they are believed until the look back no longer reaches that far.
    const isResolved = resolved.some(
      ({ opened_for, resolved_at }) => opened_for === move.service && resolved_at >= move.since,
    )
    if (move.kind === 'open' && isResolved) continue
    if (move.kind === 'open') await openBy(db, open, { ...move, affected: inOutage(samples, move) })
    else await closeBy(db, open, move)
  }
  return true
}

type ServiceMove = Move & { service: ServiceId }

async function openBy(
  db: Transaction,
  open: OpenIncident[],
  move: ServiceMove & { affected: ServiceId[] },
): Promise<void> {
  const { service, at, since } = move
  // A person, or the rule for what this service stands on, has said it already.
  if (open.some(({ services }) => services.includes(service))) return
  const services = [service, ...move.affected.filter((id) => id !== service)]
  const { title, text } = openedWords(service, services, since)
  const { rows } = await db.query<{ id: string }>(
    insertIncident({ openedFor: service, services, severity: SEVERITY[service], title, text, at }),
  )
  const [made] = rows
  if (!made) return
  await db.query(insertUpdate({ incidentId: made.id, status: 'investigating', text, at }))
  open.push({ id: made.id, opened_for: service, services, created_at: at })
}

async function closeBy(db: Transaction, open: OpenIncident[], { service, at, since }: ServiceMove): Promise<void> {
  const index = open.findIndex(
    // One that began later is not over because all was well before it.
    ({ opened_for, created_at }) => opened_for === service && created_at <= at,
  )
  const [incident] = index < 0 ? [] : open.splice(index, 1)
  if (!incident) return
  const { rows } = await db.query(resolveIncident(incident.id, at))
  if (!rows[0]) return
  await db.query(insertUpdate({ incidentId: incident.id, status: 'resolved', text: closedText(service, since), at }))
}

function inOutage(samples: readonly KeptSample[], { slot, at }: Move): ServiceId[] {
  return STATUS_SERVICES.map(({ id }) => id).filter((id) => {
    const newestFirst = samplesOf(samples, id)
      .filter((sample) => sample.slot <= slot && !sample.isPlanned)
      .toReversed()
    return serviceStatus(newestFirst, { now: at, isInMaintenance: false }) === 'outage'
  })
}

const samplesOf = (samples: readonly KeptSample[], service: ServiceId): KeptSample[] =>
  samples.filter((sample) => sample.service === service)
