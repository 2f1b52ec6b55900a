import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { followRoutes } from './links/follow.routes.ts'
import { linkRoutes } from './links/links.routes.ts'
import { ownRoutes } from './own/own.routes.ts'
import { sendPartnersError, type RequestServices } from './partners-requests.ts'
import { partnerRoutes } from './programme/partners.routes.ts'
import { programmeRoutes } from './programme/programme.routes.ts'
import { registrationRoutes } from './registrations/registrations.routes.ts'
import { statementRoutes } from './statements/statements.routes.ts'

/** Partners of organisations: partners/v1 for people, and `/r/<code>` for who follows a link. */
export async function partnersRoutes(
  app: FastifyInstance,
  services: RequestServices & { clock: Clock },
): Promise<void> {
  app.setErrorHandler(sendPartnersError)
  followRoutes(app, services)
  await app.register(
    async (scope) => {
      programmeRoutes(scope, services)
      partnerRoutes(scope, services)
      linkRoutes(scope, services)
      registrationRoutes(scope, services)
      statementRoutes(scope, services)
      ownRoutes(scope, services)
    },
    { prefix: '/partners/v1' },
  )
}
