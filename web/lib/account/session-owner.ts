import type { Session } from '@supabase/supabase-js'

/** As it is greeted; empty for a name that is not known. */
export function firstNameOf(session: Session): string {
  const firstName: unknown = session.user.user_metadata['first_name']
  return typeof firstName === 'string' ? firstName : ''
}

export function emailOf(session: Session): string {
  return session.user.email ?? ''
}
