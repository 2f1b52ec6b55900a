import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../context.ts'
import { clientOf, requireSignedIn } from '../request.ts'
import { parse, proofBody } from '../schemas.ts'
import { VAULT_KEYS_BYTES, vaultKeys } from './vault-key-fields.ts'
import { replaceVaultKeys } from './vault-keys.service.ts'

const body = vaultKeys.extend(proofBody.shape)

/** Keys of a vault, as far as the server has a part in them: it stores what it cannot open. */
export function vaultRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/vault/keys', { bodyLimit: VAULT_KEYS_BYTES }, async (request, reply) => {
    const signedIn = await requireSignedIn(context, request, { evenLacking: false })
    const { current_password: currentPassword, nonce, ...keys } = parse(body, request.body)
    await replaceVaultKeys(context, { signedIn, keys, currentPassword, nonce, client: clientOf(request) })
    return reply.code(204).send()
  })
}
