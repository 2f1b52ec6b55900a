import { describe, expect, test } from 'vitest'
import {
  addDeal,
  call,
  colleague,
  eventsOf,
  move,
  readDeal,
  readPipeline,
  seller,
  server,
  stageOf,
  stageSales,
  stranger,
} from './sales-stage.ts'

stageSales()

const kept = (stages: { id: string; name: string | null; probability: number }[]) =>
  stages.map(({ id, name, probability }) => ({ id: id as string | null, name, probability }))

describe('the pipeline', () => {
  test('is made once, also when two ask first at the same moment', async () => {
    await Promise.all([readPipeline(), readPipeline(colleague), readPipeline()])
    const { stages, settings, people } = await readPipeline()
    expect(stages.map(({ preset, kind, probability }) => [preset, kind, probability])).toEqual([
      ['new', 'open', 10],
      ['qualified', 'open', 25],
      ['proposal', 'open', 50],
      ['negotiation', 'open', 75],
      ['won', 'won', 100],
      ['lost', 'lost', 0],
    ])
    expect(settings).toEqual({ currency: 'EUR', seller: '', version: 1, is_fixed: false })
    expect(people.map(({ id }) => id)).toEqual(
      expect.arrayContaining([seller.session.user.id, colleague.session.user.id]),
    )
    expect(
      (await eventsOf('sales_settings.insert')).filter(({ user_id: of }) => of !== stranger.session.user.id),
    ).toHaveLength(1)
  })

  test('has its stages renamed, ordered, added and removed, by who saw the latest ones', async () => {
    const { stages, settings } = await readPipeline()
    const [first, second, ...rest] = kept(stages)
    if (!first || !second) throw new Error('there are no stages')
    const next = [
      { ...second, name: 'Talks', probability: 30 },
      first,
      { id: null, name: 'Trial', probability: 60 },
      ...rest.slice(1),
    ]
    const put = (given: unknown, version: number) => call(seller, 'PUT', '/pipeline/stages', { stages: given, version })
    expect(await put(next, settings.version + 1)).toMatchObject({ status: 409, body: { code: 'sales_changed' } })
    expect(await put(next, settings.version)).toMatchObject({ status: 204 })
    expect(await put(next, settings.version)).toMatchObject({ status: 409 })
    const now = await readPipeline()
    expect(now.stages.map(({ name, preset, probability }) => name ?? `${preset} ${probability}`)).toEqual([
      'Talks',
      'new 10',
      'Trial',
      'negotiation 75',
      'won 100',
      'lost 0',
    ])
    expect((await eventsOf('sales_settings.update'))[0]).toMatchObject({ user_id: seller.session.user.id })
  })

  test('keeps the stages that end deals, and those that have some', async () => {
    const { stages, settings } = await readPipeline()
    const put = (given: unknown) =>
      call(seller, 'PUT', '/pipeline/stages', { stages: given, version: settings.version })
    const deal = await addDeal({}, seller, stages[0]?.id ?? '')
    expect(await put(kept(stages.slice(1)))).toMatchObject({ status: 409, body: { code: 'stage_in_use' } })
    expect(await put(kept(stages.filter(({ kind }) => kind !== 'won')))).toMatchObject({ status: 400 })
    expect(await put(kept(stages.filter(({ kind }) => kind !== 'open')))).toMatchObject({ status: 400 })
    expect(await put(kept([...stages, ...stages]))).toMatchObject({ status: 400 })
    const many = Array.from({ length: 12 }, (_, at) => ({ id: null, name: `n ${at}`, probability: 1 }))
    expect(await put([...kept(stages), ...many])).toMatchObject({ status: 400 })
    expect(await put(kept(stages).map((one) => ({ ...one, probability: 101 })))).toMatchObject({ status: 400 })
    // What ends a deal has its own probability, whatever is asked for.
    expect(await put(kept(stages).map((one) => ({ ...one, probability: 55 })))).toMatchObject({ status: 204 })
    const after = await readPipeline()
    expect(after.stages.filter(({ kind }) => kind !== 'open').map(({ probability }) => probability)).toEqual([100, 0])
    await call(seller, 'DELETE', `/deals/${deal}`)
  })

  test('keeps its currency once there are amounts', async () => {
    const put = async (currency: string, says: string) =>
      call(seller, 'PUT', '/pipeline/settings', {
        currency,
        seller: says,
        version: (await readPipeline()).settings.version,
      })
    expect(await put('XXX', '')).toMatchObject({ status: 400 })
    expect(await put('CHF', 'Boats Ltd')).toMatchObject({ status: 204 })
    expect((await readPipeline()).settings).toMatchObject({ currency: 'CHF', seller: 'Boats Ltd', is_fixed: false })
    const id = await addDeal({ amount_minor: 1 })
    expect(await put('EUR', 'Boats Ltd')).toMatchObject({ status: 409, body: { code: 'currency_fixed' } })
    expect(await put('CHF', 'Boats and Oars Ltd')).toMatchObject({ status: 204 })
    await call(seller, 'DELETE', `/deals/${id}`)
    expect(await put('EUR', '')).toMatchObject({ status: 204 })
  })
})

