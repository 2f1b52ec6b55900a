import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isDomainName } from '#contract/organisation/organisation.ts'
import { domainTasks } from '#server/organisation/domains.ts'
import { type DnsServer, startDnsServer } from '../support/counterparts/dns-server.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let dns: DnsServer
let server: TestServer
beforeAll(async () => {
  dns = await startDnsServer()
  server = await startServer({ ORGANISATION: 'personal', DNS_SERVERS: dns.address })
})
afterAll(async () => {
  await server.stop()
  await dns.stop()
})

let owner: Person
beforeEach(async () => {
  dns.isWell = true
  owner = await signedInPerson(server)
})

let count = 0
const newDomain = () => `company${(count += 1)}.example`
const emailAt = (domain: string) => `somebody${(count += 1)}@${domain}`

type Row = { id: string; proof: string; verified_at: string | null; missing_since: string | null }

/** The row of a domain that was added. */
async function add({ client }: Person, domain: string): Promise<Row> {
  const added = await client.rpc('add_domain', { domain })
  expect(added.error).toBeNull()
  return rowOf({ client }, added.data as string)
}

async function rowOf({ client }: Pick<Person, 'client'>, id: string): Promise<Row> {
  const { data, error } = await client.from('organisation_domains').select().eq('id', id).single()
  expect(error).toBeNull()
  return data as Row
}

const publish = (domain: string, ...rows: Row[]) =>
  dns.records.set(`_quantumshield.${domain}`, [
    'v=spf1 -all',
    ...rows.map(({ proof }) => `quantumshield-domain=${proof}`),
  ])

const check = ({ client }: Person, { id }: Row) => client.functions.invoke('check-domain', { body: { id } })

async function organisationOf({ client }: Person): Promise<string> {
  const { data, error } = await client.rpc('organisation_name')
  expect(error).toBeNull()
  return data as string
}

const passDays = (days: number) =>
  server.database.owner(
    `update public.organisation_domains set missing_since = missing_since - $1 * interval '1 day'`,
    [days],
  )
const checkAll = () => domainTasks(server).tasks['organisations:check_domains']?.(null)

test('people of a verified domain join the organisation as members, and nobody before that', async () => {
  const domain = newDomain()
  const row = await add(owner, domain)
  const early = await signedInPerson(server, { email: emailAt(domain) })
  expect(await organisationOf(early)).not.toBe(await organisationOf(owner))

  expect((await check(owner, row)).data).toEqual({ verified: false })
  dns.records.set(`_quantumshield.${domain}`, [`quantumshield-domain=${row.proof}x`])
  expect((await check(owner, row)).data).toEqual({ verified: false })
  publish(domain, row)
  expect((await check(owner, row)).data).toEqual({ verified: true })

  const joined = await signedInPerson(server, { email: emailAt(domain) })
  const { data: members } = await owner.client.rpc('team_members')
  expect((members as { email: string; roles: string[] }[]).find(({ email }) => email === joined.email)?.roles).toEqual([
    'member',
  ])
  for (const other of [`sub.${domain}`, `evil${domain}`, `${domain}.org`]) {
    const stranger = await signedInPerson(server, { email: emailAt(other) })
    expect((await stranger.client.rpc('team_members')).data, other).toHaveLength(1)
  }
  expect((await early.client.rpc('team_members')).data).toHaveLength(1)
})

test('an address that is not confirmed joins nothing', async () => {
  const domain = newDomain()
  const row = await add(owner, domain)
  publish(domain, row)
  await check(owner, row)
  const { error } = await server.client().auth.signUp({ email: emailAt(domain), password: 'a long password' })
  expect(error).toBeNull()
  expect((await owner.client.rpc('team_members')).data).toHaveLength(1)
})

test('where addresses are not confirmed, nobody joins by one', async () => {
  const trusting = await startServer({
    ORGANISATION: 'personal',
    MAILER_AUTOCONFIRM: 'true',
    DNS_SERVERS: dns.address,
  })
  const newcomer = async (email: string) => {
    const client = trusting.client()
    const { data, error } = await client.auth.signUp({ email, password: 'correct horse battery staple' })
    if (error || !data.session) throw error ?? new Error('no session')
    return { client, email, password: '', session: data.session }
  }
  const boss = await newcomer(`boss@elsewhere.example`)
  const domain = newDomain()
  const row = await add(boss, domain)
  publish(domain, row)
  expect((await check(boss, row)).data).toEqual({ verified: true })
  await newcomer(emailAt(domain))
  expect((await boss.client.rpc('team_members')).data).toHaveLength(1)
  await trusting.stop()
})

