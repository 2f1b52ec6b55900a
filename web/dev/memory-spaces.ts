import { type SpacesClient, type TeamSpace, VaultError } from '#web/lib/vault-client.ts'

/** Team spaces in memory, without anything in them. */
export function createMemorySpaces(): SpacesClient {
  const me = { userId: 'ada', email: 'ada@example.com', name: 'Ada Example', isMe: true }
  const bob = { userId: 'bob', email: 'bob@example.com', name: 'Bob Example', isMe: false, role: 'editor' as const }
  const space = (id: string, name: string, rest: Partial<TeamSpace> = {}): TeamSpace => ({
    id,
    name,
    role: 'manager',
    epoch: 1,
    rosterHash: 'A'.repeat(43),
    code: '12345 67890 12345 67890 12345 67890',
    members: [{ ...me, role: 'manager' }, bob],
    leavers: [],
    createdAt: new Date(0).toISOString(),
    problem: null,
    ...rest,
  })
  let spaces = [
    space('board', 'Board'),
    space('sales', 'Sales', { role: 'viewer' }),
    { ...space('odd', ''), name: null, members: [], problem: 'space_refused' as const },
  ]
  const change = (id: string, edit: (one: TeamSpace) => TeamSpace[]) => {
    spaces = spaces.flatMap((one) => (one.id === id ? edit(one) : [one]))
  }
  return {
    list: async () => spaces,
    create: async ({ name }) => {
      spaces = [...spaces, space(name, name)]
      return name
    },
    change: async ({ id, name, members }) => {
      if (members?.length === 0) throw new VaultError('last_manager', 'a space keeps its manager')
      change(id, (one) => [{ ...one, name: name ?? one.name, leavers: [] }])
    },
    leave: async (id) => change(id, () => []),
    remove: async (id) => change(id, () => []),
    enter: (_, client) => client,
  }
}
