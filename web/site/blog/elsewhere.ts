/** True for an address of another site. */
export function isElsewhere(href: string): boolean {
  return href.startsWith('https://')
}