test('only owners change domains, each organisation sees its own, and rubbish is refused', async () => {
  const domain = newDomain()
  const row = await add(owner, domain)
  publish(domain, row)
  await check(owner, row)
  const member = await signedInPerson(server, { email: emailAt(domain) })
  const stranger = await signedInPerson(server)
  for (const { client } of [member, stranger]) {
    expect((await client.from('organisation_domains').select()).data).toEqual([])
    expect((await client.rpc('remove_domain', { id: row.id })).error).not.toBeNull()
    expect((await client.functions.invoke('check-domain', { body: { id: row.id } })).error).not.toBeNull()
    const { error } = await client.from('organisation_domains').insert({ domain, tenant_id: crypto.randomUUID() })
    expect(error).toMatchObject({ code: '42501' })
  }
  expect((await member.client.rpc('add_domain', { domain: newDomain() })).error).toMatchObject({ code: '42501' })
  const update = await owner.client.from('organisation_domains').update({ verified_at: new Date() }).eq('id', row.id)
  expect(update.error).toMatchObject({ code: '42501' })
  for (const wrong of ['', 'localhost', 'a b.com', 'x@y.com', `${'a.'.repeat(130)}com`]) {
    expect((await owner.client.rpc('add_domain', { domain: wrong })).error, wrong).toMatchObject({ code: '22023' })
  }
  for (let n = 0; n < 19; n += 1) await add(owner, newDomain())
  expect((await owner.client.rpc('add_domain', { domain: newDomain() })).error).not.toBeNull()
})

test('an organisation that does not hold the record takes no domain from another, and one that does takes it over', async () => {
  const domain = newDomain()
  const other = await signedInPerson(server)
  const [first, second] = [await add(owner, domain), await add(other, domain)]
  expect(first.proof).not.toBe(second.proof)
  publish(domain, first)
  await check(owner, first)
  expect((await check(other, second)).data).toEqual({ verified: false })
  expect((await check(owner, first)).data).toEqual({ verified: true })

  publish(domain, first, second)
  expect((await check(other, second)).data).toEqual({ verified: false })
  publish(domain, second)
  expect((await check(other, second)).data).toEqual({ verified: true })
  expect((await rowOf(owner, first.id)).verified_at).toBeNull()
})

test('a record may be missing for seven days; DNS that does not answer changes nothing', async () => {
  const domain = newDomain()
  const row = await add(owner, domain)
  publish(domain, row)
  await check(owner, row)

  dns.isWell = false
  await checkAll()
  expect((await check(owner, row)).error?.context).toMatchObject({ status: 502 })
  expect(await rowOf(owner, row.id)).toMatchObject({ missing_since: null })

  dns.isWell = true
  dns.records.delete(`_quantumshield.${domain}`)
  await checkAll()
  await passDays(6)
  await checkAll()
  const missing = await rowOf(owner, row.id)
  expect([missing.verified_at === null, missing.missing_since === null]).toEqual([false, false])
  await passDays(2)
  await checkAll()
  expect((await rowOf(owner, row.id)).verified_at).toBeNull()
  const late = await signedInPerson(server, { email: emailAt(domain) })
  expect((await late.client.rpc('team_members')).data).toHaveLength(1)

  const { rows } = await server.database.owner<{ event_type: string }>(
    `select l.event_type from public.system_audit_log l join public.profiles p on p.tenant_id = l.tenant_id
     where p.user_id = $1 and l.event_type like 'organisation_domains.%' order by l.created_at`,
    [owner.session.user.id],
  )
  expect(rows.map(({ event_type: type }) => type.replace('organisation_domains.', ''))).toEqual([
    'insert',
    'verify',
    'lapse',
  ])
})

test('removing a domain ends joining and leaves people where they are', async () => {
  const domain = newDomain()
  const row = await add(owner, domain)
  publish(domain, row)
  await check(owner, row)
  await signedInPerson(server, { email: emailAt(domain) })
  expect((await owner.client.rpc('remove_domain', { id: row.id })).error).toBeNull()
  await signedInPerson(server, { email: emailAt(domain) })
  expect((await owner.client.rpc('team_members')).data).toHaveLength(2)
})

const LABEL = 'a'.repeat(63)
/** 252 characters with its dot; with three more, less those cut off, it is at the limit of 253 or above. */
const LONG = `${`${LABEL}.`.repeat(3)}${'a'.repeat(59)}.`

test.each([
  [
    true,
    ['example.com', 'a.bc', 'mail.example.com', 'xn--bcher-kva.example', '1and1.com', '123.example', 'a-b.c-d.org'],
  ],
  [true, [`${LABEL}.example`, `example.${LABEL}`, `${LONG}bcd`.slice(2), 'example.1a']],
  [false, ['', ' ', '.', 'localhost', 'example.c', '.example.com', 'example..com', 'example.com.', 'Example.com']],
  [
    false,
    ['-a.example', 'a-.example', 'a_b.example', 'a b.example', 'bücher.example', 'example.com\n', '\nexample.com'],
  ],
  [false, ['example.com/path', 'a@example.com', 'example.com:25', '[::1]', '192.168.11.22', '10.20']],
  [false, [`${LABEL}a.example`, `example.${LABEL}a`, `${LONG}bcd`.slice(1)]],
])('a domain is %s for the client and the database alike', async (isOne, names) => {
  const { rows } = await server.database.owner<{ name: string; is_one: boolean }>(
    'select name, public.is_domain(name) as is_one from unnest($1::text[]) as name',
    [names],
  )
  expect(Object.fromEntries(rows.map((row) => [row.name, row.is_one]))).toEqual(
    Object.fromEntries(names.map((name) => [name, isOne])),
  )
  expect(names.filter((name) => isDomainName(name) !== isOne)).toEqual([])
})
