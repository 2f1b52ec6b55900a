import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MAX_COUNTED } from '#contract/limits.ts'
import {
  call,
  contactOf,
  eventsOf,
  importContacts,
  listContacts,
  manager,
  member,
  server,
  stageGrowth,
  stranger,
} from './growth-stage.ts'

stageGrowth({ SUPPORT_EMAIL: 'support@example.test' })

const NEW = { name: 'Ada Lovelace', company: 'Engines', phone: '+44 20', tags: ['one'], ground: null }
const newAddress = () => `${randomUUID()}@example.org`

async function addContact(
  fields: Partial<Omit<typeof NEW, 'ground'>> & { ground?: string | null } = {},
  person = manager,
) {
  const email = newAddress()
  expect(await call(person, 'POST', '/contacts', { email, ...NEW, ...fields })).toMatchObject({ status: 204 })
  return person === manager ? contactOf(email) : { email, id: '' }
}

type Detail = {
  contact: Record<string, unknown>
  suppressed: string | null
  events: { kind: string; details: object }[]
}
const read = async (id: string) => (await call(manager, 'GET', `/contacts/${id}`)).body as Detail

describe('who does not manage growth', () => {
  test('is refused everything, and so is somebody without a session', async () => {
    const { id } = await addContact()
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/export'],
      ['GET', `/${id}`],
      ['POST', '', { email: newAddress(), ...NEW }],
      ['POST', '/imports', { csv: 'email\na@example.org', isPreview: true, ground: null, tags: [] }],
      ['POST', '/imports', { csv: 'email\na@example.org', isPreview: false, ground: null, tags: [] }],
      ['POST', '/tags', { ids: [id], tag: 'x', isOn: true }],
      ['POST', '/removals', { ids: [id] }],
      ['PATCH', `/${id}`, { name: 'Eve' }],
      ['POST', `/${id}/consent`, { state: 'confirmed', ground: 'because' }],
    ] as const) {
      expect(await call(member, method, `/contacts${path}`, body), `${method} ${path}`).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
      expect(await call(undefined, method, `/contacts${path}`, body), `${method} ${path}`).toMatchObject({
        status: 401,
      })
    }
    expect(await read(id)).toMatchObject({ contact: { name: NEW.name, tags: ['one'] } })
  })

  test('another organisation finds and changes none of these', async () => {
    const { id, email } = await addContact()
    expect(await listContacts('', stranger)).toEqual([])
    expect(await call(stranger, 'GET', `/contacts/${id}`)).toMatchObject({ status: 404 })
    expect(await call(stranger, 'PATCH', `/contacts/${id}`, { name: 'Eve' })).toMatchObject({ status: 404 })
    expect(await call(stranger, 'POST', `/contacts/${id}/consent`, { state: 'withdrawn', ground: 'x' })).toMatchObject({
      status: 404,
    })
    expect((await call(stranger, 'POST', '/contacts/removals', { ids: [id] })).body).toEqual({ count: 0 })
    expect((await call(stranger, 'POST', '/contacts/tags', { ids: [id], tag: 'x', isOn: true })).body).toEqual({
      count: 0,
    })
    // The same address is a contact of theirs, apart from ours.
    expect(await call(stranger, 'POST', '/contacts', { email, ...NEW })).toMatchObject({ status: 204 })
    expect(
      await call(stranger, 'POST', '/contacts/removals', {
        ids: (await listContacts('', stranger)).map((one) => one.id),
      }),
    ).toMatchObject({ body: { count: 1 } })
    expect(await read(id)).toMatchObject({ contact: { name: NEW.name } })
  })
})

