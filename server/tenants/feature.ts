import type { Feature, Periodic } from '../feature.ts'
import type { Services } from '../services.ts'
import { deletionRoutes } from './deletions.routes.ts'
import { DeletionsService, followDeletions } from './deletions.service.ts'
import { exportRoutes } from './exports.routes.ts'
import { ExportsService } from './exports.service.ts'
import { tenantMail, tenantMailContent } from './tenant-mails.ts'
import { sendTenantsError } from './tenants-requests.ts'

const MAIL_TASK = 'tenants:mail'
const ROUND_TASK = 'tenants:deletions'

const tenantTasks = ({ database, mail, config }: Services): Periodic => ({
  tasks: {
    [MAIL_TASK]: async (payload) => {
      const wanted = tenantMail.parse(payload)
      await database.asOwner((db) => mail.send(db, wanted.to, tenantMailContent(wanted, config.publicUrl)))
    },
    [ROUND_TASK]: () => followDeletions(database),
  },
  crontab: `17 * * * * ${ROUND_TASK}`,
})

/** What the operator does about whole organisations: tenants/v1. */
export const tenants: Feature = {
  routes: async (app, { database, store, ...request }) => {
    app.setErrorHandler(sendTenantsError)
    await app.register(
      async (scope) => {
        exportRoutes(scope, { ...request, service: new ExportsService({ database, store }) })
        deletionRoutes(scope, { ...request, service: new DeletionsService(database) })
      },
      { prefix: '/tenants/v1' },
    )
  },
  tasks: tenantTasks,
}
