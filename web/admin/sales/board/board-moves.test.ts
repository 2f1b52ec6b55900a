import { expect, test } from 'vitest'
import type { Board, Deal } from '#web/lib/remote/vault-client.ts'
import { withMoved } from './board-moves.ts'

const deal = (id: string, stage: string, amount: number | null = 100): Deal => ({
  id,
  stage_id: stage,
  title: id,
  contact_id: null,
  contact_name: '',
  contact_email: '',
  contact_company: '',
  amount_minor: amount,
  closes_on: null,
  owner_id: null,
  lost_reason: null,
  version: 3,
  stage_since: '',
  created_at: '',
  score: null,
})
const A = deal('a', 'one')
const BOARD: Board = {
  columns: [
    { stage_id: 'one', count: 60, amount_minor: 900, deals: [A, deal('b', 'one')], after: 'x' },
    { stage_id: 'two', count: 1, amount_minor: 50, deals: [deal('c', 'two', 50)], after: null },
  ],
}

test('a deal leaves its stage and is on top of the other one, with sums and version', () => {
  const [one, two] = withMoved(BOARD, A, 'two', null).columns
  expect(one).toMatchObject({ count: 59, amount_minor: 800, deals: [{ id: 'b' }], after: 'x' })
  expect(two).toMatchObject({
    count: 2,
    amount_minor: 150,
    deals: [{ id: 'a', version: 4, stage_id: 'two' }, { id: 'c' }],
  })
})

test('a stage without deals gets its first one, and the reason stays with it', () => {
  const { columns } = withMoved(BOARD, deal('b', 'one', null), 'lost', 'too late')
  expect(columns[2]).toMatchObject({
    stage_id: 'lost',
    count: 1,
    amount_minor: 0,
    deals: [{ lost_reason: 'too late' }],
  })
  expect(BOARD.columns).toHaveLength(2)
})
