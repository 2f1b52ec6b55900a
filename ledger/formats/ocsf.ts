import type { EventRow } from '../events/event-row.ts'
import { OTHER_ACTIVITY, type OcsfTarget, ocsfKindOf } from './ocsf-class.ts'

/** The version of the schema that every kind of event is validated against (`ledger/vectors/ocsf.json`). */
const SCHEMA_VERSION = '1.9.0-dev'
const PRODUCT = 'QuantumShield'

/** By `risk_level` of our events. */
const SEVERITY: Record<string, number> = { low: 2, medium: 3, high: 4, critical: 5 }
const RISK: Record<string, number> = { low: 1, medium: 2, high: 3, critical: 4 }
const UNKNOWN = 0

export type OcsfEvent = Readonly<Record<string, unknown>>

/**
 * An event of the audit log in the Open Cybersecurity Schema Framework. What its classes have no place for is in `unmapped`.
 *
 * @param index its place in the log of its organisation, where that is known.
 */
export function ocsfEvent(row: EventRow, index?: number): OcsfEvent {
  const { kind, activity } = ocsfKindOf(row.event_type)
  return {
    ...classification(row, kind, activity),
    // Reads a text, not the clock.
    // oxlint-disable-next-line no-restricted-globals
    time: Math.floor(Date.parse(row.created_at)),
    message: row.action,
    metadata: {
      version: SCHEMA_VERSION,
      product: { name: PRODUCT, vendor_name: PRODUCT },
      profiles: ['security_control'],
      uid: row.id,
      event_code: row.event_type,
      log_name: 'audit',
      original_time: row.created_at,
      ...(index !== undefined && { sequence: index }),
    },
    ...outcome(row),
    ...about(row, kind.target),
    unmapped: { category: row.event_category, details: row.details },
  }
}

function classification(
  { event_type: type, risk_level: risk }: EventRow,
  kind: { uid: number; category: number },
  activity: number,
) {
  return {
    category_uid: kind.category,
    class_uid: kind.uid,
    activity_id: activity,
    ...(activity === OTHER_ACTIVITY && { activity_name: type }),
    type_uid: kind.uid * 100 + activity,
    severity_id: SEVERITY[risk] ?? UNKNOWN,
    ...(RISK[risk] !== undefined && { risk_level_id: RISK[risk] }),
  }
}

function outcome({ status }: EventRow) {
  if (status === 'success') return { status_id: 1, status: 'Success' }
  const failed = { status_id: 2, status: 'Failure', status_code: status }
  return status === 'blocked' ? { ...failed, action_id: 2, disposition_id: 2 } : failed
}

function about(row: EventRow, target: OcsfTarget) {
  const { id, event_type: type, details } = row
  const object = textIn(details, 'file_id') ?? textIn(details, 'id')
  switch (target) {
    case 'none':
      return {}
    case 'finding':
      return { finding_info: { uid: id, title: type } }
    case 'session':
      return { ...caller(row), user: affected(row), service: { name: PRODUCT } }
    case 'user':
      return { ...caller(row), user: affected(row) }
    case 'entity':
      return { ...caller(row), entity: { uid: object ?? id, type: type.split('.')[0] ?? type } }
    case 'file':
      return {
        ...caller(row),
        src_endpoint: from(details) ?? { name: 'not recorded' },
        // Names are encrypted for people: to a log a file is its id.
        file: { name: object ?? id, uid: object ?? id, type_id: 1, is_encrypted: true },
      }
  }
}

/** Who did it, and from where. */
function caller({ user_id: userId, details }: EventRow) {
  const [endpoint, session, agent] = [from(details), textIn(details, 'session_id'), textIn(details, 'user_agent')]
  return {
    actor: {
      ...(userId === null ? { app_name: PRODUCT } : { user: { uid: userId } }),
      ...(session !== undefined && { session: { uid: session } }),
    },
    ...(endpoint && { src_endpoint: endpoint }),
    ...(agent !== undefined && { http_request: { user_agent: agent } }),
  }
}

function affected({ user_id: userId, details }: EventRow) {
  const uid = textIn(details, 'person') ?? userId
  return uid === null ? { name: 'not recorded' } : { uid }
}

function from(details: EventRow['details']) {
  const ip = textIn(details, 'ip')
  return ip === undefined ? undefined : { ip }
}

function textIn(details: EventRow['details'], name: string): string | undefined {
  const value = details[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