describe('contacts', () => {
  test('are added, changed and tagged, which their timeline and the audit log say', async () => {
    const { id, email } = await addContact()
    expect(await call(manager, 'POST', '/contacts', { email: email.toUpperCase(), ...NEW })).toMatchObject({
      status: 409,
      body: { code: 'contact_exists' },
    })
    expect(
      await call(manager, 'PATCH', `/contacts/${id}`, { company: 'Analytical', tags: ['two', 'two'] }),
    ).toMatchObject({ status: 204 })
    expect((await call(manager, 'POST', '/contacts/tags', { ids: [id], tag: 'three', isOn: true })).body).toEqual({
      count: 1,
    })
    expect((await call(manager, 'POST', '/contacts/tags', { ids: [id], tag: 'three', isOn: true })).body).toEqual({
      count: 0,
    })
    expect((await call(manager, 'POST', '/contacts/tags', { ids: [id], tag: 'two', isOn: false })).body).toEqual({
      count: 1,
    })
    const { contact, events } = await read(id)
    expect(contact).toMatchObject({ email, company: 'Analytical', tags: ['three'], consent: 'none', source: 'typed' })
    expect(events.map(({ kind }) => kind)).toEqual(['tags', 'tags', 'tags', 'changed', 'added'])
    expect(events[3]).toMatchObject({ details: { fields: ['company'] }, user_id: manager.session.user.id })
    const [changed] = await eventsOf('growth_contacts.update')
    expect(changed).toMatchObject({ user_id: manager.session.user.id, details: { id, count: 1 } })
  })

  test.each([
    { email: 'not an address' },
    { name: 'two\nlines' },
    { name: 'x'.repeat(201) },
    { phone: 'call me' },
    { tags: ['a;b'] },
    { tags: Array.from({ length: 21 }, (_, at) => `t${at}`) },
    { unknown: 1 },
  ])('%j is refused', async (fields) => {
    expect(await call(manager, 'POST', '/contacts', { email: newAddress(), ...NEW, ...fields })).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    })
  })

  test.each(['/contacts?search=%00', '/contacts?tag=a%00', '/contacts/export?search=%00'])(
    'a sign that is no text is refused where it is asked for: %s',
    async (address) => {
      expect(await call(manager, 'GET', address)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    },
  )

  test('are found by what they have, in pages, and exactly those are exported', async () => {
    const mark = `m${randomUUID().slice(0, 8)}`
    const rows = Array.from({ length: 60 }, (_, at) => `${mark}-${at}@example.org,Person ${at}`)
    await importContacts(`email,name\n${rows.join('\n')}`, { tags: [mark] })
    await addContact({ name: `100% ${mark}`, tags: [] })
    const first = (await call(manager, 'GET', `/contacts?tag=${mark}`)).body
    expect(first).toMatchObject({ count: 60, tags: expect.arrayContaining([mark]) as string[] })
    const second = (
      await call(manager, 'GET', `/contacts?tag=${mark}&after=${encodeURIComponent(String(first['after']))}`)
    ).body
    const ids = [...(first['contacts'] as { id: string }[]), ...(second['contacts'] as { id: string }[])].map(
      ({ id }) => id,
    )
    expect([ids.length, new Set(ids).size, second['after']]).toEqual([60, 60, null])

    expect(await listContacts(`?search=${mark.toUpperCase()}-1@EXAMPLE`)).toHaveLength(1)
    // Two fields are not one text.
    expect(await listContacts(`?search=${encodeURIComponent('example.orgPerson')}`)).toHaveLength(0)
    // A sign of a pattern is itself.
    expect(await listContacts(`?search=${encodeURIComponent(`100% ${mark}`)}`)).toHaveLength(1)
    expect(await listContacts(`?search=${encodeURIComponent(`1_0% ${mark}`)}`)).toHaveLength(0)
    expect(await listContacts(`?tag=${mark}&source=typed`)).toHaveLength(0)
    expect(await listContacts(`?tag=${mark}&consent=confirmed`)).toHaveLength(0)
    expect(await listContacts(`?tag=${mark}&from=2999-01-01T00:00:00Z`)).toHaveLength(0)
    expect(await listContacts(`?tag=${mark}&to=2999-01-01T00:00:00Z&company=`)).toHaveLength(50)

    const { text, status } = await call(manager, 'GET', `/contacts/export?search=${mark}-1`)
    expect(status).toBe(200)
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(1 + 11)
    expect(lines[1]).toContain(`${mark}-1`)
    expect(await eventsOf('growth_contacts.export')).toMatchObject([{ details: { count: 11 } }])
  })

  test('no exported cell is a formula', async () => {
    const { email } = await addContact({ name: '=1+1', company: '@x', phone: '+44' })
    const { text } = await call(manager, 'GET', `/contacts/export?search=${encodeURIComponent(email)}`)
    expect(text).toContain(`${email},'=1+1,'@x,'+44,`)
  })

  test('are deleted, and the log says how many', async () => {
    const [one, other] = [await addContact(), await addContact()]
    const { body } = await call(manager, 'POST', '/contacts/removals', { ids: [one.id, other.id, randomUUID()] })
    expect(body).toEqual({ count: 2 })
    expect(await call(manager, 'GET', `/contacts/${one.id}`)).toMatchObject({ status: 404 })
    expect((await eventsOf('growth_contacts.delete'))[0]).toMatchObject({ details: { count: 2 } })
  })
})

