import { type Check, noneOf } from '../check.ts'
import { redirectTargets } from '../redirect-targets.ts'
import type { Site } from '../site.ts'

const ELSEWHERE = 'elsewhere.invalid'
/** Ways to write an address of another site that a careless comparison takes for one of this one. */
const PAYLOADS = [
  `https://${ELSEWHERE}`,
  `http://${ELSEWHERE}/`,
  `//${ELSEWHERE}`,
  `///${ELSEWHERE}`,
  `/\\${ELSEWHERE}`,
  `\\\\${ELSEWHERE}`,
  `https:${ELSEWHERE}`,
  `https:/${ELSEWHERE}`,
  `HTTPS://${ELSEWHERE}`,
  ` https://${ELSEWHERE}`,
  `\thttps://${ELSEWHERE}`,
  `javascript:location='https://${ELSEWHERE}'`,
  `data:text/html,<script>location='https://${ELSEWHERE}'</script>`,
  `https://{host}@${ELSEWHERE}/`,
  `https://{host}.${ELSEWHERE}/`,
  `https://${ELSEWHERE}#{origin}`,
  `https://${ELSEWHERE}?{origin}`,
  `https://${ELSEWHERE}\\{host}`,
  `{origin}@${ELSEWHERE}`,
  `{origin}.${ELSEWHERE}`,
  `/%09/${ELSEWHERE}`,
  `/%5c${ELSEWHERE}`,
  `/%2f%2f${ELSEWHERE}`,
  `//${ELSEWHERE}/%2e%2e`,
  `/..//${ELSEWHERE}`,
  `.//${ELSEWHERE}`,
  `;@${ELSEWHERE}`,
  `https://${ELSEWHERE}%00{host}`,
  `https://${ELSEWHERE}%0d%0aLocation:%20https://${ELSEWHERE}`,
  `\u2028https://${ELSEWHERE}`,
]

/** NAV-08 */
export const staysOnOrigin: Check = async ({ site, services: { config } }) => {
  const provider = config.externalProviders[0]?.name ?? 'github'
  const away: string[] = []
  for (const payload of PAYLOADS) {
    const target = payload.replaceAll('{origin}', site.origin).replaceAll('{host}', new URL(site.origin).host)
    const query = `redirect_to=${encodeURIComponent(target)}`
    for (const address of [
      `/auth/v1/verify?token=none&type=recovery&${query}`,
      `/auth/v1/callback?code=none&state=none&${query}`,
      `/auth/v1/authorize?provider=${provider}&${query}`,
      `/login?next=${encodeURIComponent(target)}`,
      `/${target.replaceAll(/[^\x21-\x7e]/g, encodeURIComponent)}/`,
    ]) {
      if (await leadsAway(site, address)) away.push(`${address.split('?', 1)[0]?.slice(0, 40)} with ${payload}`)
    }
  }
  return noneOf(away, 'An address leads to another site', { payloads: PAYLOADS.length, addresses: 5 })
}

async function leadsAway(site: Site, address: string): Promise<boolean> {
  const answer = await site.elsewhere().ask(address, { headers: { accept: 'text/html' } })
  // The way to a provider that is set up leads to its own site.
  return redirectTargets(answer, site.origin).some(
    ({ protocol, hostname }) => !protocol.startsWith('http') || hostname.endsWith(ELSEWHERE),
  )
}
