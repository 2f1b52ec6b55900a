import type { AuditEventType } from '#contract/audit/audit-events.ts'
import { SPACE_ROLES } from '#contract/organisation/space-roles.ts'
import { actionOf } from '#web/lib/event-action.ts'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { activity } from '#web/messages/activity.ts'
import { m } from '#web/messages/app.ts'
import { spaces as spaceWords } from '#web/messages/spaces.ts'

export type ActivityGroup = 'all' | 'files' | 'signIns' | 'keys'
type Says = keyof typeof activity.says
type Kind = { group: Exclude<ActivityGroup, 'all'>; says: Says }
/** One event in words. `person`: who else it is about, by id. */
export type Sentence = { says: Says; text: string; who: string; person: string | undefined }

/** The kinds of events that a person's own feed tells. What is not here is part of one of these: the bytes of an upload, for one. */
const KINDS: Partial<Record<AuditEventType, Kind>> = {
  'file_records.insert': { group: 'files', says: 'uploaded' },
  'file_records.update': { group: 'files', says: 'changed' },
  'file_records.delete': { group: 'files', says: 'deleted' },
  'file_access.insert': { group: 'files', says: 'sharedWith' },
  'file_access.update': { group: 'files', says: 'sharedWith' },
  'file_access.delete': { group: 'files', says: 'unsharedWith' },
  'file_records.read': { group: 'files', says: 'openedBy' },
  'share_links.download': { group: 'files', says: 'downloadedByLink' },
  'share_links.insert': { group: 'files', says: 'linkMade' },
  'share_links.update': { group: 'files', says: 'linkEnded' },
  'request_deliveries.delete': { group: 'files', says: 'received' },
  'file_requests.insert': { group: 'files', says: 'requestMade' },
  'file_requests.update': { group: 'files', says: 'requestEnded' },
  'team_space_epochs.insert': { group: 'files', says: 'spaceChanged' },
  'team_space_members.insert': { group: 'files', says: 'spaceAdded' },
  'team_space_members.update': { group: 'files', says: 'spaceRole' },
  'team_space_members.delete': { group: 'files', says: 'spaceRemoved' },
  'spaces.delete': { group: 'files', says: 'spaceDeleted' },
  'folders.insert': { group: 'files', says: 'folderMade' },
  'folders.update': { group: 'files', says: 'changed' },
  'folders.delete': { group: 'files', says: 'folderDeleted' },
  'tags.insert': { group: 'files', says: 'tagMade' },
  'tags.update': { group: 'files', says: 'tagChanged' },
  'tags.delete': { group: 'files', says: 'tagDeleted' },
  'file_tags.insert': { group: 'files', says: 'tagged' },
  'file_tags.delete': { group: 'files', says: 'untagged' },
  'login.succeeded': { group: 'signIns', says: 'signedIn' },
  'login.failed': { group: 'signIns', says: 'signInFailed' },
  logout: { group: 'signIns', says: 'signedOut' },
  signup: { group: 'signIns', says: 'signedUp' },
  'session.revoked': { group: 'signIns', says: 'sessionEnded' },
  'refresh.reuse_detected': { group: 'signIns', says: 'sessionStolen' },
  'mfa.verified': { group: 'signIns', says: 'factorUsed' },
  'mfa.failed': { group: 'signIns', says: 'factorFailed' },
  'reauthentication.succeeded': { group: 'signIns', says: 'confirmed' },
  'reauthentication.failed': { group: 'signIns', says: 'notConfirmed' },
  'email.confirmed': { group: 'keys', says: 'emailConfirmed' },
  'email.change_requested': { group: 'keys', says: 'emailChangeAsked' },
  'email.change_stopped': { group: 'keys', says: 'emailChangeStopped' },
  'email.changed': { group: 'keys', says: 'emailChanged' },
  'password.set': { group: 'keys', says: 'passwordSet' },
  'password.changed': { group: 'keys', says: 'passwordChanged' },
  'password.reset_requested': { group: 'keys', says: 'passwordResetAsked' },
  'password.reset': { group: 'keys', says: 'passwordReset' },
  'mfa.enrolled': { group: 'keys', says: 'factorAdded' },
  'mfa.removed': { group: 'keys', says: 'factorRemoved' },
  'mfa.recovery_codes_made': { group: 'keys', says: 'codesMade' },
  'passkey.registered': { group: 'keys', says: 'passkeyAdded' },
  'passkey.removed': { group: 'keys', says: 'passkeyRemoved' },
  'phone.changed': { group: 'keys', says: 'phoneChanged' },
  'identity.linked': { group: 'keys', says: 'identityLinked' },
  'identity.unlinked': { group: 'keys', says: 'identityUnlinked' },
  'user_key_bundles.insert': { group: 'keys', says: 'keysMade' },
  'account_wraps.insert': { group: 'keys', says: 'kitMade' },
  'account_wraps.update': { group: 'keys', says: 'passwordWrapped' },
  'profiles.update': { group: 'keys', says: 'profileChanged' },
  'notification_settings.insert': { group: 'keys', says: 'noticesChanged' },
  'notification_settings.update': { group: 'keys', says: 'noticesChanged' },
  'subscriptions.insert': { group: 'keys', says: 'subscriptionChanged' },
  'subscriptions.update': { group: 'keys', says: 'subscriptionChanged' },
  'enterprise_user_roles.insert': { group: 'keys', says: 'roleGiven' },
  'enterprise_user_roles.delete': { group: 'keys', says: 'roleTaken' },
  'former_members.insert': { group: 'keys', says: 'memberRemoved' },
  'former_members.delete': { group: 'keys', says: 'memberBack' },
  'suspended_members.insert': { group: 'keys', says: 'memberSuspended' },
  'suspended_members.update': { group: 'keys', says: 'memberSuspended' },
  'suspended_members.delete': { group: 'keys', says: 'suspensionEnded' },
  'tenant.suspended': { group: 'keys', says: 'tenantSuspended' },
  'tenant.resumed': { group: 'keys', says: 'tenantResumed' },
  'people_import.started': { group: 'keys', says: 'peopleImported' },
  'people_import.cancelled': { group: 'keys', says: 'importCancelled' },
  'invitations.insert': { group: 'keys', says: 'invited' },
  'invitations.update': { group: 'keys', says: 'invited' },
  'invitations.delete': { group: 'keys', says: 'inviteEnded' },
  'team.created': { group: 'keys', says: 'teamMade' },
  'team.renamed': { group: 'keys', says: 'teamChanged' },
  'team.deleted': { group: 'keys', says: 'teamDeleted' },
  'team.member_added': { group: 'keys', says: 'teamAdded' },
  'team.member_removed': { group: 'keys', says: 'teamRemoved' },
}