describe('a list of contacts', () => {
  test('is looked at before it is stored; rows with a problem are left out', async () => {
    const known = await addContact({ name: '', tags: [] })
    const csv = `email,name,shoes\n${newAddress()},Eve,1\n${known.email},Known,2\nnobody,X,3\n${newAddress()},=cmd(),4`
    const preview = await importContacts(csv, { isPreview: true, tags: ['fair'] })
    expect(preview.body).toMatchObject({
      rows: 2,
      known: 1,
      suppressed: 0,
      leftOut: ['shoes'],
      problemCount: 2,
      problems: [
        { row: 4, column: 'email', problem: 'email_invalid' },
        { row: 5, column: 'name', problem: 'formula' },
      ],
    })
    expect((await contactOf(known.email)).name).toBe('')
    expect((await importContacts(csv, { tags: ['fair'] })).body).toMatchObject({ added: 1, changed: 1 })
    expect(await contactOf(known.email)).toMatchObject({ name: 'Known', tags: ['fair'], source: 'typed' })
    expect(await listContacts('?tag=fair&source=import&consent=none')).toHaveLength(1)
  })

  test('gives consent only on a ground in words, which is stored', async () => {
    const [email, known] = [newAddress(), await addContact()]
    await importContacts(`email\n${email}\n${known.email}`, { ground: 'Signed at the fair, lists are kept' })
    const { contact, events } = await read((await contactOf(email)).id)
    expect(contact).toMatchObject({
      consent: 'confirmed',
      consent_from: 'import',
      consent_text: 'Signed at the fair, lists are kept',
      consent_at: expect.any(String) as string,
    })
    expect(events[0]).toMatchObject({
      kind: 'consent',
      details: { state: 'confirmed', text: 'Signed at the fair, lists are kept' },
    })
    // Who was there already did not agree because of a list.
    expect(await contactOf(known.email)).toMatchObject({ consent: 'none' })
    expect(await importContacts('email\na@example.org', { ground: ' ' })).toMatchObject({ status: 400 })
  })

  test('of a thousand rows is stored at once, as one event', async () => {
    const mark = randomUUID().slice(0, 8)
    const rows = Array.from({ length: 1000 }, (_, at) => `${mark}-${at}@example.org`)
    expect((await importContacts(`email\n${rows.join('\n')}`)).body).toMatchObject({ added: 1000, changed: 0 })
    expect((await eventsOf('growth_contacts.insert'))[0]).toMatchObject({ details: { count: 1000 } })
    expect((await importContacts('name\nAda')).body).toEqual({ problem: 'no_email_column' })
  })
})

describe('who does not want newsletters', () => {
  test('does not get them because somebody deletes and imports the address again, or states another ground', async () => {
    const { id, email } = await addContact({ ground: 'Asked by phone' })
    expect(await contactOf(email)).toMatchObject({ consent: 'confirmed' })
    expect(
      await call(manager, 'POST', `/contacts/${id}/consent`, { state: 'withdrawn', ground: 'Wrote to us' }),
    ).toMatchObject({ status: 204 })
    expect(await read(id)).toMatchObject({ contact: { consent: 'withdrawn' }, suppressed: 'withdrawn' })
    expect(
      await call(manager, 'POST', `/contacts/${id}/consent`, { state: 'confirmed', ground: 'Again' }),
    ).toMatchObject({
      status: 409,
      body: { code: 'contact_suppressed' },
    })
    await call(manager, 'POST', '/contacts/removals', { ids: [id] })
    const csv = `email\n${email.toUpperCase()}`
    expect((await importContacts(csv, { ground: 'Bought', isPreview: true })).body).toMatchObject({
      known: 0,
      suppressed: 1,
    })
    await importContacts(csv, { ground: 'Bought' })
    expect(await contactOf(email)).toMatchObject({ consent: 'withdrawn', source: 'import' })
  })
})

