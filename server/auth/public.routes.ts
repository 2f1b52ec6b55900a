import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerOf } from '#server/http/caller.ts'
import type { AuthContext } from './context.ts'
import { kdfOf } from './password/kdf.ts'
import { clientOf } from './request.ts'
import { kdfBody, parse } from './schemas.ts'
import { hasSsoProvider } from './sso/sso.sql.ts'
import { ownerOf } from './account/users.sql.ts'
import { limitAddress } from './account/account-limits.ts'

/** What anyone may ask. */
export function publicRoutes(app: FastifyInstance, context: AuthContext): void {
  const { config, secrets, database, sms } = context

  app.post('/kdf', async (request) => {
    await limitAddress(context, 'kdfByAddress', clientOf(request))
    const { email } = parse(kdfBody, request.body)
    return kdfOf(ownerOf(database), { email, userId: await ownerOfToken(request, email) }, secrets.serverSecret)
  })

  /** A token keeps the address that the account had when it was made. */
  async function ownerOfToken(request: FastifyRequest, email: string): Promise<string | undefined> {
    const token = bearerOf(request.headers)
    if (!token || secrets.publishableKeys.includes(token)) return undefined
    const claims = await context.callers.verifyUser(token, { evenLacking: true }).catch(() => undefined)
    return claims?.['email'] === email ? claims.sub : undefined
  }

  app.get('/settings', async () => ({
    external: {
      ...context.providers.switches(),
      email: true,
      phone: sms.isAvailable,
      anonymous_users: config.anonymousSignIns,
      web3: config.web3,
    },
    // Not of GoTrue: for the buttons of the app.
    external_names: context.providers.labels(),
    disable_signup: config.signupDisabled,
    mailer_autoconfirm: config.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: sms.isAvailable ? 'custom' : '',
    saml_enabled: config.saml && (await hasSsoProvider(ownerOf(database))),
    passkeys_enabled: true,
  }))

  app.get('/health', async () => ({
    version: 'v2',
    name: 'GoTrue',
    description: 'QuantumShield accounts and sessions; speaks the wire protocol of GoTrue',
  }))

  // Clients keep it for ten minutes, so a retired key must stay listed that long after its last token expired.
  app.get('/.well-known/jwks.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send({ keys: secrets.publicKeys }),
  )
}
