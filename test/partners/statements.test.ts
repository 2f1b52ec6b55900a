import { expect, test } from 'vitest'
import {
  addPartner,
  call,
  colleague,
  type Commission,
  eventsOf,
  manager,
  readPartner,
  server,
  stagePartners,
  win,
} from './partners-stage.ts'

stagePartners()

const YEAR = new Date().getUTCFullYear()
const TODAY = new Date().toISOString().slice(0, 10)
const MONTH = '2026-01-01'

/** It was earned in that month, which has ended. */
async function earnedIn(partner: string, day: string, amount = 100_050): Promise<Commission> {
  const commission = await win(partner, amount)
  await server.database.owner('update partners.commissions set earned_on = $2 where id = $1', [commission.id, day])
  return commission
}
const issue = (partner: string, month = MONTH, person = manager) =>
  call(person, 'POST', `/partners/${partner}/statements`, { month })
const pay = (id: string, fields: object = {}, person = manager) =>
  call(person, 'POST', `/commissions/${id}/payment`, { paid_on: TODAY, note: 'Transfer 1', ...fields })
const numbers = async () => {
  const { rows } = await server.database.owner<{ number: number }>(
    `select s.number from partners.statements s join partners.partners p on p.id = s.partner_id
     where p.tenant_id = (select tenant_id from profiles where user_id = $1) order by s.number`,
    [manager.session.user.id],
  )
  return rows.map(({ number }) => number)
}

test('numbers have no gaps: not by refusals, second clicks, or two that issue at once', async () => {
  const partners: string[] = []
  for (let at = 0; at < 4; at += 1) partners.push(await addPartner())
  for (const partner of partners) await earnedIn(partner, '2026-01-31')
  const before = (await numbers()).length
  expect(await issue(partners[0] ?? '', '2025-12-01')).toMatchObject({ status: 409, body: { code: 'statement_empty' } })
  const answers = await Promise.all(
    [...partners, ...partners].map((partner, at) => issue(partner, MONTH, at % 2 ? manager : colleague)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(4)
  expect((await numbers()).slice(before)).toEqual([1, 2, 3, 4].map((at) => before + at))
  expect(await eventsOf('partners_statements.insert')).not.toEqual([])
})

test('a month that has not ended has no statement', async () => {
  const partner = await addPartner()
  await win(partner)
  const present = `${TODAY.slice(0, 7)}-01`
  expect(await issue(partner, present)).toMatchObject({ status: 409, body: { code: 'statement_empty' } })
  expect(await issue(partner, '2026-01-02')).toMatchObject({ status: 400 })
})

test('a statement has the lines of its month, and the PDF its number', async () => {
  const partner = await addPartner()
  const paid = await earnedIn(partner, '2026-01-01')
  await earnedIn(partner, '2026-01-31')
  const later = await earnedIn(partner, '2026-02-01')
  expect(await pay(paid.id)).toMatchObject({ status: 204 })
  const id = String((await issue(partner)).body['id'])
  const { rows } = await server.database.owner<{ id: string }>(
    'select id from partners.commissions where statement_id = $1',
    [id],
  )
  expect(rows).toHaveLength(2)
  expect(rows.map((row) => row.id)).not.toContain(later.id)
  const answer = await server.fetch(`/partners/v1/statements/${id}/pdf?language=de`, {
    headers: { authorization: `Bearer ${manager.session.access_token}` },
  })
  const number = String((await readPartner(partner)).statements[0]?.number).padStart(4, '0')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="PS-${YEAR}-${number}.pdf"`)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('what was paid never changes, not by a second click and not by another way', async () => {
  const partner = await addPartner()
  const { id } = await win(partner)
  expect(await pay(id, { paid_on: '2020-01-01' })).toMatchObject({ status: 400 })
  expect(await pay(id, { paid_on: '2199-12-31' })).toMatchObject({ status: 400 })
  expect(await pay(id, { note: 'a\nb' })).toMatchObject({ status: 400 })
  const twice = await Promise.all([pay(id), pay(id, { note: 'Transfer 2' }, colleague)])
  expect(twice.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409])
  for (const change of [`paid_note = 'x'`, `amount_minor = 1`, `state = 'open', paid_on = null`])
    await expect(
      server.database.owner(`update partners.commissions set ${change} where id = $1`, [id]),
      change,
    ).rejects.toThrow('the commission is paid')
  expect((await call(manager, 'GET', '/commissions?state=paid')).text).toContain(id)
  expect((await call(manager, 'GET', '/commissions?state=open')).text).not.toContain(id)
})
