import { expect, test } from 'vitest'
import {
  addDeal,
  call,
  colleague,
  move,
  NEW_DEAL,
  readDeal,
  seller,
  stageOf,
  stageSales,
} from '../sales/sales-stage.ts'

stageSales()

test('a deal that somebody else changed or moved meanwhile is answered as it is now', async () => {
  const id = await addDeal()
  const change = (title: string, person = seller) =>
    call(person, 'PUT', `/deals/${id}`, { ...NEW_DEAL, title, version: 1 })
  expect(await change('First', colleague)).toMatchObject({ status: 200 })
  const { deal } = await readDeal(id)
  for (const answer of [await change('Second'), await move(id, await stageOf('won'), 1)]) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'sales_changed' } })
    expect(answer.body['current']).toEqual(deal)
  }
})
