import type { Feature } from '../feature.ts'
import { createTextModels } from '../ai/create-text-models.ts'
import { RecordSigner } from '../content/record-signer.ts'
import { sendSocialError } from './social-requests.ts'
import { socialRoutes } from './social.routes.ts'
import { SocialService } from './social.service.ts'

/** Calendars of posts for social media. */
export const social: Feature = {
  routes: async (app, { config, secrets, database, callers, limits }) => {
    const models = createTextModels({ config, secrets, database })
    const service = new SocialService({ database, models, signer: new RecordSigner(secrets.serverSecret) })
    await app.register(
      async (scope) => {
        scope.setErrorHandler(sendSocialError)
        socialRoutes(scope, { callers, limits, service })
      },
      { prefix: '/social/v1' },
    )
  },
}
