import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { DEMO_ACCOUNTS, DEMO_ORGANISATION, demoNames } from '#contract/organisation/demo.ts'
import * as wire from '#contract/organisation/demo-wire.ts'
import type { Database } from '../../db/database.ts'
import { answeringTenants, type RequestServices } from '../tenants-requests.ts'
import type { DemoMaker } from './demo-maker.ts'
import { beginDemo, readNewest } from './demos.sql.ts'

const PASSWORD_BYTES = 12
const DOMAIN_BYTES = 5

/** Demo organisations, for the operator. Whether the caller may is asked of the database in each call. */
export function demoRoutes(
  app: FastifyInstance,
  { database, maker, ...services }: RequestServices & { database: Database; maker: DemoMaker },
): void {
  const on = answeringTenants(app, services)

  on(wire.readDemo, (caller) => readNewest(database, caller))
  on(wire.makeDemo, async (caller, { body: { people } }) => {
    // Nobody can have signed up with such an address before: it is drawn now.
    const domain = `fjordlight-${randomBytes(DOMAIN_BYTES).toString('hex')}.invalid`
    const names = demoNames(people, domain)
    const begun = await beginDemo(database, caller, {
      name: DEMO_ORGANISATION,
      owner: names[0]?.email ?? '',
      domain,
      people,
    })
    const accounts = DEMO_ACCOUNTS.map((role, at) => ({
      role,
      email: names[at]?.email ?? '',
      password: randomBytes(PASSWORD_BYTES).toString('base64url'),
    }))
    // Kept nowhere: the process that signs these people up is told them, and so is who asked.
    maker.start({ ...begun, domain, people, passwords: accounts.map(({ password }) => password) })
    return { id: begun.id, accounts }
  })
  on(wire.cancelDemo, async (caller, { id }) => {
    await database.oneAsCaller(caller, { text: 'select tenancy.cancel_demo($1)', values: [id] })
  })
  on(wire.removeDemo, async (caller, { id }) => {
    await database.oneAsCaller(caller, { text: 'select tenancy.remove_demo($1)', values: [id] })
  })
}
