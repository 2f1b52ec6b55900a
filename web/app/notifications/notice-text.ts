import { featureNotice } from '#contract/features/all-facts.ts'
import { m } from '#web/messages/app.ts'
import { factWords } from '#web/messages/fact-words.ts'
import type { Notice, SharedFile } from '#web/lib/remote/vault-client.ts'
import { notices as noticeWords } from '#web/messages/notifications.ts'
import type { NoticeAbout } from '#web/messages/notifications.ts'

/** What this browser can name: team spaces and requests by `names`, and files that people share with this account. */
export type Known = {
  people: ReadonlyMap<string, { label: string }>
  names: ReadonlyMap<string, string>
  sharedFiles: readonly Pick<SharedFile, 'id' | 'name' | 'ownerId' | 'sharedAt'>[]
}

/** Of what somebody shares within these minutes only the first file makes a notice. */
const ONE_NOTICE_MS = 10 * 60_000

/** A notice in words, with the names that its ids stand for. */
export function noticeText(notice: Notice, known: Known): string {
  const { says, unknownKind } = noticeWords
  const fact = featureNotice(notice.kind)
  if (fact) return factWords(fact.says)(textOf(notice.details['name']))
  return Object.hasOwn(says, notice.kind)
    ? says[notice.kind as keyof typeof says](aboutOf(notice, known))
    : unknownKind(notice.kind)
}

/** Of what the server may know the name of. */
const textOf = (name: unknown): string | undefined => (typeof name === 'string' ? name : undefined)

/** Ids of the people whom a notice is about, first of who did it. */
export function peopleIn({ details }: Notice): string[] {
  const { shared_by, added_by, removed_by, changed_by, person, holder_id } = details
  return [shared_by, added_by, removed_by, changed_by, person, holder_id].filter((value) => typeof value === 'string')
}

function aboutOf(notice: Notice, { people, names, sharedFiles }: Known): NoticeAbout {
  const { event, count, shared_by: sharer, is_own: isOwn, role } = notice.details
  const id = notice.details['request_id'] ?? notice.details['space_id']
  const labelOf = (person: unknown) => (typeof person === 'string' ? people.get(person)?.label : undefined)
  const about = {
    event,
    count: typeof count === 'number' ? count : undefined,
    who: labelOf(peopleIn(notice)[0]),
    whom: labelOf(notice.details['person']),
    isOwn: isOwn === true,
    role: typeof role === 'string' ? m.team.role(role) : undefined,
    name: typeof id === 'string' ? names.get(id) : textOf(notice.details['name']),
  }
  if (notice.kind !== 'file_shared') return about
  const first = sharedFiles.find((file) => file.id === notice.details['file_id'])
  const together = sharedFiles.filter(({ ownerId, sharedAt }) => {
    const laterMs = Date.parse(sharedAt) - Date.parse(notice.createdAt)
    return ownerId === sharer && laterMs > -60_000 && laterMs < ONE_NOTICE_MS
  })
  return { ...about, name: first?.name ?? undefined, count: together.length }
}
