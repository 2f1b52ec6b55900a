import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Tasks } from '../jobs/jobs.ts'
import type { Mail } from '../mail/mail.ts'
import { contactRoutes } from './contacts/contacts.routes.ts'
import { ContactService } from './contacts/contacts.service.ts'
import { formRoutes } from './forms/forms.routes.ts'
import { landingRoutes } from './forms/landing-pages.ts'
import { sendGrowthError } from './growth-requests.ts'
import type { RequestServices } from './growth-requests.ts'
import { MailTokens } from './newsletters/mail-tokens.ts'
import { mailedRoutes } from './newsletters/mailed.routes.ts'
import { audienceRoutes, newsletterRoutes } from './newsletters/newsletters.routes.ts'
import { NewsletterService } from './newsletters/newsletters.service.ts'
import { newsletterTasks } from './newsletters/send-newsletters.ts'
import { reportRoutes } from './reports/reports.routes.ts'

type GrowthServices = {
  config: Pick<Config, 'publicUrl'>
  secrets: { serverSecret: Buffer }
  database: Database
  mail: Mail
}

/** Contacts of organisations, and what is sent to them: growth/v1 for people, and `/growth` for what links in mails lead to. */
export async function growthRoutes(
  app: FastifyInstance,
  { config, secrets, database, mail, clock, ...request }: GrowthServices & RequestServices & { clock: Clock },
): Promise<void> {
  app.setErrorHandler(sendGrowthError)
  const { limits } = request
  const tokens = new MailTokens(secrets.serverSecret)
  const contacts = new ContactService(database)
  const newsletters = new NewsletterService({ config, secrets, database, mail, clock })
  const add = (prefix: string, routes: (scope: FastifyInstance) => void) =>
    app.register(async (scope) => routes(scope), { prefix })
  await add('/growth/v1/contacts', (scope) => contactRoutes(scope, { ...request, database, service: contacts }))
  await add('/growth/v1/newsletters', (scope) => newsletterRoutes(scope, { ...request, service: newsletters }))
  await add('/growth/v1/audiences', (scope) => audienceRoutes(scope, { ...request, service: newsletters }))
  await add('/growth/v1/forms', (scope) => formRoutes(scope, { ...request, database }))
  await add('/growth', (scope) => landingRoutes(scope, { config, secrets, database, mail, limits, tokens, clock }))
  await add('/growth/v1/reports', (scope) => reportRoutes(scope, { database, limits, tokens }))
  await add('/growth', (scope) => mailedRoutes(scope, { database, limits, tokens, service: newsletters }))
}

/** What the queue does for newsletters. */
export function growthTasks({ config, secrets, database, mail }: GrowthServices): { tasks: Tasks; crontab: string } {
  return newsletterTasks({ config, database, mail, tokens: new MailTokens(secrets.serverSecret) })
}
