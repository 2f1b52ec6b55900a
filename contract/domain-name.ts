const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/
const MAX_CHARACTERS = 253

/** Whether `name` is a domain as DNS has it: lowercase, other scripts as `xn--`. Tested equal to `public.is_domain` of the database. */
export function isDomainName(name: string): boolean {
  return name.length <= MAX_CHARACTERS && DOMAIN.test(name) && !/^[0-9.]+$/.test(name)
}