test('tags are counted with whatever changes contacts, and the most used come first', async () => {
  const mark = `g${randomUUID().slice(0, 8)}`
  const [often, seldom, late] = [`${mark} often`, `${mark} seldom`, `${mark} late`]
  const shown = async (person = manager) =>
    ((await call(person, 'GET', '/contacts')).body['tags'] as string[]).filter((tag) => tag.startsWith(mark))
  const csv = (from: number) =>
    `email\n${Array.from({ length: 40 }, (_, at) => `${mark}${from + at}@x.org`).join('\n')}`

  // Half of each list is in the other one, and their tags are written at the same time.
  await Promise.all([
    importContacts(csv(0), { tags: [often, seldom] }),
    importContacts(csv(20), { tags: [seldom, often] }),
  ])
  const people = await listContacts(`?tag=${encodeURIComponent(often)}`)
  const [one, other, third] = people.map(({ id }) => id)
  await call(manager, 'PATCH', `/contacts/${one}`, { tags: [often, late] })
  await call(manager, 'POST', '/contacts/tags', { ids: [other, third], tag: seldom, isOn: false })
  await call(manager, 'POST', '/contacts/removals', { ids: [third] })
  expect(await shown()).toEqual([often, seldom, late])
  expect(await shown(stranger)).toEqual([])
  const { rows } = await server.database.owner(
    `select k.tag, k.contact_count as count from growth.contact_tags k where k.tag like $1 || '%' order by k.contact_count desc`,
    [mark],
  )
  expect(rows).toEqual([
    { tag: often, count: 59 },
    { tag: seldom, count: 57 },
    { tag: late, count: 1 },
  ])
  const { rows: wrong } = await server.database.owner(
    `select coalesce(k.tag, c.tag) as tag from growth.contact_tags k
     full join (select tenant_id, unnest(tags) as tag, count(*) as count from growth.contacts group by 1, 2) c using (tenant_id, tag)
     where k.contact_count is distinct from c.count`,
  )
  expect(wrong).toEqual([])

  await call(manager, 'PATCH', `/contacts/${one}`, { tags: [] })
  expect(await shown()).toEqual([often, seldom])
})

test('contacts are counted up to ten thousand, as other lists are', async () => {
  const mark = `n${randomUUID().slice(0, 8)}`
  const count = async () => (await call(manager, 'GET', `/contacts?tag=${mark}`)).body['count']
  const add = (from: number, to: number) =>
    server.database.asOwner(async (db) => {
      // Triggers of a new contact are not asked here, and take seconds for so many.
      await db.query({ text: 'set local session_replication_role = replica' })
      await db.query({
        text: `insert into growth.contacts (tenant_id, email, source, tags)
               select p.tenant_id, $1 || '-' || n || '@example.org', 'import', array[$1] from profiles p, generate_series($3::integer, $4) n
               where p.user_id = $2`,
        values: [mark, manager.session.user.id, from, to],
      })
    })
  await add(1, MAX_COUNTED)
  expect(await count()).toBe(MAX_COUNTED)
  await add(MAX_COUNTED + 1, MAX_COUNTED + 5)
  expect(await count()).toBe(MAX_COUNTED + 1)
  await server.database.asOwner(async (db) => {
    await db.query({ text: 'set local session_replication_role = replica' })
    await db.query({ text: 'delete from growth.contacts where tags @> array[$1]', values: [mark] })
  })
})

describe('the contact form', () => {
  const write = (email: string, subject = 'A demo') =>
    server.fetch('/functions/v1/send-support-email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Grace', email, subject, message: 'Hello' }),
    })

  test('makes a contact without consent; a second message is in its timeline', async () => {
    const email = newAddress()
    expect((await write(email)).status).toBe(200)
    expect((await write(email.toUpperCase(), 'Again')).status).toBe(200)
    const contact = await contactOf(email)
    expect(contact).toMatchObject({ name: 'Grace', consent: 'none', source: 'contact_form' })
    expect((await read(contact.id)).events).toMatchObject([
      { kind: 'message', details: { subject: 'Again' } },
      { kind: 'message', details: { subject: 'A demo' } },
      { kind: 'added' },
    ])
  })

  test('stores a message also where there may be no more contacts', async () => {
    await server.database.owner(
      `create function growth.full() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = 'PT413'; end $$`,
    )
    await server.database.owner(
      'create trigger a_full before insert on growth.contacts for each row execute function growth.full()',
    )
    const email = newAddress()
    expect((await write(email)).status).toBe(200)
    await server.database.owner('drop function growth.full() cascade')
    expect(await listContacts(`?search=${email}`)).toEqual([])
    const { rows } = await server.database.owner('select from public.contacts where email = $1', [email])
    expect(rows).toHaveLength(1)
  })
})
