import type { Feature, Periodic } from '../feature.ts'
import type { Services } from '../services.ts'
import { deletionRoutes } from './deletions.routes.ts'
import { DeletionsService, followDeletions } from './deletions.service.ts'
import { entryRoutes } from './entries.routes.ts'
import { EntriesService } from './entries.service.ts'
import { exportRoutes } from './exports.routes.ts'
import { ExportsService } from './exports.service.ts'
import { tenantMail, tenantMailContent } from './tenant-mails.ts'
import { sendTenantsError } from './tenants-requests.ts'

const MAIL_TASK = 'tenants:mail'
const ROUND_TASK = 'tenants:deletions'
const ENTRIES_TASK = 'tenants:entries'

const tenantTasks = ({ database, mail, config }: Services): Periodic => ({
  tasks: {
    [MAIL_TASK]: async (payload) => {
      const wanted = tenantMail.parse(payload)
      await database.asOwner((db) => mail.send(db, wanted.to, tenantMailContent(wanted, config.publicUrl)))
    },
    [ROUND_TASK]: () => followDeletions(database),
    [ENTRIES_TASK]: async () => void (await database.owner('select tenancy.end_entries()')),
  },
  crontab: `17 * * * * ${ROUND_TASK}\n* * * * * ${ENTRIES_TASK}`,
})

/** What the operator does about whole organisations: tenants/v1. */
export const tenants: Feature = {
  routes: async (app, { database, store, ...request }) => {
    app.setErrorHandler(sendTenantsError)
    await app.register(
      async (scope) => {
        exportRoutes(scope, { ...request, service: new ExportsService({ database, store }) })
        entryRoutes(scope, { ...request, service: new EntriesService(database) })
        deletionRoutes(scope, { ...request, service: new DeletionsService(database) })
      },
      { prefix: '/tenants/v1' },
    )
  },
  tasks: tenantTasks,
}
