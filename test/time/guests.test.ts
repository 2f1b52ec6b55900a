import { afterAll, beforeAll, test } from 'vitest'
import { setGuest } from '#vault/organisation/guests.ts'
import { listTeam } from '#vault/organisation/team.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { DAY, followRule, type Rule } from './rule.ts'

let server: TestServer
let ada: VaultPerson
beforeAll(async () => {
  server = await startServer()
  ada = await personWithVault(server)
})
afterAll(() => server.stop())

const RULES: Rule[] = [
  {
    // Before the job has suspended the account.
    name: 'the time of a guest',
    lasts: DAY,
    works: 'ok',
    refused: 'none',
    make: async () => {
      const gus = await personWithVault(server)
      await setGuest(ada.api, gus.userId, new Date(Date.now() + DAY * 1000).toISOString(), null)
      return {
        ages: { table: 'authz.guests', where: 'r.user_id = $1', values: [gus.userId], columns: ['ends_at'] },
        use: async () => ((await listTeam(gus.api, gus.vault)).members.length > 0 ? 'ok' : 'none'),
      }
    },
  },
]

test.each(RULES)('$name ends', (rule) => followRule(server, rule))
