/** What a link from one of our mails says when it opens the app: in the fragment, or as `?confirmed`. */
export type MailLink = 'confirmed' | 'expired' | null

export function readMailLink({ hash, search }: { hash: string; search: string }): MailLink {
  const fragment = new URLSearchParams(hash.slice(1))
  if (fragment.has('error_code') || fragment.has('error')) return 'expired'
  if (fragment.get('type') === 'signup' || new URLSearchParams(search).has('confirmed')) return 'confirmed'
  return null
}
