import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { csvHead, csvLine } from '#contract/csv/csv.ts'
import { type DemoName, demoNames } from '#contract/organisation/demo.ts'
import { invitePeople, listPeopleImports, previewPeople } from '#vault/organisation/people-import.ts'
import { nameMyself } from '#vault/organisation/team.ts'
import { VaultApi } from '#vault/session/api.ts'
import { newCredentials } from '#vault/session/credentials.ts'
import { AT_ONCE, type DemoPerson, type DemoServer, enrol, newPassword } from './people.ts'

/** An organisation that is there, with an invitation for its owner. */
export type Invited = {
  server: DemoServer & { publishableKey: string }
  people: number
  domain: string
  /** Passwords of the first people. Those of the others are drawn, and nobody is told. */
  passwords: readonly string[]
  /** Secret of the link that a mail would bring. */
  invitationOf: (email: string) => Promise<string>
}

const joined = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) })
const ASK_MS = 500

/**
 * Accepts invitations as browsers do: that of the owner, who then invites everybody else by a list, and theirs.
 * @param onMade hears how many there are.
 */
export async function joinPeople(
  invited: Invited,
  onMade: (made: number) => void,
): Promise<[owner: DemoPerson, ...others: DemoPerson[]]> {
  const [first, ...names] = demoNames(invited.people, invited.domain)
  if (!first) throw new RangeError('an organisation has at least one person')
  const owner = await join(invited, first, invited.passwords[0])
  onMade(1)
  await inviteAll(owner, names)
  const others: DemoPerson[] = []
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const next = names.slice(at, at + AT_ONCE)
    const passwordOf = (step: number) => invited.passwords[1 + at + step]
    others.push(...(await Promise.all(next.map((name, step) => join(invited, name, passwordOf(step))))))
    onMade(others.length + 1)
  }
  return [owner, ...others]
}

/** By a list, which counts as one invitation: forty would take an hour and a half. */
async function inviteAll({ api, vault }: DemoPerson, names: readonly DemoName[]): Promise<void> {
  const rows = names.map(({ email, firstName, lastName, role }) => csvLine([email, firstName, lastName, role]))
  const csv = csvHead(['email', 'first_name', 'last_name', 'role']) + rows.join('')
  const preview = await previewPeople(api, csv)
  if ('problem' in preview || preview.invited !== names.length) throw new Error('the list of people was not taken')
  const id = await invitePeople(api, vault, { csv, digest: preview.digest })
  // A link of before its mail would be replaced by it.
  while ((await listPeopleImports(api)).some((list) => list.id === id && list.state === 'sending')) await sleep(ASK_MS)
}

async function join(
  { server, invitationOf }: Invited,
  name: DemoName,
  password: string = newPassword(),
): Promise<DemoPerson> {
  const { url: baseUrl, publishableKey } = server
  const { email, firstName, lastName } = name
  const stranger = new VaultApi({ baseUrl, publishableKey, accessToken: async () => undefined })
  const { access_token: token, user } = joined.parse(
    await stranger.auth('verify', { type: 'invite', token_hash: await invitationOf(email) }),
  )
  const api = new VaultApi({ baseUrl, publishableKey, accessToken: async () => token })
  const credentials = await newCredentials(password)
  const { authSecret, kdf } = credentials
  const data = { first_name: firstName, last_name: lastName }
  await api.fetch('/auth/v1/user', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: authSecret, data, vault: { kdf } }),
  })
  const vault = await enrol(api, user.id, { credentials, server })
  await nameMyself(api, user.id, { firstName, lastName })
  return { ...name, password, userId: user.id, api, vault }
}