const kindOf = (type: string): Kind | undefined => KINDS[type as AuditEventType]

/** Kinds to ask the server for. */
export function typesOf(group: ActivityGroup): string[] {
  return Object.entries(KINDS).flatMap(([type, kind]) => (group === 'all' || kind.group === group ? [type] : []))
}

/** Which group an event belongs to. */
export function groupOf(event: AuditEvent): Kind['group'] {
  return kindOf(event.event_type)?.group ?? 'keys'
}

/** What is described in more detail than by its type; null for what another event describes. */
const ACTIONS: Record<string, Says | null> = {
  ...changesOf('file_records'),
  ...changesOf('folders'),
  // The link or the grant that changed it has a sentence of its own.
  'file_records.update.shared': null,
  'file_records.update.replaced': 'replaced',
  'file_records.update.version_back': 'versionBack',
  'file_records.update.opened': 'opened',
  'file_records.update.downloaded': 'downloaded',
  'file_records.read.download': 'downloadedBy',
  'file_records.read.preview': 'viewedBy',
  'file_records.read.thumbnail': 'seenInListBy',
  'file_records.read.copy': 'copiedBy',
  'share_links.update.changed': 'linkChanged',
  // With the password's own way into the vault the kit's is made as well, and one sentence is enough for both.
  'account_wraps.insert': null,
  'account_wraps.insert.kit_made': 'kitMade',
  'account_wraps.update.kit_checked': 'kitChecked',
  'account_wraps.update.kit_wrapped': 'kitWrapped',
  // The session of a mailed link, which the browser did not take: nobody had signed in with it.
  'logout.unused': null,
  'logout.by_operator': 'operatorSignedOut',
  'invitations.update.accepted': null,
  // Written by early versions for everybody whose key was wrapped again.
  'team_space_members.update': null,
  'team_space_members.update.role': 'spaceRole',
}

/** What one reads of somebody else's; a picture in a list was no act. */
const OWN_READS: Record<string, Says | null> = {
  'file_records.read': 'opened',
  'file_records.read.download': 'downloaded',
  'file_records.read.preview': 'opened',
  'file_records.read.thumbnail': null,
  'file_records.read.copy': 'copied',
}

