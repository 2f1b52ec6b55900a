import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from '#server/db/database.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { lockAccount, removeFactor } from '../mfa/assurance.service.ts'
import { factorNotFound } from '../mfa/enrol.service.ts'
import { findFactor } from '../mfa/factors.sql.ts'
import { idIn } from '../mfa/mfa.schemas.ts'
import { presentPasskey, removePasskey } from '../passkeys/passkeys.service.ts'
import { listPasskeys } from '../passkeys/passkeys.sql.ts'
import { clientOf, requireAdmin } from '../request.ts'
import { presentFactor } from '../account/user.presenter.ts'
import { findUser, ownerOf, type UserRow } from '../account/users.sql.ts'

/** Second factors and passkeys of any account, for programs with the secret key: people who lost theirs get in again. */
export function adminFactorRoutes(app: FastifyInstance, context: AuthContext): void {
  const userIn = (request: FastifyRequest) => idIn(request.params, 'user_id')

  app.register(async (admin) => {
    admin.addHook('onRequest', async (request) => requireAdmin(context, request))

    admin.get('/admin/users/:user_id/factors', async (request) => {
      const user = await required(findUser(ownerOf(context.database), userIn(request)))
      return user.factors.map(presentFactor)
    })
    admin.delete('/admin/users/:user_id/factors/:factor_id', async (request) => {
      const factorId = idIn(request.params, 'factor_id')
      return dropFactor(context, { userId: userIn(request), factorId, request })
    })

    admin.get('/admin/users/:user_id/passkeys', async (request) => {
      const db = ownerOf(context.database)
      const user = await required(findUser(db, userIn(request)))
      return (await listPasskeys(db, user.id)).map(presentPasskey)
    })
    admin.delete('/admin/users/:user_id/passkeys/:passkey_id', async (request, reply) => {
      const id = idIn(request.params, 'passkey_id')
      await context.database.asOwner(async (db) => {
        const user = await required(lockAccount(db, userIn(request)))
        await removePasskey(context, db, { user, id, client: clientOf(request), by: 'admin' })
      })
      return reply.code(204).send()
    })
  })
}

async function dropFactor(
  context: AuthContext,
  { userId, factorId, request }: { userId: string; factorId: string; request: FastifyRequest },
): Promise<Record<string, unknown>> {
  const removed = await context.database.asOwner(async (db: Transaction) => {
    const user = await required(lockAccount(db, userId))
    const factor = await findFactor(db, user.id, factorId)
    const shown = user.factors.find(({ id }) => id === factorId)
    if (!factor || !shown) throw factorNotFound()
    await removeFactor(context, db, { user, factor, client: clientOf(request), by: 'admin' })
    return presentFactor(shown)
  })
  context.callers.sessions.forget()
  return removed
}

async function required(found: Promise<UserRow | undefined>): Promise<UserRow> {
  const user = await found
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}
