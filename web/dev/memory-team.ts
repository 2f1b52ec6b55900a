import { type Domain, type Invitation, type Member, type TeamClient, VaultError } from '#web/lib/vault-client.ts'

const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const member = (name: string, rest: Partial<Member>): Member => ({
  userId: name.toLowerCase(),
  email: `${name.toLowerCase()}@example.com`,
  name: `${name} Example`,
  roles: ['member'],
  isMe: false,
  hasVault: true,
  trust: 'seen',
  joinedAt: ago(40),
  lastActiveAt: ago(0.1),
  removedAt: null,
  ...rest,
})

/** A team in memory; the last owner stays one here too. */
export function createMemoryTeam(): TeamClient {
  let members = [
    member('Ada', { roles: ['owner'], isMe: true, trust: null }),
    member('Bob', { roles: ['admin'], trust: 'compared' }),
    member('Carol', { hasVault: false, trust: null, lastActiveAt: ago(3) }),
    member('Dan', { trust: 'changed' }),
    member('Eve', { removedAt: ago(2), roles: [] }),
  ]
  let domains: Domain[] = []
  let invitations: Invitation[] = [
    { id: 'one', email: 'frank@example.com', role: 'viewer', sentAt: ago(1), expiresAt: ago(-6) },
    { id: 'two', email: 'grace@example.com', role: 'admin', sentAt: ago(9), expiresAt: ago(2) },
  ]
  const change = (userId: string, rest: Partial<Member>) => {
    members = members.map((one) => (one.userId === userId ? { ...one, ...rest } : one))
  }
  return {
    list: async () => ({ organisation: 'Example organisation', members }),
    invitations: async () => invitations,
    invite: async ({ email, role }) => {
      const id = crypto.randomUUID()
      invitations = [{ id, email, role, sentAt: ago(0), expiresAt: ago(-7) }, ...invitations]
      return `${location.origin}/join#email=${email}&from=ada&by=ada&key=${'A'.repeat(43)}`
    },
    revoke: async (id) => void (invitations = invitations.filter((one) => one.id !== id)),
    changeRole: async (userId, role) => {
      if (userId === 'ada' && role !== 'owner') throw new VaultError('last_owner', 'the last owner')
      change(userId, { roles: [role] })
    },
    remove: async (userId) => change(userId, { removedAt: ago(0), roles: [] }),
    restore: async (userId) => change(userId, { removedAt: null, roles: ['member'] }),
    pinInviter: async () => undefined,
    domains: async () => domains,
    addDomain: async (domain) => {
      const record = { name: `_quantumshield.${domain}`, value: 'quantumshield-domain=0123456789abcdef' }
      domains = [
        ...domains,
        { id: crypto.randomUUID(), domain, record, isVerified: false, missingSince: null, checkedAt: null },
      ]
    },
    checkDomain: async () => false,
    removeDomain: async (id) => void (domains = domains.filter((one) => one.id !== id)),
  }
}
