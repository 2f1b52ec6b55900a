import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { clientOf, requireAdmin } from '../request.ts'
import { parse } from '../schemas.ts'
import { changeBody, createBody, listQuery } from './sso-admin.schemas.ts'
import {
  addSsoProvider,
  changeSsoProvider,
  listSsoProvidersAsAdmin,
  readSsoProvider,
  removeSsoProvider,
} from './sso-admin.service.ts'

/** Identity providers, for programs with the secret key. */
export function ssoAdminRoutes(app: FastifyInstance, context: AuthContext): void {
  app.register(async (admin) => {
    admin.addHook('onRequest', async (request) => requireAdmin(context, request))

    admin.get('/admin/sso/providers', async (request) => ({
      items: await listSsoProvidersAsAdmin(context, parse(listQuery, request.query).resource_id),
    }))
    admin.post('/admin/sso/providers', async (request, reply) =>
      reply.code(201).send(await addSsoProvider(context, parse(createBody, request.body), clientOf(request))),
    )
    admin.get('/admin/sso/providers/:id', async (request) => readSsoProvider(context, idOf(request)))
    admin.put('/admin/sso/providers/:id', async (request) => {
      const input = parse(changeBody, request.body)
      return changeSsoProvider(context, { id: idOf(request), input, client: clientOf(request) })
    })
    admin.delete('/admin/sso/providers/:id', async (request) =>
      removeSsoProvider(context, idOf(request), clientOf(request)),
    )
  })
}

/** @throws {AuthError} `sso_provider_not_found` */
function idOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string }
  if (z.uuid().safeParse(id).success) return id
  throw new AuthError(404, 'sso_provider_not_found', 'SSO provider ID must be an UUID')
}
