import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { CallerError, type Callers, isForeignOrigin } from './caller.ts'

/** Any route of a service, and those that are counted by the address of who reads them. */
const SERVICE = /^\/[a-z]+\/v1\//
const COUNTED_READS = /^\/((links|requests)\/v1\/|auth\/v1\/(verify|authorize|sso)(\/|$))/
/** Mails and providers of sign-in lead browsers there. */
const VISITED = /^\/auth\/v1\//
/** Where providers of sign-in send browsers, with a form. */
const FOREIGN_FORMS: ReadonlySet<string> = new Set(['/auth/v1/callback', '/auth/v1/sso/saml/acs'])

/**
 * A page elsewhere must not have its visitors' browsers sign up, ask for mails, or use up what the address of its visitors may try. With a
 * key it may: then it needed a preflight, which `CORS_ORIGINS` answers.
 */
export function refuseForeignPages(
  app: FastifyInstance,
  { callers, config }: { callers: Callers; config: { publicUrl: string } },
): void {
  const { origin } = new URL(config.publicUrl)
  // By the route that was found: the address itself has many spellings.
  app.addHook('onRequest', async ({ method, headers, routeOptions: { url = '' } }) => {
    if (method === 'OPTIONS' || !SERVICE.test(url) || FOREIGN_FORMS.has(url)) return
    if (!isForeignOrigin(headers, origin)) return
    if (method !== 'GET' && method !== 'HEAD') return void (await callers.resolve(headers))
    if (!COUNTED_READS.test(url) || hasKey(headers) || (VISITED.test(url) && isVisit(headers))) return
    throw new CallerError('bad_api_key', 'No API key found in request')
  })
}

// No page sets either without a preflight. Whether they are good is for the route to say.
const hasKey = ({ apikey, authorization }: IncomingHttpHeaders): boolean =>
  apikey !== undefined || authorization !== undefined

/** Somebody followed a link; a picture, a frame or a script of a page does not. */
const isVisit = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && (headers['sec-fetch-dest'] ?? 'document') === 'document'
