import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { webBuild } from './web-app.ts'

/** What the web app must know before anyone signs in. Nothing here is secret; it is never baked into the build. */
export function configDocument(
  app: FastifyInstance,
  { config, publishableKey }: { config: Config; publishableKey: string },
): void {
  const build = webBuild()
  app.get('/config.json', async () => ({
    publishable_key: publishableKey,
    public_url: config.publicUrl,
    max_file_bytes: config.maxFileBytes,
    mailer_autoconfirm: config.autoconfirm,
    captcha: config.captcha,
    disable_signup: config.signupDisabled,
    /** `stripe`, `sandbox` (no money moves) or `off`. */
    billing: config.billing.provider,
    /** True while mails go to the local mailbox page instead of an SMTP server. */
    has_local_mailbox: config.smtpUrl === undefined,
    support_email: config.supportEmail ?? null,
    social_links: config.socialLinks,
    community_url: config.communityUrl ?? null,
    build,
  }))
}
