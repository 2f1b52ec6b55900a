/** Of addresses that the server makes up for accounts of its own tests; no mail leads there (RFC 2606). */
export const NOBODYS_DOMAIN = 'probe.invalid'

/** Whether an address is one that nobody can have, so that nothing is sent to it. */
export const isNobodys = (address: string): boolean => address.endsWith(`@${NOBODYS_DOMAIN}`)
