import { isReadPurpose } from '#contract/audit/read-purpose.ts'
import type { AuditEvent } from '#vault/audit/audit-log.ts'

type TypedEvent = Pick<AuditEvent, 'event_type' | 'details'>

/** Every event that is described in more detail than by its type, with its name then. The log keeps which columns changed. */
const ACTIONS: Record<string, (event: TypedEvent) => string | undefined> = {
  'file_records.update': ({ details }) => changeOf(details, 'folder_id') ?? fileChange(details),
  'file_records.read': ({ details }) => (isReadPurpose(details['purpose']) ? details['purpose'] : undefined),
  'folders.update': ({ details }) =>
    changeOf(details, 'parent_folder_id') ?? (has(details, 'name') ? 'renamed' : undefined),
  'share_links.update': ({ details }) => (has(details, 'version') ? 'changed' : undefined),
  'account_wraps.insert': ({ details }) => (details['id'] === 'recovery' ? 'kit_made' : undefined),
  'account_wraps.update': ({ details }) => (details['id'] === 'recovery' ? kitChange(details) : undefined),
  logout: (event) => (event.details['unused'] === true ? 'unused' : isByOperator(event) ? 'by_operator' : undefined),
  'invitations.update': ({ details }) => (has(details, 'accepted_at') ? 'accepted' : undefined),
  'team_space_members.update': ({ details }) => (has(details, 'role') ? 'role' : undefined),
}

/** The type of an event, followed by what was done where the type alone does not say: `file_records.update.renamed`. */
export function actionOf(event: TypedEvent): string {
  const action = ACTIONS[event.event_type]?.(event)
  return action ? `${event.event_type}.${action}` : event.event_type
}

/** A command at the machine of the server did it: then the person of the event is whose account it was done to. */
export const isByOperator = ({ details }: Pick<AuditEvent, 'details'>): boolean => details['by'] === 'operator'

/** A program with the secret key of the server did it, and the person of the event is whose account it was done to, as for an operator. */
export const isByProgram = ({ details }: Pick<AuditEvent, 'details'>): boolean => details['by'] === 'admin'

/** An identity provider did it, and the person of the event is whose account it was done to. */
export const isByProvider = ({ details }: Pick<AuditEvent, 'details'>): boolean => details['by'] === 'scim'

/** What files and folders have in common. Moving a file signs it again, which changes every sealed column as well. */
function changeOf(details: TypedEvent['details'], place: string): string | undefined {
  // Events of early versions do not say which way.
  if (has(details, 'trashed_at')) return { true: 'trashed', false: 'restored' }[String(details['trashed'])] ?? 'trash'
  if (has(details, place)) return 'moved'
  if (has(details, 'is_starred')) return details['starred'] === false ? 'unstarred' : 'starred'
  return undefined
}

/** A new account key is wrapped for the words as well, with a new password for instance; nobody looked at the kit then. */
function kitChange(details: TypedEvent['details']): string {
  return has(details, 'wrapped_key') ? 'kit_wrapped' : 'kit_checked'
}

function fileChange(details: TypedEvent['details']): string | undefined {
  const changed = changedIn(details)
  if (changed.includes('content_id')) return details['restored_version'] === undefined ? 'replaced' : 'version_back'
  if (changed.includes('original_name')) return 'renamed'
  // The grant or the link behind these has an event of its own.
  if (changed.includes('is_shared') || changed.includes('shared_record')) return 'shared'
  if (!changed.includes('last_accessed')) return undefined
  return details['purpose'] === 'download' ? 'downloaded' : 'opened'
}

const changedIn = (details: TypedEvent['details']): readonly unknown[] =>
  Array.isArray(details['changed']) ? (details['changed'] as unknown[]) : []

const has = (details: TypedEvent['details'], column: string): boolean => changedIn(details).includes(column)
