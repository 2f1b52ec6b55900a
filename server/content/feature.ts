import type { Feature } from '../feature.ts'
import { createTextModels } from '../ai/create-text-models.ts'
import { sendContentError } from './content-requests.ts'
import { draftRoutes } from './drafts.routes.ts'
import { DraftService } from './drafts.service.ts'
import { RecordSigner } from './record-signer.ts'
import { RewriteTickets } from './rewriting/rewrite-tickets.ts'
import { rewritingRoutes } from './rewriting/rewriting.routes.ts'
import { RewritingService } from './rewriting/rewriting.service.ts'

/** Texts that an organisation writes, by hand, as a brief, or with its language model. */
export const content: Feature = {
  routes: async (app, { config, secrets, database, callers, limits, clock }) => {
    const signer = new RecordSigner(secrets.serverSecret)
    const models = createTextModels({ config, secrets, database })
    const service = new DraftService({ database, models, signer })
    const tickets = new RewriteTickets({ serverSecret: secrets.serverSecret, clock })
    const rewriting = new RewritingService({ database, models, signer, tickets })
    await app.register(
      async (scope) => {
        scope.setErrorHandler(sendContentError)
        draftRoutes(scope, { callers, limits, service, signer })
        rewritingRoutes(scope, { callers, limits, service: rewriting })
      },
      { prefix: '/content/v1' },
    )
  },
}
