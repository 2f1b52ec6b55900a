import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import { clientOf, redirectOf, requireAdmin } from '../request.ts'
import { parse } from '../schemas.ts'
import { changeBody, createBody, deleteBody, inviteBody, linkBody, listQuery } from './admin.schemas.ts'
import { changeUser, createUser, deleteUser, listUsers, readUserAsAdmin } from './admin.service.ts'
import { generateLink, invite } from './generate-link.service.ts'

/** What programs with the secret key may do with every account. */
export function adminRoutes(app: FastifyInstance, context: AuthContext): void {
  app.register(async (admin) => {
    admin.addHook('onRequest', async (request) => requireAdmin(context, request))

    admin.get('/admin/users', async (request, reply) => {
      const { page, per_page: perPage } = parse(listQuery, request.query)
      const { users, total } = await listUsers(context, page, perPage)
      pageHeaders(reply, { page, perPage, total })
      return { users, aud: 'authenticated' }
    })
    admin.post('/admin/users', async (request) =>
      createUser(context, parse(createBody, request.body), clientOf(request)),
    )
    admin.get('/admin/users/:id', async (request) => readUserAsAdmin(context, idOf(request)))
    admin.put('/admin/users/:id', async (request) => {
      const fields = parse(changeBody, request.body)
      return changeUser(context, { id: idOf(request), fields, client: clientOf(request) })
    })
    admin.delete('/admin/users/:id', async (request) => {
      const { should_soft_delete: isSoft } = parse(deleteBody, request.body)
      await deleteUser(context, { id: idOf(request), isSoft: isSoft ?? false, client: clientOf(request) })
      return {}
    })

    admin.post('/admin/generate_link', async (request) => {
      const body = parse(linkBody, request.body)
      return generateLink(context, {
        kind: body.type,
        email: body.email,
        newEmail: body.new_email ?? undefined,
        password: body.password ?? undefined,
        data: body.data ?? {},
        redirectTo: body.redirect_to ? context.redirectTo(body.redirect_to) : redirectOf(context, request),
        client: clientOf(request),
      })
    })
    admin.post('/invite', async (request) => {
      const { email, data } = parse(inviteBody, request.body)
      const client = clientOf(request)
      return invite(context, { email, data: data ?? {}, redirectTo: redirectOf(context, request), client })
    })
  })
}

/** @throws {AuthError} `validation_failed` with 404, as for an account that is not there. */
function idOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string }
  if (z.uuid().safeParse(id).success) return id
  throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
}

// Clients find the page number behind the first "=" and read `rel` in double quotes.
function pageHeaders(
  reply: FastifyReply,
  { page, perPage, total }: Record<'page' | 'perPage' | 'total', number>,
): void {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  reply.header('x-total-count', total)
  reply.header('link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
}
