import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { TENANT_PLAN_IDS } from '#contract/organisation/tenant-plan-ids.ts'
import { TENANT_LIMITS } from '#contract/organisation/tenant-plans.ts'
import type { AuthContext } from '../context.ts'
import { clientOf, requireSignedIn } from '../request.ts'
import { email, parse } from '../schemas.ts'
import { createTenant, inviteFirstOwner } from './tenants.service.ts'

const owner = z.strictObject({
  email,
  /** As for the invitation of a colleague. */
  fingerprint: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
})
const tenant = owner.extend({
  // On one line: it is shown to people who are invited.
  name: z
    .string()
    .trim()
    .min(1)
    .max(TENANT_LIMITS.nameLetters)
    .regex(/^[^\p{Cc}\p{Cf}<>]+$/u),
  plan: z.enum(TENANT_PLAN_IDS),
})
const ofTenant = z.object({ id: z.uuid().lowercase() })

/** What who runs the installation does to organisations that ends in a mail. The rest of the page are functions in SQL. */
export function tenantRoutes(app: FastifyInstance, context: AuthContext): void {
  app.post('/tenants', async (request) => {
    const signedIn = await requireSignedIn(context, request, { evenLacking: false })
    const body = parse(tenant, request.body)
    return { id: await createTenant(context, { ...body, ...signedIn, client: clientOf(request) }) }
  })
  app.post('/tenants/:id/owner', async (request) => {
    const signedIn = await requireSignedIn(context, request, { evenLacking: false })
    const { id } = parse(ofTenant, request.params)
    await inviteFirstOwner(context, {
      ...parse(owner, request.body),
      ...signedIn,
      client: clientOf(request),
      tenant: id,
    })
    return {}
  })
}