describe('tasks and notes', () => {
  test('are added, done, opened and deleted, with what happened in the timeline', async () => {
    const id = await addDeal()
    const doer = colleague.session.user.id
    const added = await call(seller, 'POST', `/deals/${id}/tasks`, {
      title: 'Call',
      due_on: '2020-01-01',
      doer_id: doer,
    })
    expect(added).toMatchObject({ status: 201 })
    await call(seller, 'POST', `/deals/${id}/tasks`, { title: 'Write', due_on: null, doer_id: null })
    const task = String(added.body['id'])
    const { tasks } = (await call(seller, 'GET', '/tasks')).body as {
      tasks: { id: string; title: string; is_overdue: boolean; deal: string }[]
    }
    expect(tasks.map(({ title, is_overdue: isOverdue }) => [title, isOverdue])).toEqual([
      ['Call', true],
      ['Write', false],
    ])
    const change = (isDone: boolean) =>
      call(colleague, 'PUT', `/tasks/${task}`, {
        title: 'Call back',
        due_on: '2020-01-02',
        doer_id: doer,
        is_done: isDone,
      })
    expect(await change(true)).toMatchObject({ status: 204 })
    expect(await change(true)).toMatchObject({ status: 204 })
    const { events } = await readDeal(id)
    expect(events.map(({ kind }) => kind)).toEqual(['task_done', 'task_added', 'task_added', 'created'])
    expect(await change(false)).toMatchObject({ status: 204 })
    expect((await readDeal(id)).tasks.find((one) => one.id === task)).toMatchObject({
      done_at: null,
      due_on: '2020-01-02',
    })
    expect(await call(seller, 'DELETE', `/tasks/${task}`)).toMatchObject({ status: 204 })
    expect(await call(seller, 'DELETE', `/tasks/${task}`)).toMatchObject({ status: 404 })

    const note = await call(seller, 'POST', `/deals/${id}/notes`, { body: ' Two\nlines ' })
    expect(await readDeal(id)).toMatchObject({
      notes: [{ body: 'Two\nlines', author_id: seller.session.user.id }],
      events: [{ kind: 'noted' }, {}, {}, {}, {}],
    })
    expect(await call(colleague, 'DELETE', `/notes/${String(note.body['id'])}`)).toMatchObject({ status: 204 })
    expect((await readDeal(id)).notes).toEqual([])
    for (const kind of [
      'sales_tasks.insert',
      'sales_tasks.update',
      'sales_tasks.delete',
      'sales_notes.insert',
      'sales_notes.delete',
    ])
      expect(await eventsOf(kind), kind).not.toEqual([])
    await call(seller, 'DELETE', `/deals/${id}`)
  })

  test.each([
    { title: '' },
    { title: 'x'.repeat(301) },
    { due_on: 'tomorrow' },
    { doer_id: '00000000-0000-4000-8000-000000000000' },
    { more: 1 },
  ])('a task with %j is refused', async (fields) => {
    const id = await addDeal()
    const body = { title: 'x', due_on: null, doer_id: null, ...fields }
    expect(await call(seller, 'POST', `/deals/${id}/tasks`, body)).toMatchObject({ status: 400 })
    expect(await call(seller, 'POST', `/deals/${id}/notes`, { body: ' ' })).toMatchObject({ status: 400 })
    expect(await call(seller, 'POST', `/deals/${id}/notes`, { body: 'a\u0000b' })).toMatchObject({ status: 400 })
    await call(seller, 'DELETE', `/deals/${id}`)
  })

  test('a deal has 200 open tasks at most, also by opening one again', async () => {
    const id = await addDeal()
    await server.database.owner(
      `insert into sales.tasks (tenant_id, deal_id, title) select tenant_id, id, 'x' from sales.deals, generate_series(1, 199) where id = $1`,
      [id],
    )
    const body = { title: 'Last', due_on: null, doer_id: null }
    const last = await call(seller, 'POST', `/deals/${id}/tasks`, body)
    expect(last).toMatchObject({ status: 201 })
    expect(await call(seller, 'POST', `/deals/${id}/tasks`, body)).toMatchObject({
      status: 413,
      body: { code: 'sales_limit' },
    })
    const task = `/tasks/${String(last.body['id'])}`
    await call(seller, 'PUT', task, { ...body, is_done: true })
    expect(await call(seller, 'POST', `/deals/${id}/tasks`, body)).toMatchObject({ status: 201 })
    expect(await call(seller, 'PUT', task, { ...body, is_done: false })).toMatchObject({ status: 413 })
    await call(seller, 'DELETE', `/deals/${id}`)
  })
})

