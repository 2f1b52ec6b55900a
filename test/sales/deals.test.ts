import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '#contract/csv/csv.ts'
import {
  addDeal,
  call,
  colleague,
  eventsOf,
  marketer,
  move,
  NEW_DEAL,
  readBoard,
  readDeal,
  readPipeline,
  seller,
  server,
  stageOf,
  stageSales,
  stranger,
} from './sales-stage.ts'

stageSales()

const nobody = randomUUID()
const QUOTE = {
  language: 'en',
  recipient: 'Ada',
  terms: '',
  valid_on: '2030-01-01',
  lines: [{ text: 'Boat', quantityMilli: 1000, unitMinor: 100, taxBasisPoints: 0 }],
}

/** Every request that there is, about a deal of ours. */
async function requests() {
  const id = await addDeal()
  const stage = await stageOf('qualified')
  await call(seller, 'POST', `/deals/${id}/notes`, { body: 'A note' })
  await call(seller, 'POST', `/deals/${id}/tasks`, { title: 'Call', due_on: null, doer_id: null })
  await call(seller, 'POST', `/deals/${id}/quotes`, QUOTE)
  const { notes, tasks, quotes } = await readDeal(id)
  const [note, task, quote] = [notes[0]?.id, tasks[0]?.id, quotes[0]?.id]
  const known = [
    ['GET', `/deals/${id}`],
    ['PUT', `/deals/${id}`, { ...NEW_DEAL, title: 'Mine', version: 1 }],
    ['POST', `/deals/${id}/moves`, { stage_id: stage, reason: null, version: 1 }],
    ['POST', `/deals/${id}/notes`, { body: 'x' }],
    ['DELETE', `/notes/${note}`],
    ['POST', `/deals/${id}/tasks`, { title: 'x', due_on: null, doer_id: null }],
    ['PUT', `/tasks/${task}`, { title: 'x', due_on: null, doer_id: null, is_done: true }],
    ['DELETE', `/tasks/${task}`],
    ['POST', `/deals/${id}/quotes`, QUOTE],
    ['GET', `/quotes/${quote}`],
    ['GET', `/quotes/${quote}/pdf`],
    ['PUT', `/quotes/${quote}`, { ...QUOTE, version: 1 }],
    ['POST', `/quotes/${quote}/sendings`, { version: 1 }],
    ['POST', `/quotes/${quote}/answers`, { answer: 'accepted', version: 1 }],
    ['POST', `/quotes/${quote}/revisions`, {}],
    ['DELETE', `/quotes/${quote}`],
    ['DELETE', `/deals/${id}`],
  ] as const
  const others = [
    ['GET', '/pipeline'],
    [
      'PUT',
      '/pipeline/stages',
      { stages: (await readPipeline()).stages.map((one) => ({ id: one.id, name: 'x', probability: 1 })), version: 1 },
    ],
    ['PUT', '/pipeline/settings', { currency: 'EUR', seller: '', version: 1 }],
    ['GET', '/board'],
    ['GET', '/deals/export'],
    ['GET', `/deals?stage=${stage}&after=${encodeURIComponent(`2026-01-01T00:00:00+00:00~${nobody}`)}`],
    ['POST', '/deals', { ...NEW_DEAL, stage_id: null }],
    ['GET', '/forecast'],
    ['GET', '/tasks'],
  ] as const
  return { id, known, others }
}

