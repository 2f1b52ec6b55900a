import type { FastifyInstance } from 'fastify'
import { LIMITS } from '#contract/limits.ts'
import type { Tasks } from '#server/jobs/jobs.ts'
import { accountRoutes } from './account/account.routes.ts'
import { adminRoutes } from './admin/admin.routes.ts'
import { adminFactorRoutes } from './admin/factors.routes.ts'
import { captchaRoutes } from './password/captcha.routes.ts'
import { AuthError, presentError } from './auth-error.ts'
import { type AuthServices, createAuthContext } from './context.ts'
import { installationRoutes } from './account/installation.routes.ts'
import { identitiesRoutes } from './oauth/identities.routes.ts'
import { oauthRoutes } from './oauth/oauth.routes.ts'
import { ssoAdminRoutes } from './sso/sso-admin.routes.ts'
import { ssoRoutes } from './sso/sso.routes.ts'
import { mailedRoutes } from './mail/mailed.routes.ts'
import { mfaRoutes } from './mfa/mfa.routes.ts'
import { deleteExpired } from './links/one-time-tokens.sql.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { publicRoutes } from './public.routes.ts'
import { peopleImportRoutes } from './team/import/people-import.routes.ts'
import { type ImportServices, importTasks } from './team/import/send-imports.ts'
import { teamRoutes } from './team/team.routes.ts'
import { endGuests, notifyGuestEnds, notifyRoleEnds } from './team/team.sql.ts'
import { tenantRoutes } from './tenants/tenants.routes.ts'
import { vaultRoutes } from './account/vault.routes.ts'
import { tokenRoutes } from './token.routes.ts'
import { verifyRoutes } from './mail/verify.routes.ts'

/** Registers auth/v1: accounts, sessions and mailed links, in the wire protocol that docs/wire.md lists. */
export async function authRoutes(app: FastifyInstance, services: AuthServices): Promise<void> {
  const context = createAuthContext(services)
  await app.register(
    async (auth) => {
      acceptBodies(auth)
      auth.setErrorHandler(presentError)
      auth.setNotFoundHandler((request, reply) =>
        presentError(new AuthError(404, 'not_found', 'No such endpoint'), request, reply),
      )
      auth.addHook('onRequest', async (request, reply) => {
        context.devices.recognise(request, reply)
        reply.header('cache-control', 'no-store')
      })
      captchaRoutes(auth, context)
      accountRoutes(auth, context)
      mailedRoutes(auth, context)
      tokenRoutes(auth, context)
      verifyRoutes(auth, context)
      publicRoutes(auth, context)
      oauthRoutes(auth, context)
      identitiesRoutes(auth, context)
      ssoRoutes(auth, context)
      ssoAdminRoutes(auth, context)
      adminRoutes(auth, context)
      adminFactorRoutes(auth, context)
      mfaRoutes(auth, context)
      passkeyRoutes(auth, context)
      teamRoutes(auth, context)
      peopleImportRoutes(auth, context)
      tenantRoutes(auth, context)
      vaultRoutes(auth, context)
      installationRoutes(auth, context)
    },
    { prefix: '/auth/v1' },
  )
}

/** Periodic work of auth/v1, for `startJobs`. */
export function authTasks(services: ImportServices): { tasks: Tasks; crontab: string } {
  const { database } = services
  return {
    tasks: {
      'auth:delete_expired': () => database.asOwner(deleteExpired),
      'auth:notify_role_ends': () => database.asOwner(notifyRoleEnds),
      'auth:end_guests': () => database.asOwner(endGuests),
      'auth:notify_guest_ends': () => database.asOwner(notifyGuestEnds),
      ...importTasks(services),
    },
    crontab: [
      '17 * * * * auth:delete_expired',
      '23 * * * * auth:notify_role_ends',
      '*/5 * * * * auth:end_guests',
      '41 * * * * auth:notify_guest_ends',
      '*/10 * * * * auth:continue_imports',
    ].join('\n'),
  }
}

// Every body is JSON whatever it claims to be, but a browser's own form. Logout arrives as JSON of no bytes.
function acceptBodies(auth: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: LIMITS.jsonBodyBytes } as const
  auth.removeAllContentTypeParsers()
  auth.addContentTypeParser('application/x-www-form-urlencoded', options, async (_request: unknown, body: string) =>
    Object.fromEntries(new URLSearchParams(body)),
  )
  auth.addContentTypeParser('*', options, async (_request: unknown, body: string) => parseJson(body))
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    // The parser's own words quote the body, which may hold a password.
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON: malformed document', {}, { cause })
  }
}
