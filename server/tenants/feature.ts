import * as demoWire from '#contract/organisation/demo-wire.ts'
import { wireRoutesOf } from '#contract/wire/wire-route.ts'
import type { Feature, Periodic } from '../feature.ts'
import type { Services } from '../services.ts'
import { deletionRoutes } from './deletions.routes.ts'
import { DeletionsService, followDeletions } from './deletions.service.ts'
import { DemoMaker } from './demos/demo-maker.ts'
import { demoRoutes } from './demos/demos.routes.ts'
import { entryRoutes } from './entries.routes.ts'
import { EntriesService } from './entries.service.ts'
import { exportRoutes } from './exports.routes.ts'
import { ExportsService } from './exports.service.ts'
import { tenantMail, tenantMailContent } from './tenant-mails.ts'
import { sendTenantsError } from './tenants-requests.ts'

const MAIL_TASK = 'tenants:mail'
const ROUND_TASK = 'tenants:deletions'
const ENTRIES_TASK = 'tenants:entries'
const DEMOS_TASK = 'tenants:demos'

const tenantTasks = ({ database, mail, config }: Services): Periodic => ({
  tasks: {
    [MAIL_TASK]: async (payload) => {
      const wanted = tenantMail.parse(payload)
      await database.asOwner((db) => mail.send(db, wanted.to, tenantMailContent(wanted, config.publicUrl)))
    },
    [ROUND_TASK]: () => followDeletions(database),
    [ENTRIES_TASK]: async () => void (await database.owner('select tenancy.end_entries()')),
    [DEMOS_TASK]: async () => void (await database.owner('select tenancy.end_silent_demos()')),
  },
  crontab: `17 * * * * ${ROUND_TASK}\n* * * * * ${ENTRIES_TASK}\n* * * * * ${DEMOS_TASK}`,
})

/** What the operator does about whole organisations: tenants/v1. */
export const tenants: Feature = {
  wire: wireRoutesOf(demoWire),
  routes: async (app, services) => {
    const { database, store, ...request } = services
    app.setErrorHandler(sendTenantsError)
    const maker = new DemoMaker(services, app.log)
    // Before requests are refused: otherwise a demo would seem to have failed.
    app.addHook('preClose', () => maker.stop())
    await app.register(
      async (scope) => {
        exportRoutes(scope, { ...request, service: new ExportsService({ database, store }) })
        entryRoutes(scope, { ...request, service: new EntriesService(database) })
        demoRoutes(scope, { ...request, database, maker })
        deletionRoutes(scope, { ...request, service: new DeletionsService(database) })
      },
      { prefix: '/tenants/v1' },
    )
  },
  tasks: tenantTasks,
}