test('the forecast counts open deals by month, and what was won by quarter', async () => {
  const { stages } = await readPipeline(stranger)
  const [open, won, lost] = ['new', 'won', 'lost'].map((preset) => stages.find((stage) => stage.preset === preset))
  const monthOf = (months: number) => {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10)
  }
  const add = (amount: number | null, closes: string | null) =>
    addDeal({ amount_minor: amount, closes_on: closes }, stranger, open?.id)
  await add(1005, monthOf(0))
  await add(1000, monthOf(0))
  await add(null, monthOf(5))
  await add(500, monthOf(6))
  await add(300, monthOf(-1))
  await add(7, null)
  const [winner, former, loser] = [await add(9000, monthOf(0)), await add(4000, null), await add(1, monthOf(1))]
  await move(winner, won?.id ?? '', 1, null, stranger)
  await move(former, won?.id ?? '', 1, null, stranger)
  await move(loser, lost?.id ?? '', 1, 'Too small', stranger)
  await server.database.owner(
    `update sales.deals set stage_since = date_trunc('quarter', now() at time zone 'UTC') at time zone 'UTC' - interval '1 day' where id = $1`,
    [former],
  )
  const { body } = await call(stranger, 'GET', '/forecast')
  const months = body['months'] as { month: string; count: number; amount_minor: number; weighted_minor: number }[]
  expect(months.map(({ month }) => month)).toEqual([0, 1, 2, 3, 4, 5].map((at) => monthOf(at).slice(0, 7)))
  // Ten per cent of 2005 is 200.5.
  expect(months[0]).toMatchObject({ count: 2, amount_minor: 2005, weighted_minor: 201 })
  expect(months[1]).toMatchObject({ count: 0, amount_minor: 0, weighted_minor: 0 })
  expect(months[5]).toMatchObject({ count: 1, amount_minor: 0 })
  expect(body).toMatchObject({
    past: { count: 1, amount_minor: 300, weighted_minor: 30 },
    later: { count: 1, amount_minor: 500, weighted_minor: 50 },
    undated: { count: 1, amount_minor: 7, weighted_minor: 1 },
    won: { this_quarter: { count: 1, amount_minor: 9000 }, last_quarter: { count: 1, amount_minor: 4000 } },
  })
  // Ours has none of it.
  expect((await call(seller, 'GET', '/forecast')).body).toMatchObject({ won: { this_quarter: { count: 0 } } })
  expect(await stageOf('won')).not.toBe(won?.id)
})
