import { expect, test } from 'vitest'
import { ENTRY_HEADER } from '#contract/organisation/tenant-life.ts'
import { call, organisation, root, run, server, stageTenants } from '../tenants/life-stage.ts'
import { codeOfAnswer, followRule, type Rule } from './rule.ts'

stageTenants()

const MINUTES = 15

const RULES: Rule[] = [
  {
    name: 'an entry into another organisation',
    lasts: MINUTES * 60,
    refused: 'entry_ended',
    make: async () => {
      await run('delete from tenancy.entries')
      const { id: theirs } = await organisation()
      const answer = await call(root, `POST /organisations/${theirs}/entries`, { minutes: MINUTES, reason: 'Ticket' })
      const entry = String(answer.body['id'])
      const headers = { authorization: `Bearer ${root.session.access_token}`, [ENTRY_HEADER]: entry }
      return {
        ages: { table: 'tenancy.entries', where: 'r.id = $1', values: [entry] },
        use: async () => codeOfAnswer(await server.fetch('/reviews/v1/reviews', { headers })),
      }
    },
  },
]

test.each(RULES)('$name ends', (rule) => followRule(server, rule))

test('of the person who entered, their own organisation answers all the same', async () => {
  const headers = { authorization: `Bearer ${root.session.access_token}` }
  expect((await server.fetch('/reviews/v1/reviews', { headers })).status).toBe(200)
})