/** What one does to oneself. Who makes a space is its first member, and nobody adds themselves to another. */
const MINE: Record<string, Says> = {
  'file_access.delete': 'left',
  'team_space_members.insert': 'spaceMade',
  'team_space_members.delete': 'spaceLeft',
  'team.member_added': 'teamJoined',
  'team.member_removed': 'teamLeft',
}

function changesOf(table: string): Record<string, Says> {
  const actions = ['moved', 'renamed', 'trashed', 'restored', 'trash', 'starred', 'unstarred'] as const
  return Object.fromEntries(actions.map((action) => [`${table}.update.${action}`, action]))
}

type Known = {
  /** Files, folders, spaces, requests and tags that are still there, people, and whom invitations were for, by id. */
  names: ReadonlyMap<string, string>
  /** Whose feed it is. */
  me: string
}

/** One event as a sentence; null for one that another sentence tells already. */
export function sentenceOf(event: AuditEvent, { names, me }: Known): Sentence | null {
  const says = saysOf(event, me)
  if (says === null) return null
  const { id, file_id: fileId, tag_id: tagId, restored_version: version } = event.details
  const nameOf = (key: unknown) => (typeof key === 'string' ? names.get(key) : undefined)
  const name = nameOf(fileId) ?? nameOf(id)
  // A delivery that was deleted instead never became a file.
  if (name === undefined && says === 'received') return null
  // What an end of sharing was about is gone with a deleted file, and belongs to others when a member was removed.
  if (name === undefined && says === 'unsharedWith') return null
  const person = personOf(event, me)
  const words = activity
  const who = nameOf(person) ?? (says.endsWith('By') ? words.somebodyBegins : words.somebody)
  const message = words.says[says]
  const about = {
    name: name ?? unnamed(event),
    who,
    tag: nameOf(tagId ?? id) ?? words.goneTag,
    role: roleIn(event),
    version: String(version),
    team: typeof event.details['team'] === 'string' ? event.details['team'] : '',
  }
  return { says, text: typeof message === 'string' ? message : message(about), who, person }
}

/** What a role is called where it is one: a viewer of a space is another than one of the organisation. */
function roleIn({ event_type: type, details: { role } }: AuditEvent): string | undefined {
  if (typeof role !== 'string') return undefined
  if (!type.startsWith('team_space_')) return m.team.role(role)
  const inSpace = SPACE_ROLES.find((one) => one === role)
  return inSpace && spaceWords.role(inSpace)
}

function unnamed({ event_type: type, details }: AuditEvent): string {
  if (type.startsWith('share_links.') && typeof details['files'] === 'number')
    return activity.someFiles(details['files'])
  // Events of early versions do not say which file a link was for.
  if (type.startsWith('share_links.') && details['file_id'] === undefined) return activity.someFile
  if (type.startsWith('folders.')) return activity.goneFolder
  if (type.startsWith('team_space_')) return activity.goneSpace
  return type.startsWith('file_requests.') ? activity.goneRequest : activity.gone
}

/** What the server alone says: the notice beside a list tells so. */
export const isReadByOthers = ({ event_type: type }: AuditEvent): boolean =>
  type === 'file_records.read' || type === 'share_links.download'

const ABOUT_PEOPLE = ['enterprise_user_roles.', 'former_members.', 'suspended_members.', 'invitations.']

/** Whom else than the person of the feed an event is about; an invitation stands for who is invited. */
export function personOf(event: AuditEvent, me: string): string | undefined {
  const person = anybodyIn(event, me)
  return person === me ? undefined : person
}

function anybodyIn({ event_type: type, user_id: actor, details }: AuditEvent, me: string): string | undefined {
  if (ABOUT_PEOPLE.some((table) => type.startsWith(table))) return idIn(details['id'])
  if (type === 'file_records.read') return actor === me ? idIn(details['owner_id']) : (actor ?? undefined)
  return idIn(details['person'])
}

const idIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function saysOf(event: AuditEvent, me: string): Says | null {
  const { event_type: type, details } = event
  const action = actionOf(event)
  // Of a role the log keeps whose it is; that may be somebody else, whose new role or removal tells of the old one too.
  if (type.startsWith('enterprise_user_roles.') && details['id'] !== event.user_id) {
    return type.endsWith('.insert') ? 'roleChanged' : null
  }
  if (type === 'file_records.read' && event.user_id === me) return OWN_READS[action] ?? null
  if (details['person'] === me && Object.hasOwn(MINE, type)) return MINE[type] ?? null
  const says = ACTIONS[action]
  return says === undefined ? (kindOf(type)?.says ?? null) : says
}
