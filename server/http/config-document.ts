import type { FastifyInstance } from 'fastify'
import { readOrganisationFacts } from '../auth/account/installation.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { webBuild } from './web-app.ts'

/** What the web app must know before anyone signs in. Nothing here is secret; it is never baked into the build. */
export function configDocument(
  app: FastifyInstance,
  { config, database, publishableKey }: { config: Config; database: Database; publishableKey: string },
): void {
  const build = webBuild()
  app.get('/config.json', async () => ({
    publishable_key: publishableKey,
    public_url: config.publicUrl,
    max_file_bytes: config.maxFileBytes,
    mailer_autoconfirm: config.autoconfirm,
    captcha: config.captcha,
    has_realtime: config.realtime.maxConnections > 0,
    disable_signup: config.signupDisabled,
    organisation: await readOrganisationFacts(database),
    /** Of somebody without a subscription; null is without a limit. */
    free_storage_bytes: config.freeStorageBytes ?? null,
    /** `stripe`, `sandbox` (no money moves) or `off`. */
    billing: config.billing.provider,
    /** True while mails go to the local mailbox page instead of an SMTP server. */
    has_local_mailbox: config.smtpUrl === undefined,
    support_email: config.supportEmail ?? null,
    social_links: config.operator.socialLinks,
    community_url: config.operator.communityUrl ?? null,
    source_url: config.operator.sourceUrl ?? null,
    reply_hours: config.operator.replyHours ?? null,
    /** Free days of a first subscription; 0 where nothing is sold. */
    trial_days: config.billing.provider === 'off' ? 0 : config.billing.trialDays,
    operator: config.operator.facts,
    build,
  }))
}
