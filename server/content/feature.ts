import type { Feature } from '../feature.ts'
import { createTextModels } from '../ai/create-text-models.ts'
import { sendContentError } from './content-requests.ts'
import { draftRoutes } from './drafts.routes.ts'
import { DraftService } from './drafts.service.ts'
import { RecordSigner } from './record-signer.ts'

/** Texts that an organisation writes, by hand, as a brief, or with its language model. */
export const content: Feature = {
  routes: async (app, { config, secrets, database, callers, limits }) => {
    const signer = new RecordSigner(secrets.serverSecret)
    const models = createTextModels({ config, secrets, database })
    const service = new DraftService({ database, models, signer })
    await app.register(
      async (scope) => {
        scope.setErrorHandler(sendContentError)
        draftRoutes(scope, { callers, limits, service, signer })
      },
      { prefix: '/content/v1' },
    )
  },
}
