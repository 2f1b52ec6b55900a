import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Tasks } from '../jobs/jobs.ts'
import type { Mail } from '../mail/mail.ts'
import { assignmentRoutes } from './assignments.routes.ts'
import { AssignmentService } from './assignments.service.ts'
import { CertificateCodes } from './certificate-codes.ts'
import { exerciseRoutes } from './exercises/exercise-page.ts'
import { exerciseTasks } from './exercises/exercise-tasks.ts'
import { exercisesRoutes } from './exercises/exercises.routes.ts'
import { learningRoutes } from './learning.routes.ts'
import { LearningService } from './learning.service.ts'
import { ownCourseRoutes } from './own-courses.routes.ts'
import { OwnCourseService } from './own-courses.service.ts'
import { sendTrainingError } from './training-requests.ts'
import type { RequestServices } from './training-requests.ts'
import { verifyRoutes } from './verify-page.ts'

type TrainingServices = RequestServices & {
  config: Pick<Config, 'publicUrl'>
  secrets: { serverSecret: Buffer }
  database: Database
}

/** Courses for the people of organisations: training/v1, `/verify`, where anybody checks a certificate, and `/exercise`, where links of exercises lead. */
export async function trainingRoutes(
  app: FastifyInstance,
  { config, secrets, database, ...request }: TrainingServices,
): Promise<void> {
  app.setErrorHandler(sendTrainingError)
  const learning = new LearningService({ config, database, codes: new CertificateCodes(secrets.serverSecret) })
  const assignments = new AssignmentService(database)
  const own = new OwnCourseService(database)
  const add = (prefix: string, routes: (scope: FastifyInstance) => void) =>
    app.register(async (scope) => routes(scope), { prefix })
  await add('/training/v1', (scope) => learningRoutes(scope, { ...request, service: learning }))
  await add('/training/v1', (scope) => assignmentRoutes(scope, { ...request, service: assignments }))
  await add('/training/v1', (scope) => ownCourseRoutes(scope, { ...request, service: own }))
  await add('/training/v1', (scope) => exercisesRoutes(scope, { ...request, database }))
  await add('/exercise', (scope) => exerciseRoutes(scope, { database, limits: request.limits }))
  await add('/verify', (scope) => verifyRoutes(scope, { database, limits: request.limits }))
}

/** By day, when mails are read: each round reminds only those who were not reminded yet. */
const ROUND_TASK = 'training:reminders'

type TaskServices = { config: Pick<Config, 'publicUrl'>; database: Database; mail: Pick<Mail, 'send'> }

export function trainingTasks(services: TaskServices): { tasks: Tasks; crontab: string } {
  const { database } = services
  return {
    tasks: {
      ...exerciseTasks(services),
      [ROUND_TASK]: async () => {
        await database.owner('select training.add_joined()')
        await database.owner('select training.remind()')
      },
    },
    crontab: `23 6-17 * * * ${ROUND_TASK}`,
  }
}