describe('who does not manage sales', () => {
  test('is refused everything, also who manages growth, and somebody without a session', async () => {
    const { id, known, others } = await requests()
    for (const [method, path, body] of [...known, ...others]) {
      expect(await call(marketer, method, path, body), `${method} ${path}`).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
      expect(await call(undefined, method, path, body), `${method} ${path}`).toMatchObject({ status: 401 })
    }
    expect(await readDeal(id)).toMatchObject({ deal: { title: 'A boat', version: 1 }, notes: [{}], tasks: [{}] })
  })

  test('another organisation finds and changes none of it', async () => {
    const { id, known } = await requests()
    for (const [method, path, body] of known) {
      expect(await call(stranger, method, path, body), `${method} ${path}`).toMatchObject({
        status: 404,
        body: { code: 'sales_not_found' },
      })
    }
    expect(await readBoard('', stranger)).toEqual([])
    expect((await call(stranger, 'GET', '/deals/export')).text).not.toContain('A boat')
    expect((await call(stranger, 'GET', '/tasks')).body).toEqual({ tasks: [] })
    // A stage of ours is none of theirs, nor is one of our people.
    const stage = await stageOf('new')
    expect(await call(stranger, 'POST', '/deals', { ...NEW_DEAL, stage_id: stage })).toMatchObject({ status: 404 })
    const own = await addDeal({}, stranger)
    expect(await move(own, stage, 1, null, stranger)).toMatchObject({ status: 404 })
    const owned = { ...NEW_DEAL, owner_id: seller.session.user.id, stage_id: null }
    expect(await call(stranger, 'POST', '/deals', owned)).toMatchObject({ status: 400 })
    const stages = (await readPipeline()).stages.map(({ id: of }) => ({ id: of, name: 'x', probability: 1 }))
    const { version } = (await readPipeline(stranger)).settings
    expect(await call(stranger, 'PUT', '/pipeline/stages', { stages, version })).toMatchObject({ status: 404 })
    expect((await readPipeline(stranger)).people.map((one) => one.id)).toEqual([stranger.session.user.id])
    expect(await readDeal(id)).toMatchObject({ deal: { title: 'A boat' } })
  })

  test('no table of deals is served by REST', async () => {
    for (const path of ['/rest/v1/deals', '/rest/v1/rpc/add_deal', '/rest/v1/rpc/move_deal']) {
      const answer = await server.fetch(path, {
        method: path.includes('rpc') ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${seller.session.access_token}`,
          'content-type': 'application/json',
          'accept-profile': 'sales',
          'content-profile': 'sales',
        },
        ...(path.includes('rpc') && { body: '{}' }),
      })
      expect(answer.status, path).toBeGreaterThanOrEqual(400)
    }
  })
})

describe('a deal', () => {
  test.each([
    { title: ' ' },
    { title: 'x'.repeat(201) },
    { title: 'two\nlines' },
    { contact_email: 'not an address' },
    { amount_minor: -1 },
    { amount_minor: 1.5 },
    { amount_minor: 10_000_000_000_001 },
    { closes_on: '2026-02-30' },
    { closes_on: '1999-12-31' },
    { closes_on: '2026-12-01T00:00:00Z' },
    { owner_id: nobody },
    { unknown: 1 },
  ])('with %j is refused', async (fields) => {
    expect(await call(seller, 'POST', '/deals', { ...NEW_DEAL, stage_id: null, ...fields })).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    })
  })

  test('is added, changed and deleted, which its timeline and the audit log say', async () => {
    const id = await addDeal({ owner_id: colleague.session.user.id, closes_on: '2030-05-01' })
    expect((await eventsOf('sales_deals.insert'))[0]).toMatchObject({
      user_id: seller.session.user.id,
      details: { id },
    })
    const changed = { ...NEW_DEAL, amount_minor: null, contact_name: 'Alan', version: 1 }
    expect(await call(colleague, 'PUT', `/deals/${id}`, changed)).toMatchObject({ status: 200, body: { version: 2 } })
    const { deal, events } = await readDeal(id)
    expect(deal).toMatchObject({
      amount_minor: null,
      closes_on: null,
      owner_id: null,
      contact_name: 'Alan',
      version: 2,
    })
    expect(events.map(({ kind }) => kind)).toEqual(['changed', 'created'])
    expect(events[0]).toMatchObject({
      details: { fields: ['contact', 'amount', 'closes', 'owner'] },
      user_id: colleague.session.user.id,
    })
    expect((await eventsOf('sales_deals.update'))[0]).toMatchObject({ details: { id, count: 1 } })
    expect(JSON.stringify(await eventsOf('sales_deals.update'))).not.toContain('Alan')
    expect(await call(seller, 'DELETE', `/deals/${id}`)).toMatchObject({ status: 204 })
    expect(await call(seller, 'GET', `/deals/${id}`)).toMatchObject({ status: 404 })
    expect((await eventsOf('sales_deals.delete'))[0]).toMatchObject({ details: { id } })
  })

  test('is not overwritten by somebody who saw an earlier version', async () => {
    const id = await addDeal()
    const change = (person: typeof seller, title: string) =>
      call(person, 'PUT', `/deals/${id}`, { ...NEW_DEAL, title, version: 1 })
    const answers = await Promise.all([change(seller, 'One'), change(colleague, 'Two')])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'sales_changed' })
    const { deal } = await readDeal(id)
    expect(deal.version).toBe(2)
    expect(deal['title']).toBe(answers[0]?.status === 200 ? 'One' : 'Two')
    expect(await move(id, await stageOf('won'), 1)).toMatchObject({ status: 409, body: { code: 'sales_changed' } })
  })

  test('moves between stages, and is lost for a reason only', async () => {
    const id = await addDeal()
    const [lost, won] = [await stageOf('lost'), await stageOf('won')]
    expect(await move(id, lost, 1)).toMatchObject({ status: 400 })
    expect(await move(id, won, 1, 'because')).toMatchObject({ status: 400 })
    expect(await move(id, nobody, 1)).toMatchObject({ status: 404 })
    expect(await move(id, lost, 1, 'Too expensive')).toMatchObject({ body: { version: 2 } })
    expect(await readDeal(id)).toMatchObject({
      deal: { stage_id: lost, lost_reason: 'Too expensive', score: null },
      events: [{ kind: 'moved', details: { from_preset: 'new', to_preset: 'lost', reason: 'Too expensive' } }, {}],
    })
    // Where it is already, nothing happens.
    expect(await move(id, lost, 2, 'Again')).toMatchObject({ body: { version: 2 } })
    expect(await move(id, won, 2)).toMatchObject({ body: { version: 3 } })
    expect(await readDeal(id)).toMatchObject({ deal: { lost_reason: null } })
  })

  test('is linked to the contact with its address, of which it shows only what counts', async () => {
    const email = `${randomUUID()}@example.org`
    await server.database.owner(
      `with home as (select tenant_id from profiles where user_id = $1), added as (
         insert into growth.contacts (tenant_id, email, phone, source, consent, consent_at, consent_from, consent_text)
         select tenant_id, $2, '+1 555', 'typed', 'confirmed', now(), 'stated', 'at the fair' from home returning id, tenant_id)
       insert into growth.contact_events (tenant_id, contact_id, kind) select tenant_id, id, 'message' from added`,
      [seller.session.user.id, email],
    )
    const id = await addDeal({ contact_email: email.toUpperCase() })
    const { deal } = await readDeal(id)
    expect(deal['contact_id']).toEqual(expect.any(String))
    expect(deal.score?.reasons.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['contact_wrote', 'contact_agreed']),
    )
    expect(JSON.stringify(deal)).not.toContain('+1 555')
    expect((await readDeal(await addDeal({ contact_email: email }, stranger), stranger)).deal['contact_id']).toBeNull()
    await server.database.owner('delete from growth.contacts where email = $1', [email])
    expect(await readDeal(id)).toMatchObject({ deal: { contact_id: null, contact_email: email.toUpperCase() } })
  })

  test('has a score of what is in its rows', async () => {
    const id = await addDeal({ amount_minor: null })
    const reasonsOf = async () => (await readDeal(id)).deal.score?.reasons.map(({ reason }) => reason) ?? []
    expect(await reasonsOf()).toEqual(['active_this_week'])
    await call(seller, 'POST', `/deals/${id}/tasks`, { title: 'Late', due_on: '2020-01-01', doer_id: null })
    await call(seller, 'POST', `/deals/${id}/tasks`, { title: 'Next', due_on: '2199-01-01', doer_id: null })
    expect(await reasonsOf()).toEqual(['active_this_week', 'task_planned', 'task_overdue'])
    await server.database.owner(`update sales.deals set stage_since = now() - interval '50 days' where id = $1`, [id])
    await server.database.owner(`update sales.deal_events set at = now() - interval '70 days' where deal_id = $1`, [id])
    expect((await reasonsOf()).toSorted()).toEqual(['silent_long', 'stage_old', 'task_overdue', 'task_planned'])
  })
})

describe('the board', () => {
  test('has pages of each stage, and narrows by text, owner and stage; exactly that is exported', async () => {
    const mark = `b${randomUUID().slice(0, 8)}`
    const [first, won] = [await stageOf('new'), await stageOf('won')]
    for (let at = 0; at < 53; at += 1) await addDeal({ title: `${mark} ${at}`, amount_minor: 100 })
    await addDeal({ title: `=${mark}`, contact_company: '100% ltd', owner_id: colleague.session.user.id })
    const winner = await addDeal({ title: `${mark} won` })
    await move(winner, won, 1)

    const [columns] = [await readBoard(`?search=${mark}`)]
    const column = columns.find(({ stage_id }) => stage_id === first)
    expect(column).toMatchObject({ count: 54, amount_minor: 5300 + 120_050 })
    expect(column?.deals).toHaveLength(50)
    const after = encodeURIComponent(column?.after ?? '')
    const page = (await call(seller, 'GET', `/deals?search=${mark}&stage=${first}&after=${after}`)).body
    const ids = [...(column?.deals ?? []), ...(page['deals'] as { id: string }[])].map(({ id }) => id)
    expect([ids.length, new Set(ids).size, page['after']]).toEqual([54, 54, null])
    expect(columns.find(({ stage_id }) => stage_id === won)).toMatchObject({ count: 1, deals: [{ id: winner }] })

    const owned = await readBoard(`?search=${mark}&owner=${colleague.session.user.id}`)
    expect(owned).toMatchObject([{ count: 1 }])
    expect(await readBoard(`?search=${mark}&stage=${won}&owner=none`)).toMatchObject([{ count: 1 }])
    // A sign of a pattern is itself.
    expect(await readBoard(`?search=${encodeURIComponent('100% l')}&owner=${colleague.session.user.id}`)).toHaveLength(
      1,
    )
    expect(await readBoard(`?search=${encodeURIComponent('1_0% l')}`)).toEqual([])
    expect(await call(seller, 'GET', '/board?owner=x')).toMatchObject({ status: 400 })

    const all = parseCsv((await call(seller, 'GET', `/deals/export?search=${mark}`)).text.slice(1).trimEnd())
    expect(all).toHaveLength(56)
    const { text } = await call(seller, 'GET', `/deals/export?search=${mark}&owner=${colleague.session.user.id}`)
    const [head, line] = parseCsv(text.replace('\u{feff}', '').trimEnd())
    expect(line?.[head?.indexOf('title') ?? -1]).toBe(`'=${mark}`)
    expect(line?.[head?.indexOf('amount') ?? -1]).toBe('1200.50')
    expect((await eventsOf('sales_deals.export'))[0]).toMatchObject({ details: { count: 1 } })
  })
})

test('deals and tasks of a person whose account is deleted stay, and are nobody’s', async () => {
  const id = await addDeal({ owner_id: stranger.session.user.id }, stranger)
  await call(stranger, 'POST', `/deals/${id}/tasks`, { title: 'x', due_on: null, doer_id: stranger.session.user.id })
  await call(stranger, 'POST', `/deals/${id}/notes`, { body: 'x' })
  await server.database.owner('delete from auth.users where id = $1', [stranger.session.user.id])
  const { rows } = await server.database.owner(
    `select d.owner_id, t.doer_id, n.author_id, (select count(e.user_id)::integer from sales.deal_events e where e.deal_id = d.id) as named
     from sales.deals d join sales.tasks t on t.deal_id = d.id join sales.notes n on n.deal_id = d.id where d.id = $1`,
    [id],
  )
  expect(rows).toEqual([{ owner_id: null, doer_id: null, author_id: null, named: 0 }])
})

test('somebody who was removed is offered for nothing, and stays where they are until another one is named', async () => {
  const { user } = colleague.session
  const id = await addDeal({ owner_id: user.id })
  await server.database.owner(
    `insert into former_members (user_id, tenant_id) select user_id, tenant_id from profiles where user_id = $1`,
    [user.id],
  )
  const people = JSON.stringify((await readPipeline()).people)
  expect(people).not.toContain(user.id)
  expect(people).toContain(seller.session.user.id)
  const edit = (owner_id: string, version: number) =>
    call(seller, 'PUT', `/deals/${id}`, { ...NEW_DEAL, title: 'Still theirs', owner_id, version })
  expect((await edit(user.id, 1)).status).toBe(200)
  const other = await call(seller, 'POST', '/deals', { ...NEW_DEAL, owner_id: user.id, stage_id: null })
  expect(other).toMatchObject({ status: 400 })
  await server.database.owner('delete from former_members where user_id = $1', [user.id])
})
