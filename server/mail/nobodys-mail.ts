/** Domain of addresses that the server makes up for accounts of its own tests. */
export const NOBODYS_DOMAIN = 'probe.invalid'

/**
 * Whether an address is one that nobody can have, so that nothing is sent to it: an SMTP server would take each such mail and answer with a bounce.
 * `.invalid` alone is a name that no resolver knows and that programs may treat so (RFC 6761 §6.4); `.test`, `.example` and `.localhost` may lead to a
 * mailbox of somebody's own network.
 */
export const isNobodys = (address: string): boolean => /[@.]invalid\.?$/i.test(address)
