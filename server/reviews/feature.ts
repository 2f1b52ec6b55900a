import type { Feature, Periodic } from '../feature.ts'
import type { Database } from '../db/database.ts'
import { accessOnDayRoutes } from './access-on-day.routes.ts'
import { AccessOnDayService } from './access-on-day.service.ts'
import { OffboardingService } from './offboarding.service.ts'
import { offboardingRoutes } from './offboarding.routes.ts'
import { reviewRoutes } from './reviews.routes.ts'
import { ReviewService } from './reviews.service.ts'
import { sendReviewsError } from './reviews-requests.ts'

/** By day, when mails are read. */
const ROUND_TASK = 'reviews:reminders'

const reviewTasks = ({ database }: { database: Database }): Periodic => ({
  tasks: {
    [ROUND_TASK]: async () => {
      await database.owner('select reviews.remind()')
    },
  },
  crontab: `41 6-17 * * * ${ROUND_TASK}`,
})

/** Access reviews and offboarding: reviews/v1. */
export const reviews: Feature = {
  routes: async (app, { database, ...request }) => {
    app.setErrorHandler(sendReviewsError)
    await app.register(
      async (scope) => {
        reviewRoutes(scope, { ...request, service: new ReviewService(database) })
        offboardingRoutes(scope, { ...request, service: new OffboardingService(database) })
        accessOnDayRoutes(scope, { ...request, service: new AccessOnDayService(database) })
      },
      { prefix: '/reviews/v1' },
    )
  },
  tasks: reviewTasks,
}
