import { actionOf } from '#web/lib/event-action.ts'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'

/** A new list of members and the changes in it are written by one statement, each with its own time. */
const TOGETHER_MS = 5000
const MEMBER_CHANGES = new Set([
  'team_space_members.insert',
  'team_space_members.update.role',
  'team_space_members.delete',
])

/** Which of these events need no line of their own, because another of them is about the same. */
export function coveredElsewhere(events: readonly AuditEvent[]): (event: AuditEvent) => boolean {
  const idsOf = (wanted: string) =>
    new Set(events.filter(({ event_type: type }) => type === wanted).map(({ details }) => details['id']))
  const received = idsOf('request_deliveries.delete')
  const deleted = idsOf('spaces.delete')
  const changes = events.filter((event) => MEMBER_CHANGES.has(actionOf(event)))

  return (event) => {
    const { id } = event.details
    switch (event.event_type) {
      // Nobody here uploaded it; that it came in is in the list already.
      case 'file_records.insert':
        return received.has(id)
      case 'team_space_epochs.insert':
        return changes.some((change) => change.details['id'] === id && isTogether(change, event))
      case 'team_space_members.delete':
        return deleted.has(id)
      default:
        return false
    }
  }
}

function isTogether(one: AuditEvent, other: AuditEvent): boolean {
  return Math.abs(Date.parse(one.created_at) - Date.parse(other.created_at)) <= TOGETHER_MS
}
