import { afterAll, beforeAll, beforeEach } from 'vitest'
import { inviteMember, listTeam } from '#vault/organisation/team.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'

export let server: TestServer
/** The first account owns the organisation. */
export let ada: VaultPerson
export let bob: VaultPerson
export let eve: VaultPerson

/** An organisation of Ada, with two new members for each test. */
export function stageTeam(): void {
  beforeAll(async () => {
    server = await startServer()
    ada = await personWithVault(server)
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    ;[bob, eve] = await Promise.all([personWithVault(server), personWithVault(server)])
  })
}

type Members = Awaited<ReturnType<typeof listTeam>>['members']

export const memberIn = (members: Members, { userId }: VaultPerson) => members.find((one) => one.userId === userId)
export const withAddress = (members: Members, email: string) => members.find((one) => one.email === email)

export function invite(who: VaultPerson, email: string, role: 'owner' | 'admin' | 'member'): Promise<string> {
  return inviteMember(who.api, who.vault, { email, role, ownEmail: who.email })
}

export const inviterOf = ({ userId, email, vault }: VaultPerson) => ({
  userId,
  email,
  isHandedOver: true,
  fingerprint: Buffer.from(vault.keyFingerprint, 'hex').toString('base64url'),
})

/** What the fragment of the mailed address says. */
export async function invitedBy(email: string): Promise<{ token: string; from: string; key: string }> {
  const { text } = await server.mailbox.next(email)
  const hash = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').hash.slice(1)
  const parts = new URLSearchParams(hash)
  return { token: parts.get('token') ?? '', from: parts.get('from') ?? '', key: parts.get('key') ?? '' }
}

/** Moves somebody to an organisation of their own, as its owner. @returns its id. */
export async function inOtherOrganisation({ userId }: VaultPerson, at = server): Promise<string> {
  const { rows } = await at.database.owner<{ id: string }>(
    `with other as (insert into tenants (name) values ('Other') returning id),
          moved as (update profiles set tenant_id = (select id from other) where user_id = $1),
          gone as (delete from enterprise_user_roles where user_id = $1 returning id)
     insert into enterprise_user_roles (user_id, tenant_id, role) select $1, id, 'owner' from other returning tenant_id as id`,
    [userId],
  )
  return rows[0]?.id ?? ''
}
