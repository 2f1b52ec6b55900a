const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/
const MAX_CHARACTERS = 253

/** Who shares an organisation with people who sign up without an invitation: nobody, or everybody on the server. */
export type OrganisationMode = 'personal' | 'single'

/** What `/config.json` says about it. */
export type OrganisationFacts = {
  mode: OrganisationMode
  /** Of the one organisation that everybody joins; null where each person gets their own. */
  name: string | null
  /** Characters that it wants of a password; null where it has no rule, or each person gets their own. */
  least_password: number | null
  /** False until somebody is the administrator of the installation. */
  is_claimed: boolean
}

/** Whether `name` is a domain as DNS has it: lowercase, other scripts as `xn--`. Tested equal to `public.is_domain` of the database. */
export function isDomainName(name: string): boolean {
  return name.length <= MAX_CHARACTERS && DOMAIN.test(name) && !/^[0-9.]+$/.test(name)
}
