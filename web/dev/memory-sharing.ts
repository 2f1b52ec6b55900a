import {
  type Access,
  type FoundPeople,
  type FoundPerson,
  type SharingClient,
  VaultError,
} from '#web/lib/vault-client.ts'

const DAY_MS = 86_400_000
const GROUPS = '48213 90577 11240 66931 02458 77310 59002 31847 24689 80135 97246 15308'
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** Sharing in memory: `nobody@…` is unknown, `changed@…` has other keys than before; `?shared=none` shares nothing. */
export function createMemorySharing(settings: URLSearchParams): SharingClient {
  const isEmpty = settings.get('shared') === 'none'
  let person: FoundPerson = { userId: 'bob', email: '', name: 'Bob Example', trust: 'new', safetyNumber: GROUPS }
  let group: FoundPeople['people'] = []
  let access: Access = isEmpty ? { people: [], links: [] } : sampleAccess()
  return {
    findPerson: async (email) => {
      if (email.startsWith('nobody')) throw new VaultError('person_unknown', 'nobody')
      person = { ...person, email, trust: email.startsWith('changed') ? 'changed' : 'new' }
      return person
    },
    markCompared: async () => (person = { ...person, trust: 'compared' }),
    findPeople: async (emails) => {
      const known = emails.filter((email) => !email.startsWith('nobody'))
      group = known.map((email) => {
        const trust = email.startsWith('changed') ? 'changed' : 'new'
        return { userId: email, email, name: '', trust }
      })
      const missing = emails.filter((email) => !known.includes(email))
      return { people: group, missing: missing.map((email) => ({ email, code: 'person_unknown' })) }
    },
    shareWithPeople: async (fileId, userIds, days) => {
      const expiresAt = days === null ? null : inDays(days)
      const people = [person, ...group].filter(({ userId }) => userIds.includes(userId))
      const grants = people.map(({ userId, email, name }) => ({
        fileId,
        userId,
        email,
        name,
        sharedAt: inDays(0),
        expiresAt,
      }))
      access.people = [...grants, ...access.people]
      return []
    },
    shareByLink: async ({ fileId, days, password, maxDownloads }) => {
      const id = crypto.randomUUID()
      const hasPassword = password !== null
      const link = {
        id,
        fileId,
        hasPassword,
        expiresAt: inDays(days),
        maxDownloads,
        downloads: 0,
        createdAt: inDays(0),
      }
      access.links = [link, ...access.links]
      return `${location.origin}/s/${id}#${'A'.repeat(43)}`
    },
    byMe: async (fileId) => ({
      people: access.people.filter((grant) => fileId === undefined || grant.fileId === fileId),
      links: access.links.filter((link) => fileId === undefined || link.fileId === fileId),
    }),
    endGrant: async (fileId, userId) => {
      const people = access.people.filter((grant) => grant.fileId !== fileId || grant.userId !== userId)
      access = { ...access, people }
    },
    endGrants: async (fileId) => {
      access = { ...access, people: access.people.filter((grant) => grant.fileId !== fileId) }
    },
    endLink: async (id) => void (access = { ...access, links: access.links.filter((link) => link.id !== id) }),
    withMe: async () => (isEmpty ? [] : SHARED),
    leave: async () => undefined,
    download: async () => undefined,
    view: async () => {
      throw new VaultError('share_ended', 'The memory holds no contents.')
    },
  }
}

const sampleAccess = (): Access => ({
  people: [
    {
      fileId: 'file-1',
      userId: 'grace',
      email: 'grace@example.com',
      name: 'Grace Example',
      sharedAt: inDays(-2),
      expiresAt: null,
    },
  ],
  links: [
    {
      id: 'link-1',
      fileId: 'file-1',
      hasPassword: true,
      expiresAt: inDays(6),
      maxDownloads: 5,
      downloads: 2,
      createdAt: inDays(-1),
    },
  ],
})

const SHARED = [
  {
    id: 'shared-1',
    name: 'Clinical trial 2026.pdf',
    mimeType: 'application/pdf',
    sizeBytes: 4_812_331,
    ownerId: 'grace',
    ownerEmail: 'grace@example.com',
    ownerName: 'Grace Example',
    trust: 'seen' as const,
    sharedAt: inDays(-1),
    expiresAt: inDays(29),
    problem: null,
  },
]
