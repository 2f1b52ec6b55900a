import { PARTNER_LIMITS } from './partners.ts'

/** Behind `/r/`. Shorter than the id of a file request, whose address has the same beginning. */
const CODE = /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/
const PATH = /^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*)?$/
const DOMAIN = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/
const ONLY_NUMBERS = /^[\d.]+$/

export const isLinkCode = (code: string): boolean => CODE.test(code)

/** A page of the public site, without a query; not another link of a partner, which could lead in a circle. */
export const isLinkPath = (path: string): boolean =>
  path.length <= PARTNER_LIMITS.pathCharacters && PATH.test(path) && !/^\/r(?:\/|$)/.test(path)

/** Where a link leads: the page, and from which link somebody comes. */
export const linkTarget = (path: string, code: string): string => `${path}?utm_source=partner&utm_campaign=${code}`

/**
 * The domain of a customer as the domain name system has it, from what somebody typed: an address of a page or of mail will do.
 * @returns null where there is none
 */
export function domainOf(typed: string): string | null {
  const host = typed
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/^.*@/, '')
    .replace(/[/?#:].*$/s, '')
    .replace(/\.$/, '')
  if (host === '' || host.length > PARTNER_LIMITS.domainCharacters || !URL.canParse(`http://${host}`)) return null
  const domain = new URL(`http://${host}`).hostname.replace(/^www\.(?=.*\.)/, '')
  const isDomain = domain.length <= PARTNER_LIMITS.domainCharacters && DOMAIN.test(domain) && !ONLY_NUMBERS.test(domain)
  return isDomain ? domain : null
}
