import type { Health, Waits } from '#web/lib/remote/vault-client.ts'
import { admin } from '#web/messages/admin.ts'

type Rights = { mayWriteStatus: boolean }
/** Something is wrong now. `to`: where it is seen or mended; `isPublic`: outside of the app. */
export type Alert = { id: string; text: string; isSevere: boolean; to: string; isPublic?: true }
type Found = { waits: Waits | undefined; health: (Health & { doesDatabaseAnswer: boolean }) | undefined }

const text = admin.overview.alerts

/** Only what is wrong: nothing of it is there while nothing is, and nothing is made up of what could not be read. */
export function alertsOf({ waits, health }: Found, rights: Rights): Alert[] {
  const troubled = (health?.services ?? []).filter(
    ({ isSetUp, status }) => isSetUp && (status === 'degraded' || status === 'outage'),
  )
  const isUnwitnessed = troubled.some(({ id }) => id === 'ledger') && typeof waits?.unwitnessed === 'number'
  return [
    ...counted('incidents', waits?.incidents, '/admin/security', true),
    ...(health && !health.doesDatabaseAnswer
      ? [{ id: 'database asked', text: text.database, isSevere: true, ...statusPage(rights) }]
      : []),
    ...troubled
      .filter(({ id }) => id !== 'ledger' || !isUnwitnessed)
      .map(({ id, status }) => ({
        id: `service ${id}`,
        text: text.service(admin.overview.health.services[id], admin.overview.health.state(status ?? 'unknown')),
        isSevere: status === 'outage',
        ...statusPage(rights),
      })),
    ...(isUnwitnessed ? counted('unwitnessed', waits.unwitnessed, '/admin/security', false) : []),
    ...counted('checks', waits?.checks, '/admin/comprehensive-test', false),
    ...counted('disks', waits?.disks, '/admin/operations', true),
    ...counted('storage', waits?.storage, '/admin/users', false),
  ]
}

type Kind = 'incidents' | 'unwitnessed' | 'checks' | 'disks' | 'storage'

const counted = (kind: Kind, count: number | null | undefined, to: string, isSevere: boolean): Alert[] =>
  count ? [{ id: kind, text: text[kind](count), isSevere, to }] : []

const statusPage = ({ mayWriteStatus }: Rights) =>
  mayWriteStatus ? { to: '/admin/status' } : { to: '/status', isPublic: true as const }
